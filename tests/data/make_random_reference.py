#!/usr/bin/env python3
"""Writes random_reference.json: what core/tables must give, computed without any of our C++.

Usage: python3 make_random_reference.py > random_reference.json

Sources: SplitMix64 as published (Steele, Lea, Flood 2014; java.util.SplittableRandom), the percentage points
of the normal distribution by statistics.NormalDist().inv_cdf of CPython, which is Wichura's AS 241, and
float32 rounding by struct. The specification of streams and tables is in core/tables/random.h and
core/tables/initialise.h.
"""

import json
import math
import random
import statistics
import struct

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15
PURPOSES = {"token_table": 1, "position_table": 2, "shuffle": 3}

# The first outputs of SplitMix64 for two seeds, as published in many places (Rosetta Code, "Pseudo-random
# numbers/Splitmix64", has the second).
PUBLISHED = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
              16408922859458223821],
}


def mix(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def unshift(z, n):
    """The x with x ^ (x >> n) == z."""
    x = z
    for _ in range(64 // n + 1):
        x = z ^ (x >> n)
    return x


def unmix(z):
    """The inverse of mix."""
    z = (unshift(z, 31) * pow(0x94D049BB133111EB, -1, 2**64)) & MASK
    z = (unshift(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64)) & MASK
    return unshift(z, 30)


def key(seed, purpose):
    return mix((mix((seed + GOLDEN) & MASK) + GOLDEN * purpose) & MASK)


def bits(seed, purpose, index):
    return mix((key(seed, purpose) + GOLDEN * (index + 1)) & MASK)


def seed_for(wanted_key, purpose):
    """The seed whose stream is plain SplitMix64 seeded with wanted_key."""
    return (unmix((unmix(wanted_key) - GOLDEN * purpose) & MASK) - GOLDEN) & MASK


def float32_bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def table(rows, d, seed, purpose, std):
    normal = statistics.NormalDist()
    out = []
    for i in range(rows * d):
        u = ((bits(seed, purpose, i) >> 12) + 0.5) * 2.0**-52
        out.append(float32_bits(std * normal.inv_cdf(u) + 0.0))
    return out


def shuffled(seed, number, ids):
    """The old slot of each slot after the shuffle that core/order/sequence.h specifies."""
    stream = bits(seed, 3, number)  # the seed of this shuffle's own stream
    drawn = 0

    def below(n):
        nonlocal drawn
        while True:
            x = bits(stream, 3, drawn)
            drawn += 1
            if x >= 2**64 % n:
                return x % n

    order = list(range(len(ids)))
    while True:
        for i in range(len(ids), 1, -1):
            j = below(i)
            order[i - 1], order[j] = order[j], order[i - 1]
        if [ids[t] for t in order] != ids:
            return order


def points():
    """p over the whole of (0, 1): the edges of AS 241's regions, both tails, and many in between."""
    generator = random.Random(241)
    edges = [0.5, 0.075, 0.925, math.exp(-25.0), 1e-300, 1e-200, 1e-100, 2.0**-53, 1.0 - 2.0**-53, 2.0**-1022]
    edges += [math.nextafter(p, 0.0) for p in (0.5, 0.075, 0.925, math.exp(-25.0))]
    edges += [math.nextafter(p, 1.0) for p in (0.5, 0.075, 0.925, math.exp(-25.0), 1e-300)]
    edges += [0.5 + s * 2.0**-k for k in range(2, 53) for s in (-1, 1)]
    edges += [2.0**-k for k in range(1, 1023, 7)] + [1.0 - 2.0**-k for k in range(2, 54)]
    edges += [generator.random() for _ in range(1000)]
    edges += [math.exp(-690.0 * generator.random()) for _ in range(1000)]
    edges += [1.0 - math.exp(-36.0 * generator.random()) for _ in range(500)]
    return [p for p in edges if 0.0 < p < 1.0]


def main():
    for seed, outputs in PUBLISHED.items():
        assert [mix((seed + GOLDEN * (i + 1)) & MASK) for i in range(len(outputs))] == outputs
    for z in (0, 1, MASK, GOLDEN):
        assert unmix(mix(z)) == z
    seeds = [0, 1, 42, 2**32, 2**63, MASK]
    normal = statistics.NormalDist()
    reference = {
        "published": [{"purpose": purpose, "seed": seed_for(wanted, number), "outputs": outputs}
                      for wanted, outputs in PUBLISHED.items() for purpose, number in PURPOSES.items()],
        "streams": [{"purpose": purpose, "seed": seed,
                     "elements": [[i, bits(seed, number, i)] for i in [*range(8), 1000, 2**32, 2**63, MASK]]}
                    for seed in seeds for purpose, number in PURPOSES.items()],
        "inverse_normal": [[p.hex(), normal.inv_cdf(p).hex()] for p in points()],
        "tables": [{"seed": seed, "std": std, "E_bits": table(6, 4, seed, 1, std),
                    "P_bits": table(8, 4, seed, 2, std)}
                   for seed, std in [(42, 0.02), (0, 0.02), (1, 1.0), (MASK, 1e6), (7, 1e-40), (1337, 0.02)]],
        "shuffles": [{"seed": seed, "number": number, "ids": ids, "order": shuffled(seed, number, ids)}
                     for seed in (0, 42, MASK) for number in (0, 1, 2, MASK)
                     for ids in ([0, 1], [5, 2, 5], [3, 4, 0], [5, 5, 5, 1], [5, 3, 4, 5, 0, 5, 2, 1])],
    }
    # One entry a line.
    print("{")
    for n, (name, entries) in enumerate(reference.items()):
        lines = ",\n".join("  " + json.dumps(entry) for entry in entries)
        print(f' "{name}": [\n{lines}\n ]' + ("," if n + 1 < len(reference) else ""))
    print("}")


main()
