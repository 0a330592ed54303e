"""What the benchmarks of whole tables measure against, in NumPy. Prints the seconds of each round.

  numpy_tables.py pca FILE V D ROUNDS   covariance and eigh of (V, D) float32, then the scores; in float32 and
                                        in float64: two numbers a round
  numpy_tables.py load FILE V D         the whole process: reads the table and prints its first row
FILE holds the numbers of the table from byte OFFSET on, an environment variable, little-endian float32.
"""
import os
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit(3)


def table(path, shape):
    return np.fromfile(path, dtype="<f4", offset=int(os.environ["OFFSET"]), count=shape[0] * shape[1]).reshape(shape)


def seconds_of_pca(x):
    start = time.perf_counter()
    centred = x - x.mean(axis=0)
    covariance = centred.T @ centred / len(x)
    _, axes = np.linalg.eigh(covariance)
    centred @ axes[:, -3:]
    return time.perf_counter() - start


shape = (int(sys.argv[3]), int(sys.argv[4]))
x = table(sys.argv[2], shape)
if sys.argv[1] == "load":
    print(x[0].tolist())
else:
    double = x.astype(np.float64)
    for _ in range(int(sys.argv[5])):
        print(seconds_of_pca(x), seconds_of_pca(double))
