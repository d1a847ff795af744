package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Cylinder;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.HalfSpace;
import dev.tessera.geometry.shape.Named;
import dev.tessera.geometry.shape.OpeningFace;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Trt;
import dev.tessera.solver.Boundary.Flow;
import dev.tessera.solver.Boundary.Profile;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.solver.boundary.PressureOpening;
import dev.tessera.solver.boundary.VelocityOpening;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A circular tube along (1, 2, 3) with link-wise openings, against Hagen–Poiseuille.
final class ObliqueTube implements ValidationSuite {
    static final String SOURCE = "Hagen–Poiseuille";
    private static final String PLANE = "distance of the outlet's pressure from its plane, spacings";
    private static final double PLANE_SPACINGS = 0.6; // a bound in spacings at every resolution: first order
    private static final double RADIUS_M = 0.5e-3;
    private static final double LENGTH_M = 4e-3;
    private static final double DENSITY = 1000;
    private static final double VISCOSITY = 1e-6;
    private static final double FLOW_M3_PER_S = Math.PI * RADIUS_M * RADIUS_M * 0.01; // mean 1 cm/s, Re 10

    @Override
    public String key() {
        return "oblique-tube";
    }

    @Override
    public String title() {
        return "tube along (1,2,3) with openings of any orientation, " + SOURCE;
    }

    @Override
    public List<ValidationCase> cases(boolean full) {
        return List.of(new ValidationCase("D3Q19 trt", this::rows));
    }

    private List<ValidationRow> rows(Laboratory laboratory) throws IOException {
        double[] coarse = errors(laboratory, 24, WallScheme.HALF_WAY);
        String setup = "D3Q19 trt, 24 nodes per diameter";
        List<ValidationRow> rows = new ArrayList<>();
        rows.add(ValidationRow.error(key(), setup, "pressure drop, relative error", coarse[0], SOURCE, 0.04));
        rows.add(ValidationRow.error(key(), setup, "mean wall shear stress, relative error", coarse[1], SOURCE, 0.07));
        rows.add(ValidationRow.error(key(), setup, "flow rate - requested, relative", coarse[2], SOURCE, 1e-3));
        rows.add(ValidationRow.error(key(), setup, PLANE, Math.abs(coarse[3]), SOURCE, PLANE_SPACINGS));
        if (laboratory.full()) {
            double[] fine = errors(laboratory, 48, WallScheme.HALF_WAY);
            String finer = "D3Q19 trt, 48 nodes per diameter";
            rows.add(ValidationRow.error(key(), finer, PLANE, Math.abs(fine[3]), SOURCE, PLANE_SPACINGS));
            rows.add(ValidationRow.error(
                    key(), finer, "pressure drop, relative error (falling)", fine[0], SOURCE, coarse[0]));
            rows.add(ValidationRow.error(
                    key(), finer, "mean wall shear stress, relative error (falling)", fine[1], SOURCE, coarse[1]));
        }
        return rows;
    }

    /// Relative errors of pressure gradient, mean wall shear stress (both in the middle half) and flow rate;
    /// distance from the outlet's plane, in spacings, where the line through the middle half's pressure reaches
    /// the outlet's pressure.
    static double[] errors(Laboratory laboratory, int nodesPerDiameter, WallScheme walls) throws IOException {
        double dx = 2 * RADIUS_M / nodesPerDiameter;
        Vec along = new Vec(1, 2, 3).unit();
        Vec from = new Vec(1, 1, 1).times(RADIUS_M + 2 * dx);
        Vec to = from.plus(along.times(LENGTH_M));
        Vec size = to.plus(new Vec(1, 1, 1).times(RADIUS_M + 2 * dx));
        Case theCase = Case.named("oblique-tube")
                .geometry(ShapeSource.in(Domain.enclosed(size, Side.wall("box")))
                        .fluid(tube(from, to))
                        .opening(OpeningFace.ofTube("inlet", to, from, RADIUS_M))
                        .opening(OpeningFace.ofTube("outlet", from, to, RADIUS_M)))
                .spacingM(dx)
                .fluid(DENSITY, VISCOSITY)
                .collision(new Trt())
                .walls(walls)
                .boundary(
                        "inlet",
                        new VelocityOpening(
                                new Flow.FlowRate(Value.of(FLOW_M3_PER_S)), Profile.PARABOLIC, Scheme.AUTO, 0))
                .boundary("outlet", new PressureOpening(Value.ZERO, Scheme.AUTO, 0, false, null))
                .latticeSpeed(0.05)
                .steady(1e-6)
                .atMostS(10)
                .build();
        return laboratory.solve(theCase, solution -> {
            double viscosity = DENSITY * VISCOSITY;
            double gradient = 8 * viscosity * FLOW_M3_PER_S / (Math.PI * Math.pow(RADIUS_M, 4));
            double stress = 4 * viscosity * FLOW_M3_PER_S / (Math.PI * Math.pow(RADIUS_M, 3));
            double flow = solution.observable("inlet.flow_rate");
            Line line = pressureLine(solution, from, along);
            return new double[] {
                Math.abs(-line.slope() - gradient) / gradient,
                Math.abs(meanWallShearStress(solution, from, along) - stress) / stress,
                Math.abs(flow - FLOW_M3_PER_S) / FLOW_M3_PER_S,
                line.at(LENGTH_M) / line.slope() / dx
            };
        });
    }

    private static Shape tube(Vec from, Vec to) {
        Vec along = to.minus(from);
        return new Cylinder(from, along, RADIUS_M)
                .and(new Named(new HalfSpace(to, along), "outlet"))
                .and(new Named(new HalfSpace(from, along.times(-1)), "inlet"));
    }

    private static boolean isInMiddle(double along) {
        return along > 0.25 * LENGTH_M && along < 0.75 * LENGTH_M;
    }

    /// Least squares over the nodes of the middle half.
    private static Line pressureLine(Laboratory.Solution solution, Vec from, Vec along) {
        var nodes = solution.simulation().nodes();
        double[] p = solution.snapshot().pressurePa();
        double count = 0;
        double s1 = 0;
        double p1 = 0;
        double ss = 0;
        double sp = 0;
        for (int n = 0; n < p.length; n++) {
            double s = NodeCoordinates.of(nodes, n).minus(from).dot(along);
            if (isInMiddle(s)) {
                count++;
                s1 += s;
                p1 += p[n];
                ss += s * s;
                sp += s * p[n];
            }
        }
        double slope = (count * sp - s1 * p1) / (count * ss - s1 * s1);
        return new Line(slope, (p1 - slope * s1) / count);
    }

    /// @param start value at 0
    private record Line(double slope, double start) {
        double at(double place) {
            return start + slope * place;
        }
    }

    private static double meanWallShearStress(Laboratory.Solution solution, Vec from, Vec along) {
        var nodes = solution.simulation().nodes();
        var wall = solution.snapshot().wallShearStress();
        double sum = 0;
        int count = 0;
        for (int k = 0; k < wall.boundaryNodes().length; k++) {
            int n = (int) nodes.links().node(wall.boundaryNodes()[k]);
            if (isInMiddle(NodeCoordinates.of(nodes, n).minus(from).dot(along))) {
                sum += wall.magnitudePa()[k];
                count++;
            }
        }
        return sum / count;
    }
}
