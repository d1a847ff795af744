package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.field.WallTraction;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Wall shear stress: the tangential part of the traction that the fluid next to a wall exerts on it,
/// `t = sigma n - (n . sigma n) n` with the deviatoric (non-equilibrium) stress and the normal n of the wall into
/// the fluid. The stress of the node next to the wall is not used: staircase bounce-back makes it inaccurate (in an
/// oblique tube it scatters by 16 % at any resolution, so that its mean does not converge). The stress one and two
/// spacings further inside along the normal has the accuracy of the walls, and is extrapolated linearly to the
/// wall.
///
/// Walls at their distances do not have this defect: the stress of the node itself and of the next one inside are
/// extrapolated along a link.
///
/// The traction is linear in the stress, so that not all components of the stress need to be in memory at the same
/// time: see [#observed].
final class WallStress {
    /// The order in which components of the stress are added: terms of `sigma n` come in the order of the axes of n.
    private static final int[] ORDER = {0, 3, 1, 4, 5, 2};
    private static final int[] ORDER_2D = {0, 3, 1};

    /// The two axes of each component.
    private static final int[][] AXES = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

    /// The memory per fluid node for components of the stress and sums at walls, where components are observed
    /// one after the other; at least one is.
    private static final int BYTES_PER_NODE = 24;

    /// At a node beside a wall, at most: the sums, whether there is a second one, the node's number, the magnitude.
    static final int BYTES_AT_WALL = 2 * 3 * Double.BYTES + 2 + Integer.BYTES + Double.BYTES;

    private static final int BLOCK = 4096;

    private final Simulation simulation;
    private final NodeMap nodes;
    private final CountedWalls walls;
    private final boolean interpolated;
    private final double[][] near; // [axis][entry of walls] sigma n, at the wall or one spacing inside
    private final double[][] far; // two spacings inside; without entries for interpolated walls
    private final boolean[] hasFar;

    private WallStress(Simulation simulation) {
        this.simulation = simulation;
        this.nodes = simulation.nodes();
        this.walls = simulation.countedWalls();
        this.interpolated = simulation.boundaries().walls() != WallScheme.HALF_WAY;
        int count = walls.boundaryNodes().length;
        this.near = new double[3][count];
        this.far = new double[3][interpolated ? 0 : count];
        this.hasFar = new boolean[count];
    }

    /// @param stressPa `[xx, yy, zz, xy, xz, yz][fluid node]`
    static WallTraction of(Simulation simulation, double[][] stressPa) {
        WallStress stress = new WallStress(simulation);
        stress.add(ORDER, Arrays.stream(ORDER).mapToObj(c -> stressPa[c]).toArray(double[][]::new));
        return stress.traction();
    }

    /// Observes the present flow, a few components of the stress at a time.
    static WallTraction observed(Simulation simulation) {
        WallStress stress = new WallStress(simulation);
        VelocitySet lattice = simulation.theCase().model().lattice();
        int[] order = lattice.dimensions() == 2 ? ORDER_2D : ORDER;
        List<String> all = Quantities.stress(lattice);
        int[] place = Arrays.stream(order).sorted().toArray(); // of the names of `all`
        double[][] values = new double[stress.componentsAtOnce(order.length)]
                [simulation.execution().fluidNodes()];
        for (int first = 0; first < order.length; first += values.length) {
            int[] some = Arrays.copyOfRange(order, first, Math.min(order.length, first + values.length));
            List<String> names = Arrays.stream(some)
                    .mapToObj(c -> all.get(Arrays.binarySearch(place, c)))
                    .toList();
            double[][] observed = Arrays.copyOf(values, some.length); // the last ones can be fewer
            simulation.execution().observe(all, names, observed);
            for (double[] component : observed) {
                stress.toPa(component);
            }
            stress.add(some, observed);
        }
        return stress.traction();
    }

    private int componentsAtOnce(int components) {
        return componentsAtOnce(components, nodes.fluid().count(), hasFar.length);
    }

    /// The components of an observation, all that are observed at once.
    /// @param wallNodes that touch walls, or more
    static long componentBytes(VelocitySet lattice, long fluidNodes, long wallNodes) {
        return Double.BYTES * fluidNodes * componentsAtOnce(lattice.dimensions() == 2 ? 3 : 6, fluidNodes, wallNodes);
    }

    private static int componentsAtOnce(int components, long fluidNodes, long wallNodes) {
        double atWalls = 2.0 * 3 * Double.BYTES * wallNodes / Math.max(1, fluidNodes);
        int most = Math.clamp((long) ((BYTES_PER_NODE - atWalls) / Double.BYTES), 1, components);
        return Math.ceilDiv(components, Math.ceilDiv(components, most));
    }

    private void toPa(double[] values) {
        double unit = simulation.units().stressUnitPa();
        forEach(values.length, n -> values[n] *= unit);
    }

    private void forEach(int count, IntConsumer work) {
        ParallelLoop.over(simulation.workers(), Math.ceilDiv(count, BLOCK), block -> {
            for (int k = block * BLOCK; k < Math.min(count, (block + 1) * BLOCK); k++) {
                work.accept(k);
            }
        });
    }

    /// Adds the terms of some components.
    /// @param components a part of [#ORDER]; those before it have been added
    /// @param stressPa `[component][fluid node]`
    private void add(int[] components, double[][] stressPa) {
        forEach(hasFar.length, k -> {
            int b = walls.boundaryNodes()[k];
            double[] normal = normal(b);
            double[][] stress = Arrays.copyOf(stressPa, components.length);
            if (interpolated) {
                add(components, alongLink(stress, b, normal), normal, near, k);
                return;
            }
            double[] once = inwards(stress, b, normal, 1);
            add(components, once == null ? at(stress, (int) nodes.links().node(b)) : once, normal, near, k);
            double[] twice = once == null ? null : inwards(stress, b, normal, 2);
            if (twice != null) {
                add(components, twice, normal, far, k);
                hasFar[k] = true;
            }
        });
    }

    /// Adds terms to `sigma n` of entry k.
    private static void add(int[] components, double[] stress, double[] normal, double[][] sums, int k) {
        for (int c = 0; c < components.length; c++) {
            int one = AXES[components[c]][0];
            int other = AXES[components[c]][1];
            addTo(sums[one], k, stress[c], normal, other);
            if (one != other) {
                addTo(sums[other], k, stress[c], normal, one);
            }
        }
    }

    private static void addTo(double[] sum, int k, double stress, double[] normal, int axis) {
        double term = stress * normal[axis];
        sum[k] = axis == 0 ? term : sum[k] + term;
    }

    private double[] normal(int b) {
        var links = nodes.links();
        return new double[] {links.normal(b, 0), links.normal(b, 1), links.normal(b, 2)};
    }

    /// The traction, after all components have been added; the sums are used again for it.
    private WallTraction traction() {
        double[] magnitude = new double[hasFar.length];
        forEach(hasFar.length, k -> {
            int b = walls.boundaryNodes()[k];
            double[] normal = normal(b);
            double[] t = tangential(near, k, normal);
            if (hasFar[k]) {
                double[] further = tangential(far, k, normal);
                double distance = 1 + distanceToWall(nodes, b, normal);
                for (int axis = 0; axis < 3; axis++) {
                    t[axis] += distance * (t[axis] - further[axis]);
                }
            }
            for (int axis = 0; axis < 3; axis++) {
                near[axis][k] = t[axis];
            }
            magnitude[k] = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        });
        return new WallTraction(walls.boundaryNodes(), near, magnitude, walls.counted());
    }

    private static double[] tangential(double[][] sums, int k, double[] normal) {
        double x = sums[0][k];
        double y = sums[1][k];
        double z = sums[2][k];
        double along = x * normal[0] + y * normal[1] + z * normal[2];
        return new double[] {x - along * normal[0], y - along * normal[1], z - along * normal[2]};
    }

    /// At an interpolated wall: the stress of the node and of the next one, extrapolated linearly along the cut
    /// link that is closest to the wall's normal, whether or not the lattice has its direction.
    private double[] alongLink(double[][] stressPa, int b, double[] normal) {
        var links = nodes.links();
        int chosen = -1;
        double closest = Double.NEGATIVE_INFINITY;
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            Velocity c = Velocity.ofCode(links.code(link));
            double length = Math.sqrt(c.x() * c.x() + c.y() * c.y() + c.z() * c.z());
            double cosine = -(c.x() * normal[0] + c.y() * normal[1] + c.z() * normal[2]) / length;
            if (cosine > closest) {
                closest = cosine;
                chosen = link;
            }
        }
        double[] stress = at(stressPa, (int) links.node(b));
        if (chosen >= 0) {
            Velocity back = Velocity.ofCode(links.code(chosen)).opposite();
            var box = nodes.box();
            long here = nodes.fluid().boxIndex(links.node(b));
            long next = box.neighbour(box.x(here), box.y(here), box.z(here), back.x(), back.y(), back.z());
            long number = next < 0 ? -1 : nodes.fluid().number(next);
            if (number >= 0) {
                double[] inside = at(stressPa, (int) number);
                for (int k = 0; k < stress.length; k++) {
                    stress[k] += links.distance(chosen) * (stress[k] - inside[k]);
                }
            }
        }
        return stress;
    }

    /// In spacings: the mean over cut links that point toward the wall.
    private static double distanceToWall(NodeMap nodes, int b, double[] normal) {
        var links = nodes.links();
        double sum = 0;
        double weights = 0;
        for (int link = links.firstLink(b); link < links.endLink(b); link++) {
            int code = links.code(link);
            double toward = -((code % 3 - 1) * normal[0] + (code / 3 % 3 - 1) * normal[1] + (code / 9 - 1) * normal[2]);
            if (toward > 0) {
                sum += toward * toward * links.distance(link);
                weights += toward;
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }

    /// The stress some spacings along the normal, linear between fluid nodes; null where less than half of
    /// the weight is fluid.
    private double @Nullable [] inwards(double[][] stressPa, int b, double[] normal, double spacings) {
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(nodes.links().node(b));
        double[] place = {
            box.x(at) + spacings * normal[0], box.y(at) + spacings * normal[1], box.z(at) + spacings * normal[2]
        };
        int[] base = {(int) Math.floor(place[0]), (int) Math.floor(place[1]), (int) Math.floor(place[2])};
        double[] sum = new double[stressPa.length];
        double weights = 0;
        for (int corner = 0; corner < 8; corner++) {
            double weight = 1;
            int[] step = {corner & 1, corner >> 1 & 1, corner >> 2};
            for (int axis = 0; axis < 3; axis++) {
                double part = place[axis] - base[axis];
                weight *= step[axis] == 0 ? 1 - part : part;
            }
            long number = weight < 1e-12
                    ? -1
                    : nodes.fluid().number(box.neighbour(base[0], base[1], base[2], step[0], step[1], step[2]));
            if (number >= 0) {
                weights += weight;
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += weight * stressPa[k][(int) number];
                }
            }
        }
        if (weights < 0.5) {
            return null;
        }
        for (int k = 0; k < sum.length; k++) {
            sum[k] /= weights;
        }
        return sum;
    }

    private static double[] at(double[][] stressPa, int n) {
        double[] s = new double[stressPa.length];
        for (int k = 0; k < s.length; k++) {
            s[k] = stressPa[k][n];
        }
        return s;
    }
}
