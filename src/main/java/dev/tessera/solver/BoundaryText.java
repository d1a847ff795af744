package dev.tessera.solver;

import java.util.List;
import java.util.Locale;

/// A boundary condition as one line of text; equal conditions have equal text.
final class BoundaryText {
    private BoundaryText() {}

    static String of(int surface, BoundaryPlan plan) {
        return switch (plan.boundary(surface)) {
            case Boundary.Wall w -> "resting wall";
            case Boundary.MixedWall w -> "mixed wall";
            case Boundary.MovingWall(List<Value> velocity) -> "moving wall, velocity " + ValueText.of(velocity, "m/s");
            case Boundary.VelocityOpening v ->
                "%s, profile %s, %s%s"
                        .formatted(
                                flow(v.flow()),
                                v.profile().name().toLowerCase(Locale.ROOT),
                                scheme(plan.isZouHe(surface, v.scheme())),
                                ramp(v.rampS()));
            case Boundary.PressureOpening p ->
                "pressure %s, %s%s%s%s"
                        .formatted(
                                ValueText.of(p.pressurePa(), "Pa"),
                                scheme(plan.isZouHe(surface, p.scheme())),
                                ramp(p.rampS()),
                                p.backflowGuard() ? ", backflow guard" : "",
                                p.sponge() instanceof Boundary.Sponge(double lengthM, double factor)
                                        ? ", sponge of %s m and factor %s".formatted(lengthM, factor)
                                        : "");
        };
    }

    private static String flow(Boundary.Flow flow) {
        return switch (flow) {
            case Boundary.Flow.MeanVelocity(Value v) -> "mean velocity " + ValueText.of(v, "m/s");
            case Boundary.Flow.PeakVelocity(Value v) -> "peak velocity " + ValueText.of(v, "m/s");
            case Boundary.Flow.FlowRate(Value v) -> "flow rate " + ValueText.of(v, "m3/s");
            case Boundary.Flow.VelocityField(List<Value> v) -> "velocity " + ValueText.of(v, "m/s");
        };
    }

    private static String scheme(boolean zouHe) {
        return "scheme " + (zouHe ? "zou-he" : "link-wise");
    }

    private static String ramp(double rampS) {
        return rampS > 0 ? ", ramp " + rampS + " s" : "";
    }
}
