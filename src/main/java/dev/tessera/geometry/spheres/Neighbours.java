package dev.tessera.geometry.spheres;

import java.util.Arrays;

/// Centres sorted into cells no smaller than the reach, so that all centres within it are in 27 cells.
final class Neighbours {
    private final PackingBox box;
    private final int[] cells = new int[3];
    private final int[] head;
    private final int[] next;
    private final int[] cellOf;

    Neighbours(PackingBox box, double reachM, int most) {
        this.box = box;
        for (int axis = 0; axis < 3; axis++) {
            cells[axis] = (int) Math.clamp(Math.floor(box.sizeM().along(axis) / reachM), 1, 256);
        }
        this.head = new int[cells[0] * cells[1] * cells[2]];
        this.next = new int[most];
        this.cellOf = new int[most];
        Arrays.fill(head, -1);
    }

    private int cell(int axis, double at) {
        return Math.clamp((int) (at / box.sizeM().along(axis) * cells[axis]), 0, cells[axis] - 1);
    }

    void add(double[] centres, int sphere) {
        int cell = cell(0, centres[3 * sphere])
                + cells[0] * (cell(1, centres[3 * sphere + 1]) + cells[1] * cell(2, centres[3 * sphere + 2]));
        cellOf[sphere] = cell;
        next[sphere] = head[cell];
        head[cell] = sphere;
    }

    void remove(int sphere) {
        int cell = cellOf[sphere];
        if (head[cell] == sphere) {
            head[cell] = next[sphere];
            return;
        }
        int before = head[cell];
        while (next[before] != sphere) {
            before = next[before];
        }
        next[before] = next[sphere];
    }

    void addAll(double[] centres) {
        Arrays.fill(head, -1);
        for (int i = 0; i < centres.length / 3; i++) {
            add(centres, i);
        }
    }

    interface Visitor {
        /// @return whether to continue
        boolean visit(int sphere);
    }

    /// Visits all spheres in the cells around a place, each once.
    /// @return whether the visitor never stopped
    boolean around(double x, double y, double z, Visitor visitor) {
        int cx = cell(0, x);
        int cy = cell(1, y);
        int cz = cell(2, z);
        for (int dz = low(2); dz <= high(2); dz++) {
            int k = moved(2, cz + dz);
            for (int dy = low(1); dy <= high(1); dy++) {
                int j = moved(1, cy + dy);
                for (int dx = low(0); dx <= high(0); dx++) {
                    int i = moved(0, cx + dx);
                    if (i < 0 || j < 0 || k < 0) {
                        continue;
                    }
                    for (int s = head[i + cells[0] * (j + cells[1] * k)]; s >= 0; s = next[s]) {
                        if (!visitor.visit(s)) {
                            return false;
                        }
                    }
                }
            }
        }
        return true;
    }

    /// With one or two periodic cells the neighbours on both sides are the same.
    private int low(int axis) {
        return box.isPeriodic(axis) && cells[axis] < 3 ? 0 : -1;
    }

    private int high(int axis) {
        return box.isPeriodic(axis) && cells[axis] < 2 ? 0 : 1;
    }

    private int moved(int axis, int cell) {
        if (box.isPeriodic(axis)) {
            return Math.floorMod(cell, cells[axis]);
        }
        return cell < cells[axis] ? cell : -1;
    }
}
