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
    private final List<String> components; // of a mixture
    private final List<Part> parts = new ArrayList<>();
    private final double area; // in nodes

    /// Nodes of which the same share is inside.
    private record Part(double share, Totals totals) {}

    SectionSums(Simulation simulation, FlowSection section) {
        this.simulation = simulation;
        this.section = section;
        var theCase = simulation.theCase();
        this.components = theCase.model().components();
        List<String> sums = new ArrayList<>(Quantities.velocity(theCase.model().lattice()));
        sums.add(Quantities.DENSITY);
        components.forEach(component -> sums.add(Mixture.densityOf(component)));
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

    /// @param reduced contains [#wanted]
    List<Observable> of(Reduced reduced) {
        var units = simulation.units();
        var lattice = simulation.theCase().model().lattice();
        List<Observable> found = new ArrayList<>();
        boolean isFlat = lattice.dimensions() == 2;
        double dx = simulation.nodes().spacingM();
        String name = section.name();
        List<String> velocity = Quantities.velocity(lattice);
        double through = sum(reduced, velocity.get(section.plane().axis()));
        found.add(new Observable(name + ".area", area * (isFlat ? dx : dx * dx), isFlat ? "m2/m" : "m2"));
        if (simulation.heightUnitM().isEmpty()) {
            double rate = units.flowRateSi(through, lattice.dimensions());
            found.add(new Observable(name + ".flow_rate", rate, isFlat ? "m2/s" : "m3/s"));
        }
        for (int axis = 0; axis < velocity.size(); axis++) {
            double mean = units.velocityMPerS(sum(reduced, velocity.get(axis)) / area);
            found.add(new Observable(name + ".mean_velocity_" + "xyz".charAt(axis), mean, "m/s"));
        }
        double density = sum(reduced, Quantities.DENSITY) / area;
        found.add(simulation
                .heightUnitM()
                .map(unitM -> new Observable(name + ".mean_height", density * unitM, "m"))
                .orElseGet(() -> new Observable(name + ".mean_pressure", units.pressurePa(density), "Pa")));
        for (String component : components) {
            double mean = sum(reduced, Mixture.densityOf(component)) / area * units.densityKgPerM3();
            found.add(new Observable(name + ".mean_density_" + component, mean, "kg/m3"));
        }
        return found;
    }

    private double sum(Reduced reduced, String quantity) {
        double sum = 0;
        for (Part part : parts) {
            sum += part.share() * reduced.of(part.totals()).sum(quantity);
        }
        return sum;
    }
}
