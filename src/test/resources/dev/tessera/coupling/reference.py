"""Flows of the thesis of A. Python (Geneva 2018), computed with NumPy independently of Tessera.

usage: reference.py prepare CASE FOLDER N...           writes types, velocities and start
       reference.py compare CASE FOLDER STEP... -- N...   prints, for each step and each file NAME-STEP in FOLDER:
                                                       step, name, values that differ, mean and largest difference
CASE   cylinder        2D: a resting cylinder, a given velocity at low x, copies of the column before at high x, periodic in y
       perturbation    2D or 3D: denser fluid in the centre of a periodic box, BGK as in text books
       palabos         3D: the same with the order of operations of Palabos' BGKdynamics
Files are bytes (types) and doubles, [x][y][z][...]; populations are f_i - w_i in the directions of Palabos.
"""

import pathlib
import sys

import numpy as np

case, folder = sys.argv[2], pathlib.Path(sys.argv[3])
n = tuple(int(word) for word in sys.argv[sys.argv.index("--") + 1 :])
d = len(n)

# Directions: rest, those whose first component that is not zero is negative, their opposites.
if d == 2:
    half = [(-1, 1), (-1, 0), (-1, -1), (0, -1)]
else:
    half = [(-1, 0, 0), (0, -1, 0), (0, 0, -1), (-1, -1, 0), (-1, 1, 0)]
    half += [(-1, 0, -1), (-1, 0, 1), (0, -1, -1), (0, -1, 1)]
c = np.array([(0,) * d] + half + [tuple(-k for k in v) for v in half])
q, h = len(c), len(half)
opposite = [0] + [i + h if i <= h else i - h for i in range(1, q)]
w = np.array([4 / 9, 1 / 9, 1 / 36] if d == 2 else [1 / 3, 1 / 18, 1 / 36])[np.abs(c).sum(axis=1)]
velocities = c.astype(float)
weights = w.reshape((q,) + (1,) * d)

# The cylinder: Reynolds number 220, of its radius, at the radius of 20 nodes that 420 x 180 nodes have.
speed, radius = 0.04, n[1] / 9
nu = speed * 20 / 220 if case == "cylinder" else 0.1
omega = 1 / (3 * nu + 0.5)
at = np.indices(n)


def equilibrium(excess, j):
    """Deviations, from the density less 1 and the momentum."""
    cj = np.tensordot(3 * velocities, j, axes=1)
    return w.reshape((q,) + (1,) * (cj.ndim - 1)) * (excess + cj + (cj * cj - 3 * (j * j).sum(axis=0)) / (2 + 2 * excess))


def collide(f):
    return f - omega * (f - equilibrium(f.sum(axis=0), np.tensordot(velocities.T, f, axes=1)))


def collide_as_palabos(g):
    """Deviations, in the order of operations of momentTemplates3D.h and dynamicsTemplates3D.h."""
    low = [sum(g[i] for i in s) for s in ((1, 4, 5, 6, 7), (2, 4, 8, 9, 14), (3, 6, 8, 16, 18))]
    high = [sum(g[i] for i in s) for s in ((10, 13, 14, 15, 16), (5, 11, 13, 17, 18), (7, 9, 12, 15, 17))]
    excess = low[0] + sum(g[i] for i in (0, 2, 3, 8, 9, 11, 12, 17, 18)) + high[0]
    inverse = 1 / (excess + 1)
    j = [b - a for a, b in zip(low, high)]
    k = [3 * each for each in j]
    kk = [inverse / 2 * each * each for each in k]
    common = excess + inverse * 3 * (j[0] * j[0] + j[1] * j[1] + j[2] * j[2])
    after = [g[0] * (1 - omega) + 1 / 3 * omega * (common + (-kk[0] - kk[1] - kk[2]))]
    after += [None] * 18
    pairs = [(i + 1, 18, -k[i], -kk[(1, 0, 0)[i]] - kk[(2, 2, 1)[i]]) for i in range(3)]
    for i, a, b, normal in ((4, 0, 1, 2), (6, 0, 2, 1), (8, 1, 2, 0)):
        product = inverse * k[a] * k[b]
        pairs += [(i, 36, -k[a] - k[b], product - kk[normal]), (i + 1, 36, -k[a] + k[b], -product - kk[normal])]
    for i, inverse_weight, odd, even in pairs:
        factor = 1 / inverse_weight * omega
        after[i] = g[i] * (1 - omega) + factor * (common + odd + even)
        after[i + 9] = g[i + 9] * (1 - omega) + factor * (common - odd + even)
    return np.array(after)


def regularize(f, u):
    """Populations of the nodes of the plane at low x from their velocity; Latt et al. 2008."""
    along = c[:, 0]
    excess = (f[along == 0].sum(axis=0) + 2 * f[along < 0].sum(axis=0) + u[0]) / (1 - u[0])
    state = equilibrium(excess, (1 + excess) * u)
    rest = f - state
    for i in np.flatnonzero(along > 0):
        rest[i] = rest[opposite[i]]
    stress = np.einsum("ia,ib,iy->aby", c, c, rest)
    tensor = np.einsum("ia,ib->iab", c, c) - np.eye(2) / 3
    return state + 4.5 * w[:, None] * np.einsum("iab,aby->iy", tensor, stress)


cylinder = (at[0] - n[0] // 4) ** 2 + (at[1] - n[1] // 2) ** 2 < radius**2
inflow = np.zeros((d,) + n)
types = np.zeros(n, np.uint8)
if case == "cylinder":
    inflow[0] = speed * (1 + 1e-4 * np.sin(2 * np.pi * at[1] / (n[1] - 1)))
    types[0], types[cylinder] = 16, 2  # regularized velocity at x0; full-way
    start = equilibrium(np.zeros(n), inflow)
else:
    centre = np.all([np.abs(at[a] - n[a] // 2) <= n[a] // 10 for a in range(d)], axis=0)
    start = 0.05 * weights * centre

if sys.argv[1] == "prepare":
    types.tofile(folder / "types")
    np.moveaxis(inflow * (types == 16), 0, -1).tofile(folder / "velocities")
    np.moveaxis(start, 0, -1).tofile(folder / "start")
    print(repr(float(omega)))
    sys.exit()

compared = np.ones((q,) + n, bool)
if case == "cylinder":  # without what both ends replace before the next step
    compared[c[:, 0] > 0, 0] = compared[c[:, 0] < 0, -1] = False
f = start
steps = [int(word) for word in sys.argv[4 : sys.argv.index("--")]]
for step in range(1, max(steps) + 1):
    if case == "cylinder":
        f[:, 0] = regularize(f[:, 0], inflow[:, 0])
        f[c[:, 0] < 0, -1] = f[c[:, 0] < 0, -2]
    after = collide_as_palabos(f) if case == "palabos" else collide(f)
    if case == "cylinder":
        after[:, cylinder] = f[opposite][:, cylinder]
    for i in range(q):
        f[i] = np.roll(after[i], c[i], axis=tuple(range(d)))
    if step in steps:
        for path in sorted(folder.glob("*-%d" % step)):
            other = np.moveaxis(np.fromfile(path).reshape(n + (q,)), -1, 0)
            off = np.abs(f - other)[compared]
            print(step, path.name.rsplit("-", 1)[0], np.count_nonzero(off), off.mean(), off.max(), flush=True)
