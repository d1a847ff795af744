package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.solver.FlowQuantity.ContactAngleAt;
import dev.tessera.solver.FlowQuantity.InterfacePositions;
import dev.tessera.solver.FlowQuantity.OfPhases;
import dev.tessera.solver.FlowQuantity.PhaseVolumes;
import dev.tessera.solver.field.ComponentDensity;
import dev.tessera.solver.field.OrderParameter;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.phase.ContactAngle;
import dev.tessera.solver.phase.FlatWall;
import dev.tessera.solver.phase.PhaseField;
import dev.tessera.solver.phase.PhaseVolume;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Volumes, interfaces and contact angles of the phases of the present flow. All are computed from the values of all
/// nodes, which do not depend on devices and parts.
final class PhaseQuantities {
    private final Simulation simulation;
    private final List<String> components;
    private final List<double[]> values = new ArrayList<>(); // the order parameter, or [component][fluid node]
    private final Map<String, PhaseField> fields = new LinkedHashMap<>(); // by component
    private final List<Observable> found = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private PhaseQuantities(Simulation simulation) {
        this.simulation = simulation;
        this.components = simulation.theCase().model().components();
        List<ResultField> needed = needed(simulation.theCase());
        var flow = new ObservedFlow(simulation, needed);
        needed.forEach(field -> values.add(field.of(flow).values()[0]));
    }

    /// What it observes.
    static List<ResultField> needed(Case theCase) {
        if (theCase.model().mixture().orElse(null) instanceof FreeEnergy) {
            return List.of(new OrderParameter());
        }
        return theCase.model().components().stream()
                .<ResultField>map(ComponentDensity::new)
                .toList();
    }

    /// Observes the flow; all ranks take part.
    static PhaseQuantities of(Simulation simulation, List<OfPhases> wanted) {
        var quantities = new PhaseQuantities(simulation);
        for (OfPhases quantity : wanted) {
            switch (quantity) {
                case PhaseVolumes _ -> quantities.volumes();
                case InterfacePositions line -> quantities.positions(line);
                case ContactAngleAt angle -> quantities.angle(angle);
            }
        }
        return quantities;
    }

    List<Observable> observables() {
        return found;
    }

    /// About quantities that the flow does not have, each with a remedy; sentences.
    List<String> warnings() {
        return warnings;
    }

    private PhaseField field(String component) {
        return fields.computeIfAbsent(component, name -> {
            NodeMap nodes = simulation.nodes();
            int number = components.indexOf(name);
            if (values.size() > 1) {
                return PhaseField.ofDensest(nodes, values, number);
            }
            double[] order = values.getFirst();
            double sign = number == 0 ? 1 : -1;
            double[] signed = new double[order.length];
            for (int n = 0; n < order.length; n++) {
                signed[n] = sign * order[n];
            }
            return PhaseField.of(nodes, signed);
        });
    }

    private PhaseField field(OfPhases quantity) {
        return field(quantity.component().orElse(components.getFirst()));
    }

    private void volumes() {
        boolean isFlat = simulation.nodes().box().is2d();
        double cell = Math.pow(simulation.nodes().spacingM(), isFlat ? 2 : 3);
        for (String component : components) {
            double cells = PhaseVolume.cells(field(component), simulation.workers());
            found.add(new Observable(component + ".volume", cells * cell, isFlat ? "m2" : "m3"));
        }
    }

    private void positions(InterfacePositions line) {
        NodeMap nodes = simulation.nodes();
        double[] places = field(line).positions(line.axis(), node(line, nodes.box()));
        double first = places.length == 0 ? Double.NaN : placeM(places[0], line.axis());
        double last = places.length == 0 ? Double.NaN : placeM(places[places.length - 1], line.axis());
        found.add(new Observable(line.name() + ".first", first, "m"));
        found.add(new Observable(line.name() + ".last", last, "m"));
        found.add(new Observable(line.name() + ".crossings", places.length, ""));
        if (places.length == 0) {
            warnings.add(
                    "output.quantities: %s: no interface crosses the line, so that it has no first and last place. Move the line, or remove it."
                            .formatted(line.key()));
        }
    }

    private double placeM(double place, int axis) {
        return simulation.nodes().originM()[axis] + place * simulation.nodes().spacingM();
    }

    /// A node of the line.
    static int[] node(InterfacePositions line, Box box) {
        int[] node = new int[3];
        for (int axis = 0; axis < 3; axis++) {
            node[axis] = new OutputChoice.View.Slice(axis, 0.5).plane(box);
        }
        line.through().forEach(plane -> node[plane.axis()] = plane.plane(box));
        return node;
    }

    private void angle(ContactAngleAt quantity) {
        double degrees = Double.NaN;
        try {
            FlatWall wall = FlatWall.of(simulation.nodes(), wall(simulation.nodes(), quantity.wall()));
            degrees = ContactAngle.of(field(quantity), wall).degrees();
        } catch (IllegalArgumentException none) {
            warnings.add(
                    "output.quantities: %s: there is no contact angle, since %s. Remove it, or give the drop a place on the wall."
                            .formatted(quantity.key(), none.getMessage()));
        }
        found.add(new Observable(quantity.observable(), degrees, "deg"));
    }

    private static Surface wall(NodeMap nodes, String name) {
        return nodes.surfaces().stream()
                .filter(surface ->
                        surface.kind() == Surface.Kind.WALL && surface.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no wall is called " + name));
    }
}
