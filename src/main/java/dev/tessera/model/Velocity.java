package dev.tessera.model;

/// One lattice velocity, components in {-1, 0, 1}.
public record Velocity(int x, int y, int z) {
    public Velocity {
        if (Math.abs(x) > 1 || Math.abs(y) > 1 || Math.abs(z) > 1) {
            throw new IllegalArgumentException(
                    "velocity (%d,%d,%d) reaches beyond the next node; components are -1, 0 or 1".formatted(x, y, z));
        }
    }

    public Velocity opposite() {
        return new Velocity(-x, -y, -z);
    }

    /// Component along axis 0 (x), 1 (y) or 2 (z).
    public int along(int axis) {
        return axis == 0 ? x : axis == 1 ? y : z;
    }

    /// The number of this velocity among all 27: `(x+1) + 3(y+1) + 9(z+1)`; the geometry identifies cut links by it.
    public int code() {
        return (x + 1) + 3 * (y + 1) + 9 * (z + 1);
    }

    public static Velocity ofCode(int code) {
        return new Velocity(code % 3 - 1, code / 3 % 3 - 1, code / 9 - 1);
    }

    /// Three letters, `m` for -1, `z` for 0, `p` for +1: (1,0,-1) is `pzm`.
    public String letters() {
        return "" + "mzp".charAt(x + 1) + "mzp".charAt(y + 1) + "mzp".charAt(z + 1);
    }
}
