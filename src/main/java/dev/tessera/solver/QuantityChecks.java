package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.solver.FlowQuantity.ComponentMasses;
import dev.tessera.solver.FlowQuantity.ContactAngleAt;
import dev.tessera.solver.FlowQuantity.InterfacePositions;
import dev.tessera.solver.FlowQuantity.OfPhases;
import dev.tessera.solver.FlowQuantity.PhaseVolumes;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.solver.phase.FlatWall;
import dev.tessera.solver.phase.PhaseField;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.List;

/// Refuses quantities, sections and profiles that a case does not have.
final class QuantityChecks {
    private final Case theCase;
    private final NodeMap nodes;
    private final Box box;
    private final List<String> components;

    private QuantityChecks(Case theCase, NodeMap nodes) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.box = nodes.box();
        this.components = theCase.model().components();
    }

    /// @throws CaseException for the first that cannot be computed
    static void check(Case theCase, NodeMap nodes) {
        QuantityChecks checks = new QuantityChecks(theCase, nodes);
        for (FlowQuantity quantity : theCase.output().quantities()) {
            switch (quantity) {
                case FlowMean _ -> {}
                case ComponentMasses masses -> checks.masses(masses);
                case OfPhases ofPhases -> checks.phases(ofPhases);
            }
        }
        theCase.output().sections().forEach(checks::section);
        theCase.output().profiles().forEach(checks::profile);
    }

    /// Whether a run has a column of `output.sections` or `output.quantities` with this name.
    static boolean hasColumn(Case theCase, String name) {
        int dot = name.indexOf('.');
        String column = name.substring(dot + 1);
        boolean isOfSection = theCase.output().sections().stream()
                        .anyMatch(section -> dot > 0 && section.name().equals(name.substring(0, dot)))
                && SectionSums.columns(theCase).stream()
                        .anyMatch(one -> one.name().equals(column));
        return isOfSection
                || theCase.output().quantities().stream().anyMatch(quantity -> switch (quantity) {
                    case FlowMean mean -> mean.observable().equals(name);
                    case ComponentMasses _ ->
                        theCase.model().components().stream()
                                .anyMatch(one -> name.equals(ComponentMasses.observable(one)));
                    case PhaseVolumes _ ->
                        theCase.model().components().stream().anyMatch(one -> name.equals(one + ".volume"));
                    case InterfacePositions line ->
                        dot > 0
                                && line.name().equals(name.substring(0, dot))
                                && List.of("first", "last", "crossings").contains(column);
                    case ContactAngleAt angle -> angle.observable().equals(name);
                });
    }

    private void masses(ComponentMasses masses) {
        if (components.isEmpty()) {
            throw new CaseException(
                    "output.quantities: %s: only a mixture has components, whose masses these are. Remove it, or give fluid.components and model.mixture."
                            .formatted(masses.key()));
        }
    }

    private void phases(OfPhases quantity) {
        if (components.size() < 2) {
            throw new CaseException(
                    "output.quantities: %s: only a mixture of two or more components has phases that are told apart by the densest component. Remove it, or give fluid.components and model.mixture."
                            .formatted(quantity.key()));
        }
        if (box.size() > PhaseField.MOST_NODES) {
            throw new CaseException(
                    "output.quantities: %s: the box has %d nodes, and phases are computed in boxes of up to %d. Remove it, or use a coarser spacing."
                            .formatted(quantity.key(), box.size(), PhaseField.MOST_NODES));
        }
        quantity.component().filter(name -> !components.contains(name)).ifPresent(name -> {
            throw new CaseException("output.quantities: %s: no component is called %s. This fluid has %s."
                    .formatted(quantity.key(), name, nearest(name, components)));
        });
        switch (quantity) {
            case PhaseVolumes _ -> {}
            case InterfacePositions line -> line(line);
            case ContactAngleAt angle -> wall(angle);
        }
    }

    private void line(InterfacePositions line) {
        boolean needsDepth = line.axis() == 2 || line.through().stream().anyMatch(plane -> plane.axis() == 2);
        if (box.is2d() && needsDepth) {
            throw new CaseException(
                    "output.quantities: %s: the geometry is 2D and has no axis z. Use a line along x or y."
                            .formatted(line.key()));
        }
        int[] node = PhaseQuantities.node(line, box);
        boolean hasFluid = false;
        for (int k = 0; k < box.nodes(line.axis()); k++) {
            node[line.axis()] = k;
            hasFluid |= nodes.fluid().isFluid(node[0], node[1], node[2]);
        }
        if (!hasFluid) {
            throw new CaseException(
                    "output.quantities: %s: no fluid node is on the line. Give another place; the picture of `tessera geometry` shows which nodes are fluid."
                            .formatted(line.key()));
        }
    }

    private void wall(ContactAngleAt angle) {
        List<Surface> walls = nodes.surfaces().stream()
                .filter(surface -> surface.kind() == Surface.Kind.WALL)
                .toList();
        Surface wall = walls.stream()
                .filter(surface -> surface.name().equals(angle.wall()))
                .findFirst()
                .orElseThrow(() ->
                        new CaseException("output.quantities: %s: no wall is called %s. This geometry has %s."
                                .formatted(
                                        angle.key(),
                                        angle.wall(),
                                        nearest(
                                                angle.wall(),
                                                walls.stream()
                                                        .map(Surface::name)
                                                        .toList()))));
        try {
            FlatWall.of(nodes, wall);
        } catch (IllegalArgumentException notFlat) {
            throw new CaseException("output.quantities: %s: contact angles are those at flat walls, but %s."
                    .formatted(angle.key(), notFlat.getMessage()));
        }
    }

    private static String nearest(String word, List<String> known) {
        return known.isEmpty() ? "none" : String.join(", ", Spelling.nearestFirst(word, known));
    }

    private void section(FlowSection section) {
        String key = "output.sections." + section.name();
        if (box.is2d() && section.plane().axis() == 2) {
            throw new CaseException(
                    "%s: the geometry is 2D and has no planes across z. Use a plane across x or y.".formatted(key));
        }
        if (!section.region().hasFluid(nodes)) {
            throw new CaseException(
                    "%s: no fluid node is in it. The nodes extend from %s to %s; the picture of `tessera geometry` shows which are fluid."
                            .formatted(
                                    key,
                                    CaseChecks.first(nodes).inLengths(),
                                    CaseChecks.last(nodes).inLengths()));
        }
        List<String> taken = new ArrayList<>();
        nodes.surfaces().forEach(surface -> taken.add(surface.name()));
        theCase.output().probes().forEach(probe -> taken.add(probe.name()));
        taken.addAll(components);
        taken.addAll(List.of("velocity", "height", "froude", "order_parameter", "wall_shear_stress"));
        if (taken.contains(section.name())) {
            throw new CaseException(
                    "%s: columns of log.csv begin with this name, and those of a wall, an opening, a probe, a component or the whole flow do already. Use another name."
                            .formatted(key));
        }
    }

    private void profile(FlowProfile profile) {
        if (box.is2d() && profile.axis() == 2) {
            throw new CaseException("output.profiles: z: the geometry is 2D and has no planes across z. Use x or y.");
        }
        for (ResultField field : profile.fields()) {
            if (field instanceof WallShearStress) {
                throw new CaseException(
                        "output.profiles: %s %s: only nodes beside walls have this field. Remove it; shear-rate has values at all nodes."
                                .formatted(field.key(), profile.axisName()));
            }
        }
    }
}
