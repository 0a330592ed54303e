"""The training of core/learning/next_token.h (untied, no positions) in NumPy, timed.

numpy_training.py 'JSON' with E (V, d), W (d, V), sequences, lr, steps. Prints two lines, each the seconds a
step takes and the loss after the steps: all predictions as one batch, the way it is usually written, and then
the predictions from one token taken together, as core/ does it. Exits with 3 where NumPy is not installed.
"""
import json
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(3)


def softmax(logits):
    p = np.exp(logits - logits.max(axis=1, keepdims=True))
    p /= p.sum(axis=1, keepdims=True)
    return p


def batch_step(E, W, ids, targets, lr):
    x = E[ids]
    g = softmax(x @ W)
    g[np.arange(len(ids)), targets] -= 1
    g /= len(ids)
    dE = np.zeros_like(E)
    np.add.at(dE, ids, g @ W.T)
    dW = x.T @ g
    E -= lr * dE
    W -= lr * dW


def context_step(E, W, followers, counts, n, lr):
    g = (counts * softmax(E @ W) - followers) / n
    dE = g @ W.T
    dW = E.T @ g
    E -= lr * dE
    W -= lr * dW


def timed(step, given, *rest):
    E = np.array(given["E"], dtype=np.float32)
    W = np.array(given["W"], dtype=np.float32)
    lr = np.float32(given["lr"])
    step(E.copy(), W.copy(), *rest, lr)  # untimed
    start = time.perf_counter()
    for _ in range(given["steps"]):
        step(E, W, *rest, lr)
    return (time.perf_counter() - start) / given["steps"], E, W


def main():
    given = json.loads(sys.argv[1])
    sequences = given["sequences"]
    ids = np.array([i for s in sequences for i in s[:-1]])
    targets = np.array([i for s in sequences for i in s[1:]])
    V = len(given["E"])
    followers = np.zeros((V, V), dtype=np.float32)
    np.add.at(followers, (ids, targets), 1)
    counts = followers.sum(axis=1, keepdims=True)
    for seconds, E, W in (
        timed(batch_step, given, ids, targets),
        timed(context_step, given, followers, counts, np.float32(len(ids))),
    ):
        p = softmax(E[ids] @ W)
        print(seconds, -np.log(p[np.arange(len(ids)), targets]).mean())


main()
