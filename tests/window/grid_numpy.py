"""whatwhere grid against NumPy's E[ids] + P[:T], to the last bit, for 1,000 random sequences in every position
scheme; and the sinusoidal P against NumPy's own sines.

Usage: grid_numpy.py PROGRAM
"""

import io
import json
import random
import subprocess
import sys

import numpy as np

SEQUENCES = 1000


def grid(program, *options):
    done = subprocess.run([program, "grid", *options], check=True, capture_output=True)
    return done.stdout


def same_bits(a, b):
    return a.shape == b.shape and a.dtype == b.dtype and a.tobytes() == b.tobytes()


def sinusoids(rows, d, base):
    """Vaswani et al. 2017, section 3.5: P[t, 2i] = sin(t / base^(2i/d)), P[t, 2i + 1] = cos of the same."""
    angles = np.arange(rows)[:, None] / base ** (np.arange(0, d, 2) / d)
    P = np.empty((rows, d))
    P[:, 0::2] = np.sin(angles)
    P[:, 1::2] = np.cos(angles)
    return P


def check(program, ids, seed, std, position):
    options = ["--ids", ",".join(map(str, ids)), "--seed", str(seed), "--std", repr(std), "--position", position]
    answer = json.loads(grid(program, *options))
    E = np.array(answer["E"], dtype=np.float32)
    P = np.array(answer["P"], dtype=np.float32)
    tok_emb = E[np.array(ids, dtype=np.int64)].reshape(len(ids), 4)
    expected = tok_emb + P[: len(ids)] if position in ("learned", "sinusoidal") else tok_emb
    assert answer["scheme"]["adds_to_input"] == (answer["pos_emb"] is not None) == (expected is not tok_emb)
    if position == "sinusoidal":
        assert np.abs(P - sinusoids(8, 4, answer["scheme"]["base"])).max() <= 1e-6, "P is no table of sines"
    as_json = np.array(answer["input_emb"], dtype=np.float32).reshape(len(ids), 4)
    as_npy = np.load(io.BytesIO(grid(program, *options, "--format", "npy")))
    as_csv = np.array(
        [line.split(",") for line in grid(program, *options, "--format", "csv").decode().splitlines()],
        dtype=np.float32,
    ).reshape(len(ids), 4)
    for name, found in (("json", as_json), ("npy", as_npy), ("csv", as_csv)):
        assert same_bits(expected, found), f"{name}, ids {ids}, seed {seed}, std {std}, {position}"


def main():
    program = sys.argv[1]
    draw = random.Random(2026)
    for _ in range(SEQUENCES):
        ids = [draw.randrange(6) for _ in range(draw.randrange(9))]
        std = draw.choice([0.02, 1.0, 0.0, 1e-40, 1e6, draw.random()])
        check(program, ids, draw.getrandbits(64), std, draw.choice(["off", "learned", "sinusoidal", "rotary"]))
    print(f"{SEQUENCES} passed, 0 failed")


main()
