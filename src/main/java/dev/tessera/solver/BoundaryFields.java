package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkPressure;
import dev.tessera.model.boundary.LinkVelocity;
import dev.tessera.model.boundary.MixedWall;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;

/// The values that boundary rules read at a given time, for one group of nodes: `field -> [node of the group]`.
/// Names are those that the rules of `model.boundary` declare.
final class BoundaryFields {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final LatticeUnits units;
    private final BoundaryPlan plan;
    private final OpeningFlow[] flows; // by surface; null where no velocity is imposed
    private final double[] settledS; // by surface: the time after which its values are constant

    BoundaryFields(Case theCase, NodeMap nodes, LatticeUnits units, BoundaryPlan plan) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.lattice = theCase.model().lattice();
        this.units = units;
        this.plan = plan;
        this.flows = new OpeningFlow[nodes.surfaces().size()];
        for (int surface = 0; surface < flows.length; surface++) {
            if (plan.boundary(surface) instanceof Boundary.VelocityOpening v
                    && plan.openings()[surface].boundaryNodes().length > 0) {
                flows[surface] =
                        OpeningFlow.of(v, plan.openings()[surface], theCase, units, plan.isZouHe(surface, v.scheme()));
            }
        }
        this.settledS =
                IntStream.range(0, flows.length).mapToDouble(this::settledOf).toArray();
    }

    /// The time after which a group's values are constant, s: 0 where they never change, infinite where they
    /// always do.
    double settledS(BoundaryPlan.Group group) {
        double settled = 0;
        for (int surface = 0; surface < flows.length; surface++) {
            if (group.surface() < 0 || group.surface() == surface) {
                settled = Math.max(settled, settledS[surface]);
            }
        }
        return settled;
    }

    private double settledOf(int surface) {
        return switch (plan.boundary(surface)) {
            case Boundary.Wall w -> 0;
            case Boundary.MixedWall w -> 0;
            case Boundary.MovingWall(var velocity) ->
                velocity.stream().anyMatch(v -> PlaceAndTime.of(v).changes()) ? Double.POSITIVE_INFINITY : 0;
            case Boundary.VelocityOpening v -> flows[surface] == null ? 0 : flows[surface].settledS();
            case Boundary.PressureOpening p ->
                PlaceAndTime.of(p.pressurePa()).changes() ? Double.POSITIVE_INFINITY : p.rampS();
        };
    }

    /// All prescribed (not remembered) fields of a group, with the values at time 0.
    Imposed of(BoundaryPlan.Group group) {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        for (var field : group.rule().fields(lattice)) {
            if (!field.remembered() && !Sponge.owns(field.name())) {
                fields.put(field.name(), new double[group.members().size()]);
            }
        }
        Imposed imposed = new Imposed(fields);
        if (group.surface() < 0) {
            linkValues(group, imposed);
        } else {
            wetValues(group, imposed);
        }
        if (group.rule() instanceof Sponge) {
            addSponge(group, fields);
        }
        imposed.at(0);
        return imposed;
    }

    /// The fields of a group. Constant values are computed once, imposed values while they change: every step
    /// of a ramp costs one value per link through its opening.
    final class Imposed {
        private final SequencedMap<String, double[]> fields;
        private final SequencedMap<String, double[]> changing = new LinkedHashMap<>();
        private final List<List<Change>> changes = new ArrayList<>(); // by surface
        private double lastS = Double.NaN;

        /// Sets values of one node.
        @FunctionalInterface
        private interface Change {
            void at(double timeS);
        }

        private Imposed(SequencedMap<String, double[]> fields) {
            this.fields = fields;
            nodes.surfaces().forEach(surface -> changes.add(new ArrayList<>()));
        }

        /// Fields by name, `[node of the group]`, with their present values; later calls overwrite them.
        SequencedMap<String, double[]> all() {
            return fields;
        }

        /// The fields that change in time, with the values at time `timeS`; later calls overwrite them.
        SequencedMap<String, double[]> at(double timeS) {
            for (int surface = 0; surface < changes.size(); surface++) {
                double settled = settledS[surface];
                if (!(lastS >= settled && timeS >= settled)) {
                    changes.get(surface).forEach(change -> change.at(timeS));
                }
            }
            lastS = timeS;
            return changing;
        }

        private void set(String name, int node, double value) {
            field(name)[node] = value;
        }

        /// A value of a surface as a function of time.
        private void set(int surface, String name, int node, TimeFunction value) {
            double[] field = field(name);
            if (settledS[surface] > 0) {
                changing.put(name, field);
            }
            changes.get(surface).add(timeS -> field[node] = value.at(timeS));
        }

        private double[] field(String name) {
            return Objects.requireNonNull(fields.get(name), name);
        }
    }

    private void addSponge(BoundaryPlan.Group group, SequencedMap<String, double[]> fields) {
        double viscosity = units.viscosityLattice(theCase.fluid().viscosityM2PerS());
        for (int k = 0; k < group.members().size(); k++) {
            long number = group.members().get(k).fluidNumber();
            int node = k;
            Sponge.rates(
                            lattice,
                            theCase.model().collision(),
                            viscosity,
                            plan.sponges().factorAt(number),
                            plan.sponges().depthAt(number))
                    .forEach((name, rate) -> fields.computeIfAbsent(
                                    name, n -> new double[group.members().size()])[node] = rate);
        }
    }

    private void wetValues(BoundaryPlan.Group group, Imposed imposed) {
        OpeningNodes opening = plan.openings()[group.surface()];
        String[] components = {"velocity-x", "velocity-y", "velocity-z"};
        for (int k = 0; k < group.members().size(); k++) {
            double[] point = opening.positionM(group.members().get(k).boundaryNode());
            switch (plan.boundary(group.surface())) {
                case Boundary.VelocityOpening v -> {
                    OpeningFlow.Velocity u = flows[group.surface()].at(point);
                    for (int axis = 0; axis < lattice.dimensions(); axis++) {
                        int component = axis;
                        imposed.set(group.surface(), components[axis], k, timeS -> u.at(timeS)[component]);
                    }
                }
                case Boundary.PressureOpening p -> imposed.set(group.surface(), "density", k, density(p, point));
                case Boundary.Wall w -> throw new AssertionError("a resting wall has no fields");
                case Boundary.MovingWall w -> throw new AssertionError("moving walls are link-wise");
                case Boundary.MixedWall w -> throw new AssertionError("mixed walls have no fields");
            }
        }
    }

    private TimeFunction density(Boundary.PressureOpening p, double[] point) {
        TimeFunction pressure = PlaceAndTime.of(p.pressurePa()).at(point);
        return timeS -> units.densityLattice(Ramp.at(timeS, p.rampS()) * pressure.at(timeS));
    }

    private void linkValues(BoundaryPlan.Group group, Imposed imposed) {
        BoundaryRule rule = group.rule() instanceof Sponge sponge ? sponge.inner() : group.rule();
        if (rule == null) {
            return;
        }
        List<BoundaryPlan.Member> members = group.members();
        CutLinks links = nodes.links();
        for (int k = 0; k < members.size(); k++) {
            int b = members.get(k).boundaryNode();
            if (b < 0) {
                continue;
            }
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int incoming = DirectionCodes.incoming(lattice, links.code(link));
                if (incoming >= 0) {
                    linkValue(rule, imposed, k, b, link, incoming);
                }
            }
        }
    }

    private void linkValue(BoundaryRule rule, Imposed imposed, int k, int b, int link, int incoming) {
        int surface = nodes.links().surface(link);
        double[] point = OpeningNodes.hitM(nodes, b, link);
        if (rule instanceof MixedWall) {
            imposed.set("cut-" + lattice.velocity(incoming).letters(), k, 1);
            return;
        }
        LinkNode node = (LinkNode) rule;
        switch (plan.boundary(surface)) {
            case Boundary.Wall w -> {}
            case Boundary.MixedWall w -> {}
            case Boundary.MovingWall(var velocity) -> {
                List<TimeFunction> u = velocity.stream()
                        .map(component -> PlaceAndTime.of(component).at(point))
                        .toList();
                velocityLink(node, imposed, surface, k, incoming, timeS -> new double[] {
                    units.velocityLattice(u.get(0).at(timeS)),
                    units.velocityLattice(u.get(1).at(timeS)),
                    units.velocityLattice(u.get(2).at(timeS))
                });
            }
            case Boundary.VelocityOpening v -> 
                    velocityLink(node, imposed, surface, k, incoming, flows[surface].at(point));
            case Boundary.PressureOpening p -> {
                kind(node, new LinkPressure(p.backflowGuard()), imposed, k, incoming);
                imposed.set(surface, LinkNode.valueField(0, lattice.velocity(incoming)), k, density(p, point));
                double[] normal = plan.openings()[surface].opening().normal();
                String[] names = {"normal-x", "normal-y", "normal-z"};
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    imposed.set(names[axis], k, normal[axis]);
                }
            }
        }
    }

    private void kind(LinkNode node, LinkRule rule, Imposed imposed, int k, int incoming) {
        if (node.selects()) {
            imposed.set(LinkNode.kindField(lattice.velocity(incoming)), k, node.kind(rule));
        }
    }

    private void velocityLink(
            LinkNode node, Imposed imposed, int surface, int k, int incoming, OpeningFlow.Velocity velocity) {
        var c = lattice.velocity(incoming);
        kind(node, new LinkVelocity(), imposed, k, incoming);
        double weight = 6 * lattice.weight(incoming).toDouble();
        imposed.set(surface, LinkNode.valueField(0, c), k, timeS -> {
            double[] u = velocity.at(timeS);
            double along = c.x() * u[0] + c.y() * u[1] + c.z() * u[2];
            return weight * along;
        });
    }
}
