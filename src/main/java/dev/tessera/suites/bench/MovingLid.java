package dev.tessera.suites.bench;

import dev.tessera.device.gpu.GpuExecution;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkVelocity;
import java.util.stream.LongStream;

/// The lid of a cavity: the nodes below it have a kernel of their own, which adds the lid's momentum to the
/// reflected populations, as in a run.
record MovingLid(NodeMap nodes) {
    static final String SURFACE = "lid";

    private static final String CLASS = "lid";
    private static final double SPEED = 0.05; // along x, nodes per step

    /// Whether a geometry has a moving lid.
    boolean exists() {
        return nodes.surfaces().stream().anyMatch(surface -> surface.name().equals(SURFACE));
    }

    NodeClass nodeClass(FluidModel model) {
        StepKernels kernels = StepKernels.boundary(model, LinkNode.of(new LinkVelocity()));
        return new NodeClass(
                CLASS,
                kernels.step(),
                kernels.observe(),
                below().map(b -> nodes.links().node((int) b)).toArray(),
                kernels.step().fieldsIn());
    }

    /// Boundary nodes with a link cut by the lid.
    private LongStream below() {
        CutLinks links = nodes.links();
        return LongStream.range(0, links.boundaryNodes())
                .filter(b -> LongStream.range(links.firstLink((int) b), links.endLink((int) b))
                        .anyMatch(link -> isLid(links, (int) link)));
    }

    private boolean isLid(CutLinks links, int link) {
        return nodes.surfaces().get(links.surface(link)).name().equals(SURFACE);
    }

    /// Sets the lid's speed, if there is a lid: `6 w_i c_i·u` of each incoming direction.
    void move(GpuExecution run, VelocitySet lattice) {
        if (!exists()) {
            return;
        }
        CutLinks links = nodes.links();
        int[] below = below().mapToInt(Math::toIntExact).toArray();
        for (int i = 1; i < lattice.size(); i++) {
            Velocity incoming = lattice.velocity(i);
            int outgoing = 1 - incoming.x() + 3 * (1 - incoming.y()) + 9 * (1 - incoming.z());
            double value = lattice.motionFactor() * lattice.weight(i).toDouble() * incoming.x() * SPEED;
            double[] values = new double[below.length];
            for (int k = 0; k < below.length; k++) {
                for (int link = links.firstLink(below[k]); link < links.endLink(below[k]); link++) {
                    if (links.code(link) == outgoing && isLid(links, link)) {
                        values[k] = value;
                    }
                }
            }
            run.writeField(CLASS, LinkNode.valueField(0, incoming), values);
        }
    }
}
