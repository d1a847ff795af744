package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.units.LatticeUnits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;

/// The values that boundary rules read at a moment: computed for one group of nodes, `field -> [node of the
/// group]`. Names are those that the rules of `model.boundary` declare.
final class BoundaryFields {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final LatticeUnits units;
    private final BoundaryPlan plan;
    private final OpeningFlow[] flows; // by surface; null where no velocity is imposed

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
                        OpeningFlow.of(v, plan.openings()[surface], lattice, units, plan.isZouHe(surface, v.scheme()));
            }
        }
    }

    /// The time from which on a group's values stay as they are, s: 0 where they never change, infinite where they
    /// always do.
    double settledS(BoundaryPlan.Group group) {
        double settled = 0;
        for (int surface = 0; surface < flows.length; surface++) {
            if (group.surface() < 0 || group.surface() == surface) {
                settled = Math.max(settled, settledS(surface));
            }
        }
        return settled;
    }

    private double settledS(int surface) {
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

    /// All given (not remembered) fields of a group at time `timeS`.
    SequencedMap<String, double[]> of(BoundaryPlan.Group group, double timeS) {
        SequencedMap<String, double[]> fields = imposed(group, timeS);
        if (group.rule() instanceof Sponge) {
            soak(group, fields);
        }
        return fields;
    }

    /// Those of them that boundaries impose at time `timeS`; a sponge's rates are the same at all times.
    SequencedMap<String, double[]> imposed(BoundaryPlan.Group group, double timeS) {
        SequencedMap<String, double[]> fields = new LinkedHashMap<>();
        for (var field : group.rule().fields(lattice)) {
            if (!field.remembered() && !Sponge.owns(field.name())) {
                fields.put(field.name(), new double[group.members().size()]);
            }
        }
        if (group.surface() < 0) {
            linkValues(group.members(), fields, timeS);
        } else {
            wetValues(group, fields, timeS);
        }
        return fields;
    }

    private void soak(BoundaryPlan.Group group, SequencedMap<String, double[]> fields) {
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

    private void wetValues(BoundaryPlan.Group group, SequencedMap<String, double[]> fields, double timeS) {
        OpeningNodes opening = plan.openings()[group.surface()];
        String[] components = {"velocity-x", "velocity-y", "velocity-z"};
        for (int k = 0; k < group.members().size(); k++) {
            double[] point = opening.positionM(group.members().get(k).boundaryNode());
            switch (plan.boundary(group.surface())) {
                case Boundary.VelocityOpening v -> {
                    double[] u = flows[group.surface()].at(point, timeS);
                    for (int axis = 0; axis < lattice.dimensions(); axis++) {
                        field(fields, components[axis])[k] = u[axis];
                    }
                }
                case Boundary.PressureOpening p -> field(fields, "density")[k] = density(p, point, timeS);
                case Boundary.Wall w -> throw new AssertionError("a resting wall has no fields");
                case Boundary.MovingWall w -> throw new AssertionError("moving walls are link-wise");
                case Boundary.MixedWall w -> throw new AssertionError("mixed walls have no fields");
            }
        }
    }

    private double density(Boundary.PressureOpening p, double[] point, double timeS) {
        double ramp = Ramp.at(timeS, p.rampS());
        return units.densityLattice(ramp * PlaceAndTime.of(p.pressurePa()).at(point, timeS));
    }

    private void linkValues(List<BoundaryPlan.Member> members, SequencedMap<String, double[]> fields, double timeS) {
        if (fields.isEmpty()) {
            return;
        }
        CutLinks links = nodes.links();
        for (int k = 0; k < members.size(); k++) {
            int b = members.get(k).boundaryNode();
            if (b < 0) {
                continue;
            }
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int incoming = DirectionCodes.incoming(lattice, links.code(link));
                if (incoming >= 0) {
                    linkValue(fields, k, b, link, incoming, timeS);
                }
            }
        }
    }

    private void linkValue(SequencedMap<String, double[]> fields, int k, int b, int link, int incoming, double timeS) {
        int surface = nodes.links().surface(link);
        String letters = lattice.velocity(incoming).letters();
        double[] point = OpeningNodes.hitM(nodes, b, link);
        if (fields.containsKey("cut-" + letters)) {
            field(fields, "cut-" + letters)[k] = 1;
            return;
        }
        switch (plan.boundary(surface)) {
            case Boundary.Wall w -> {}
            case Boundary.MixedWall w -> {}
            case Boundary.MovingWall(var velocity) -> {
                double[] u = new double[3];
                for (int axis = 0; axis < 3; axis++) {
                    u[axis] = units.velocityLattice(
                            PlaceAndTime.of(velocity.get(axis)).at(point, timeS));
                }
                velocityLink(fields, k, letters, incoming, u);
            }
            case Boundary.VelocityOpening v ->
                velocityLink(fields, k, letters, incoming, flows[surface].at(point, timeS));
            case Boundary.PressureOpening p -> {
                field(fields, "kind-" + letters)[k] = 2; // link-wise pressure, see LinkWise
                field(fields, "value-" + letters)[k] = density(p, point, timeS);
                double[] normal = plan.openings()[surface].opening().normal();
                String[] names = {"normal-x", "normal-y", "normal-z"};
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    field(fields, names[axis])[k] = normal[axis];
                }
                if (fields.containsKey("guard")) {
                    field(fields, "guard")[k] = p.backflowGuard() ? 1 : 0;
                }
            }
        }
    }

    private void velocityLink(SequencedMap<String, double[]> fields, int k, String letters, int incoming, double[] u) {
        var c = lattice.velocity(incoming);
        double along = c.x() * u[0] + c.y() * u[1] + c.z() * u[2];
        if (fields.containsKey("kind-" + letters)) {
            field(fields, "kind-" + letters)[k] = 1;
        }
        field(fields, "value-" + letters)[k] = 6 * lattice.weight(incoming).toDouble() * along;
    }

    private static double[] field(SequencedMap<String, double[]> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }
}
