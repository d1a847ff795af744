package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.ParallelLoop;
import dev.tessera.model.Velocity;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.solver.field.WallTraction;
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
final class WallStress {
    private WallStress() {}

    /// @param stressPa `[xx, yy, zz, xy, xz, yz][fluid node]`
    static WallTraction of(Simulation simulation, double[][] stressPa) {
        CountedWalls walls = simulation.countedWalls();
        int[] boundaryNodes = walls.boundaryNodes();
        int count = boundaryNodes.length;
        boolean interpolated = simulation.boundaries().walls() != WallScheme.HALF_WAY;
        double[][] vector = new double[3][count];
        double[] magnitude = new double[count];
        ParallelLoop.over(simulation.workers(), (count + 4095) / 4096, block -> {
            for (int k = block * 4096; k < Math.min(boundaryNodes.length, (block + 1) * 4096); k++) {
                int b = boundaryNodes[k];
                double[] t = interpolated
                        ? alongLink(simulation.nodes(), stressPa, b)
                        : traction(simulation.nodes(), stressPa, b);
                for (int axis = 0; axis < 3; axis++) {
                    vector[axis][k] = t[axis];
                }
                magnitude[k] = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
            }
        });
        return new WallTraction(boundaryNodes, vector, magnitude, walls.counted());
    }

    /// At an interpolated wall: the stress of the node and of the next one, extrapolated linearly along the cut
    /// link that is closest to the wall's normal, whether or not the lattice has its direction.
    private static double[] alongLink(NodeMap nodes, double[][] stressPa, int b) {
        var links = nodes.links();
        double[] normal = {links.normal(b, 0), links.normal(b, 1), links.normal(b, 2)};
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
                for (int k = 0; k < 6; k++) {
                    stress[k] += links.distance(chosen) * (stress[k] - inside[k]);
                }
            }
        }
        return tangential(stress, normal);
    }

    /// At the wall, from one and two spacings along the normal; the nearest value where the fluid is thinner.
    private static double[] traction(NodeMap nodes, double[][] stressPa, int b) {
        var links = nodes.links();
        double[] normal = {links.normal(b, 0), links.normal(b, 1), links.normal(b, 2)};
        double[] near = inwards(nodes, stressPa, b, normal, 1);
        if (near == null) {
            return tangential(at(stressPa, (int) links.node(b)), normal);
        }
        double[] traction = tangential(near, normal);
        double[] far = inwards(nodes, stressPa, b, normal, 2);
        if (far != null) {
            double[] further = tangential(far, normal);
            double distance = 1 + distanceToWall(nodes, b, normal);
            for (int axis = 0; axis < 3; axis++) {
                traction[axis] += distance * (traction[axis] - further[axis]);
            }
        }
        return traction;
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
    private static double @Nullable [] inwards(
            NodeMap nodes, double[][] stressPa, int b, double[] normal, double spacings) {
        var box = nodes.box();
        long at = nodes.fluid().boxIndex(nodes.links().node(b));
        double[] place = {
            box.x(at) + spacings * normal[0], box.y(at) + spacings * normal[1], box.z(at) + spacings * normal[2]
        };
        int[] base = {(int) Math.floor(place[0]), (int) Math.floor(place[1]), (int) Math.floor(place[2])};
        double[] sum = new double[6];
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
                for (int k = 0; k < 6; k++) {
                    sum[k] += weight * stressPa[k][(int) number];
                }
            }
        }
        if (weights < 0.5) {
            return null;
        }
        for (int k = 0; k < 6; k++) {
            sum[k] /= weights;
        }
        return sum;
    }

    private static double[] at(double[][] stressPa, int n) {
        double[] s = new double[6];
        for (int k = 0; k < 6; k++) {
            s[k] = stressPa[k][n];
        }
        return s;
    }

    /// @param s `[xx, yy, zz, xy, xz, yz]`
    private static double[] tangential(double[] s, double[] normal) {
        double x = s[0] * normal[0] + s[3] * normal[1] + s[4] * normal[2];
        double y = s[3] * normal[0] + s[1] * normal[1] + s[5] * normal[2];
        double z = s[4] * normal[0] + s[5] * normal[1] + s[2] * normal[2];
        double along = x * normal[0] + y * normal[1] + z * normal[2];
        return new double[] {x - along * normal[0], y - along * normal[1], z - along * normal[2]};
    }
}
