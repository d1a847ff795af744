package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.reduce.NodeList;
import dev.tessera.kernel.reduce.Reduced;
import dev.tessera.kernel.reduce.Totals;
import dev.tessera.model.mixture.Mixture;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// Means over the fluid nodes of a section, which the device reduces. Each node has an area of one spacing squared, and
/// half of it on a symmetry side that the section meets.
final class SectionSums {
    private final Simulation simulation;
    private final FlowSection section;
    private final List<Part> parts = new ArrayList<>();
    private final double area; // in nodes

    /// A column of a table or a quantity of the log; its full name is that of the section, a dot, and its own.
    record Column(String name, String unit, Value value) {}

    /// The value of a column.
    @FunctionalInterface
    interface Value {
        double of(SectionSums sums, Reduced reduced);
    }

    /// Nodes of which the same share is inside.
    private record Part(double share, Totals totals) {}

    SectionSums(Simulation simulation, FlowSection section) {
        this.simulation = simulation;
        this.section = section;
        var theCase = simulation.theCase();
        List<String> sums = new ArrayList<>(Quantities.velocity(theCase.model().lattice()));
        sums.add(Quantities.DENSITY);
        theCase.model().components().forEach(component -> sums.add(Mixture.densityOf(component)));
        double found = 0;
        long[][] nodes = nodes();
        for (int sides = 0; sides < nodes.length; sides++) {
            if (nodes[sides].length > 0) {
                double share = Math.scalb(1.0, -sides);
                found += share * nodes[sides].length;
                parts.add(new Part(share, Totals.over(NodeList.of(nodes[sides]), sums, List.of())));
            }
        }
        this.area = found;
    }

    /// Fluid numbers, ascending, by the number of symmetry sides that the section meets there.
    private long[][] nodes() {
        NodeMap map = simulation.nodes();
        List<LongStream.Builder> found = List.of(LongStream.builder(), LongStream.builder(), LongStream.builder());
        OutputRegion.Range range = section.region().in(map).orElseThrow();
        int[] first = range.first();
        int[] count = range.count();
        for (int z = first[2]; z < first[2] + count[2]; z++) {
            for (int y = first[1]; y < first[1] + count[1]; y++) {
                for (int x = first[0]; x < first[0] + count[0]; x++) {
                    long at = map.box().index(x, y, z);
                    if (map.fluid().isFluid(at)) {
                        double share = simulation
                                .boundaries()
                                .symmetry()
                                .shareAcross(at, section.plane().axis());
                        found.get(-Math.getExponent(share)).add(map.fluid().number(at));
                    }
                }
            }
        }
        return found.stream().map(numbers -> numbers.build().toArray()).toArray(long[][]::new);
    }

    /// What the device has to reduce.
    List<Totals> wanted() {
        return parts.stream().map(Part::totals).toList();
    }

    /// The columns of a section of a case, in their order.
    static List<Column> columns(Case theCase) {
        var model = theCase.model();
        boolean isFlat = model.lattice().dimensions() == 2;
        List<String> velocity = Quantities.velocity(model.lattice());
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("area", isFlat ? "m2/m" : "m2", (sums, reduced) -> sums.areaSi()));
        boolean isShallow = model.shallowWater().isPresent();
        if (!isShallow) {
            columns.add(new Column("flow_rate", isFlat ? "m2/s" : "m3/s", SectionSums::flowRate));
        }
        for (int axis = 0; axis < velocity.size(); axis++) {
            String component = velocity.get(axis);
            columns.add(new Column(
                    "mean_velocity_" + "xyz".charAt(axis),
                    "m/s",
                    (sums, reduced) -> sums.simulation.units().velocityMPerS(sums.mean(reduced, component))));
        }
        columns.add(
                isShallow
                        ? new Column("mean_height", "m", SectionSums::height)
                        : new Column("mean_pressure", "Pa", SectionSums::pressure));
        for (String component : model.components()) {
            columns.add(new Column(
                    "mean_density_" + component,
                    "kg/m3",
                    (sums, reduced) -> sums.mean(reduced, Mixture.densityOf(component))
                            * sums.simulation.units().densityKgPerM3()));
        }
        return columns;
    }

    /// @param reduced contains [#wanted]
    List<Observable> of(Reduced reduced) {
        return columns(simulation.theCase()).stream()
                .map(column -> new Observable(
                        section.name() + "." + column.name(), column.value().of(this, reduced), column.unit()))
                .toList();
    }

    private double areaSi() {
        double dx = simulation.nodes().spacingM();
        return area * (simulation.theCase().model().lattice().dimensions() == 2 ? dx : dx * dx);
    }

    private double flowRate(Reduced reduced) {
        var lattice = simulation.theCase().model().lattice();
        String through = Quantities.velocity(lattice).get(section.plane().axis());
        return simulation.units().flowRateSi(sum(reduced, through), lattice.dimensions());
    }

    private double height(Reduced reduced) {
        return mean(reduced, Quantities.DENSITY) * simulation.heightUnitM().orElseThrow();
    }

    private double pressure(Reduced reduced) {
        return simulation.units().pressurePa(mean(reduced, Quantities.DENSITY));
    }

    private double mean(Reduced reduced, String quantity) {
        return sum(reduced, quantity) / area;
    }

    private double sum(Reduced reduced, String quantity) {
        double sum = 0;
        for (Part part : parts) {
            sum += part.share() * reduced.of(part.totals()).sum(quantity);
        }
        return sum;
    }
}
