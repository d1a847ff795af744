package dev.tessera.coupling;

import java.util.List;

/// The layers of a block that cross in place of the whole block: those of its envelope, which neighbours have changed,
/// and as many inside it, which neighbours read.
///
/// @param width layers of the envelope, as many as there are steps between transfers; 1 or more
public record BlockLayers(int nx, int ny, int nz, int width) {
    /// @throws IllegalArgumentException if the layers inside the envelope meet those of the opposite side
    public BlockLayers {
        if (width < 1 || 4L * width > Math.min(nx, Math.min(ny, nz))) {
            throw new IllegalArgumentException(
                    "a block of %d x %d x %d nodes has no envelope of %d with as many layers inside it: each side needs four times that"
                            .formatted(nx, ny, nz, width));
        }
    }

    public long nodes() {
        return within(0);
    }

    /// Nodes of the envelope.
    public long outerNodes() {
        return within(0) - within(1);
    }

    /// Nodes of the layers inside it.
    public long innerNodes() {
        return within(1) - within(2);
    }

    private long within(int layers) {
        long cut = 2L * layers * width;
        return (nx - cut) * (ny - cut) * (nz - cut);
    }

    /// Boxes without common nodes that cover the envelope.
    List<NodeBox> outer() {
        return faces(0);
    }

    /// Boxes without common nodes that cover the layers inside the envelope.
    List<NodeBox> inner() {
        return faces(width);
    }

    private List<NodeBox> faces(int in) {
        long x1 = nx - 1L - in;
        long y1 = ny - 1L - in;
        long z1 = nz - 1L - in;
        long deep = in + width - 1L; // the far end of the near faces
        int next = in + width;
        return List.of(
                        new NodeBox(in, deep, in, y1, in, z1),
                        new NodeBox(x1 - width + 1, x1, in, y1, in, z1),
                        new NodeBox(next, x1 - width, in, deep, in, z1),
                        new NodeBox(next, x1 - width, y1 - width + 1, y1, in, z1),
                        new NodeBox(next, x1 - width, next, y1 - width, in, deep),
                        new NodeBox(next, x1 - width, next, y1 - width, z1 - width + 1, z1))
                .stream()
                .filter(box -> box.x0() <= box.x1() && box.y0() <= box.y1() && box.z0() <= box.z1())
                .toList();
    }
}
