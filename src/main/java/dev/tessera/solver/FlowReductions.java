package dev.tessera.solver;

import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.NodeValues;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.solver.FlowQuantity.ComponentMasses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// What a simulation's device reduces for observations: made once, since devices keep what they prepare for it.
final class FlowReductions {
    private final FluidSums flow;
    private final List<OpeningTotals> openings;
    private final List<Probe> probes;
    private final Optional<NodeValues> probeValues;
    private final Optional<Totals> leak;
    private final List<SectionSums> sections;
    private final Optional<Totals> masses;
    private final Simulation simulation;
    private @Nullable NodeValues steadySample;
    private @Nullable List<WallForce> walls;

    /// The sums over nodes of an opening.
    /// @param count the number of these nodes
    record OpeningTotals(OpeningNodes nodes, int count, Totals totals) {}

    /// A probe and the nodes around it.
    record Probe(OutputChoice.Probe probe, FieldAt.Stencil stencil) {}

    FlowReductions(Simulation simulation) {
        this.simulation = simulation;
        List<String> velocity = velocity();
        var wantedProbes = simulation.theCase().output().probes();
        List<OpeningNodes> openingNodes = Arrays.stream(simulation.boundaries().openings())
                .filter(opening -> opening != null && opening.boundaryNodes().length > 0)
                .toList();
        List<String> sums = new ArrayList<>(List.of(Quantities.SPEED));
        sums.addAll(velocity);
        List<String> extremes = new ArrayList<>(List.of(Quantities.SPEED));
        boolean isShallow = simulation.theCase().model().shallowWater().isPresent();
        if (isShallow || !openingNodes.isEmpty() || !wantedProbes.isEmpty()) {
            extremes.add(Quantities.DENSITY);
        }
        if (isShallow) {
            sums.add(Quantities.DENSITY);
            extremes.add(Quantities.FROUDE);
        }
        if (simulation.theCase().model().mixture().orElse(null) instanceof FreeEnergy) {
            sums.add(FreeEnergy.ORDER_PARAMETER);
            extremes.add(FreeEnergy.ORDER_PARAMETER);
        }
        this.flow = new FluidSums(simulation.nodes(), simulation.boundaries().symmetry(), sums, extremes);
        var links = simulation.nodes().links();
        this.openings = openingNodes.stream()
                .map(opening -> {
                    int[] at = opening.countedAmong(openingNodes);
                    NodeList nodes = NodeList.of(at.length, k -> links.node(at[k]));
                    return new OpeningTotals(
                            opening,
                            at.length,
                            Totals.over(nodes, List.of(Quantities.INFLOW, Quantities.DENSITY), List.of()));
                })
                .toList();
        this.sections = simulation.theCase().output().sections().stream()
                .map(section -> new SectionSums(simulation, section))
                .toList();
        this.masses = simulation.theCase().output().quantities().contains(new ComponentMasses())
                ? Optional.of(Totals.overAll(
                        simulation.theCase().model().components().stream()
                                .map(Mixture::densityOf)
                                .toList(),
                        List.of()))
                : Optional.empty();
        this.leak = simulation.boundaries().walls() == WallScheme.HALF_WAY
                ? Optional.empty()
                : Optional.of(Totals.over(
                        NodeList.of(links.boundaryNodes(), links::node), List.of(Quantities.LEAK), List.of()));
        this.probes = wantedProbes.stream()
                .map(probe -> new Probe(
                        probe,
                        FieldAt.stencil(
                                simulation.nodes(),
                                probe.placeM().x(),
                                probe.placeM().y(),
                                probe.placeM().z())))
                .toList();
        long[] near = probes.stream()
                .flatMapToLong(probe -> LongStream.of(probe.stencil().nodes()))
                .sorted()
                .distinct()
                .toArray();
        List<String> atProbes = new ArrayList<>(velocity);
        atProbes.add(Quantities.DENSITY);
        this.probeValues =
                probes.isEmpty() ? Optional.empty() : Optional.of(new NodeValues(NodeList.of(near), atProbes));
    }

    private List<String> velocity() {
        return Quantities.velocity(simulation.theCase().model().lattice());
    }

    /// Speed and velocity of all nodes; density where there are openings or probes; of shallow water also the Froude
    /// number, of free-energy mixtures the order parameter.
    FluidSums flow() {
        return flow;
    }

    /// Of openings that have nodes.
    List<OpeningTotals> openings() {
        return openings;
    }

    /// The mass that walls at their distances add to all nodes in a step; empty where walls are half-way.
    Optional<Totals> leak() {
        return leak;
    }

    List<SectionSums> sections() {
        return sections;
    }

    /// The densities of a mixture's components; empty where the case does not ask for masses.
    Optional<Totals> masses() {
        return masses;
    }

    List<Probe> probes() {
        return probes;
    }

    /// Velocity and density at the nodes around probes; empty where there is no probe.
    Optional<NodeValues> probeValues() {
        return probeValues;
    }

    /// Velocities at the nodes that the steady-state test compares.
    NodeValues steadySample() {
        if (steadySample == null) {
            steadySample = new NodeValues(
                    SteadyState.sampled(simulation.nodes().fluid().count()), velocity());
        }
        return steadySample;
    }

    /// Forces on walls; none in a mixture and in shallow water.
    List<WallForce> walls() {
        if (walls == null) {
            var model = simulation.theCase().model();
            walls = model.mixture().isPresent() || model.shallowWater().isPresent()
                    ? List.of()
                    : WallForce.ofWalls(simulation);
        }
        return walls;
    }
}
