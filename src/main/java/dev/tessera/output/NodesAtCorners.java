package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import java.util.Arrays;

/// The boundary nodes among the 27 nodes around corners of cells that a picture shows, with equal weights. Boundary
/// nodes are the fluid nodes at corners of crossed cells.
final class NodesAtCorners implements SurfaceValues.Near {
    private final FluidNodes fluid;
    private final SurfaceCells cells;
    private final FluidNodes.Ascending numbers;
    private final FluidNodes.Ascending places;

    /// @param shown the corners, by their numbers in [SurfaceCells#corners]
    NodesAtCorners(FluidNodes fluid, SurfaceCells cells, FluidNodes shown) {
        this.fluid = fluid;
        this.cells = cells;
        this.numbers = shown.ascending();
        this.places = cells.corners().ascending();
    }

    @Override
    public int most() {
        return 27;
    }

    @Override
    public int find(int place, int[] nodes, float[] weights) {
        Box padded = cells.box();
        Box box = fluid.box();
        long at = places.boxIndex(numbers.boxIndex(place));
        int x = padded.x(at) - 1;
        int y = padded.y(at) - 1;
        int z = padded.z(at) - 1;
        int count = 0;
        for (int code = 0; code < 27; code++) {
            int nx = x + code % 3 - 1;
            int ny = y + code / 3 % 3 - 1;
            int nz = z + code / 9 - 1;
            long near = padded.index(nx + 1, ny + 1, nz + 1);
            boolean inside = nx >= 0 && ny >= 0 && nz >= 0 && nx < box.nx() && ny < box.ny() && nz < box.nz();
            if (inside && cells.isFluid(near) && cells.corners().isFluid(near)) {
                nodes[count++] = (int) fluid.number(box.index(nx, ny, nz));
            }
        }
        Arrays.fill(weights, 0, count, 1);
        return count;
    }
}
