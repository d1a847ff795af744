package dev.tessera.solver;

import dev.tessera.device.Execution;
import dev.tessera.geometry.Surface;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import java.util.List;
import java.util.Optional;

/// Restores the mass of a closed or periodic flow, which walls at their distances do not conserve exactly: every
/// [#INTERVAL] steps all nodes get the same addition to their density, so that its mean is that of the case's
/// initial state again. Where there is an opening the flow through it balances the leak, and nothing is corrected.
///
/// With the incompressible equilibrium the addition changes no velocity; with others its relative change is the
/// leak of one interval.
final class MassCorrection {
    /// Steps between corrections.
    static final int INTERVAL = 1000;

    /// Relative; smaller changes are left to add up.
    private static final double LEAST = 1e-10;

    private static final int CHUNK = 8192;

    private final Execution execution;
    private final VelocitySet lattice;
    private final long nodes;
    private final FluidSums density;
    private final double target;

    private MassCorrection(Simulation simulation) {
        this.execution = simulation.execution();
        this.lattice = simulation.theCase().model().lattice();
        this.nodes = simulation.nodes().fluid().count();
        this.density = new FluidSums(
                simulation.nodes(), simulation.boundaries().symmetry(), List.of(Quantities.DENSITY), List.of());
        this.target = mean();
    }

    /// Empty where walls are half-way or there is an opening.
    /// @param simulation in the initial state of its case
    static Optional<MassCorrection> of(Simulation simulation) {
        boolean isOpen = simulation.nodes().surfaces().stream().anyMatch(s -> s.kind() == Surface.Kind.OPENING);
        return isOpen || simulation.boundaries().walls() == WallScheme.HALF_WAY
                ? Optional.empty()
                : Optional.of(new MassCorrection(simulation));
    }

    private double mean() {
        return density.mean(execution.reduce(density.wanted()), Quantities.DENSITY);
    }

    /// Steps until the next correction is due, at least 1.
    static long until(long step) {
        return INTERVAL - step % INTERVAL;
    }

    /// Corrects the present state where it is due.
    void apply(long step) {
        if (step == 0 || step % INTERVAL != 0) {
            return;
        }
        double missing = target - mean();
        if (!(Math.abs(missing) > LEAST * target)) {
            return; // also where the flow has diverged
        }
        int q = lattice.size();
        double[] f = new double[CHUNK * q];
        for (long first = 0; first < nodes; first += CHUNK) {
            int count = (int) Math.min(CHUNK, nodes - first);
            execution.readPopulations(first, count, f);
            for (int n = 0; n < count; n++) {
                for (int i = 0; i < q; i++) {
                    f[n * q + i] += lattice.weight(i).toDouble() * missing;
                }
            }
            execution.writePopulations(first, count, f);
        }
    }
}
