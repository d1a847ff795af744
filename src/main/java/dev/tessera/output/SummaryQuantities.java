package dev.tessera.output;

import dev.tessera.geometry.Opening;
import dev.tessera.solver.FlowScale;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import java.util.LinkedHashMap;
import java.util.Map;

/// The numbers of `summary.json` that have a unit: each is an object of `value` and `unit`.
final class SummaryQuantities {
    private SummaryQuantities() {}

    static Map<String, Object> quantity(double value, String unit) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("value", value);
        json.put("unit", unit);
        return json;
    }

    /// The parameters of the run.
    static Map<String, Object> parameters(Simulation simulation, RunResult result) {
        var fluid = simulation.theCase().fluid();
        FlowScale scale = result.scale();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("spacing", quantity(simulation.nodes().spacingM(), "m"));
        json.put("time_step", quantity(simulation.units().timeStepS(), "s"));
        json.put("time", quantity(simulation.timeS(), "s"));
        json.put("wall_time", quantity(result.wallS(), "s"));
        json.put("memory", quantity((double) simulation.memoryBytes(), "B"));
        json.put("density", quantity(fluid.densityKgPerM3(), "kg/m3"));
        json.put("viscosity", quantity(fluid.viscosityM2PerS(), "m2/s"));
        json.put("dynamic_viscosity", quantity(fluid.viscosityM2PerS() * fluid.densityKgPerM3(), "Pa.s"));
        json.put("reynolds_velocity", named(scale.numbers().speedMPerS(), "m/s", scale.velocityIs()));
        json.put("reynolds_length", named(scale.numbers().lengthM(), "m", scale.lengthIs()));
        return json;
    }

    private static Map<String, Object> named(double value, String unit, String is) {
        Map<String, Object> json = quantity(value, unit);
        json.put("is", is);
        return json;
    }

    /// Areas of openings; in 2D per metre of depth.
    static Map<String, Object> openings(Simulation simulation) {
        boolean flat = simulation.nodes().box().is2d();
        Map<String, Object> json = new LinkedHashMap<>();
        for (Opening opening : simulation.nodes().openings()) {
            Map<String, Object> numbers = new LinkedHashMap<>();
            numbers.put("area", quantity(opening.areaM2(), flat ? "m2/m" : "m2"));
            numbers.put(flat ? "width" : "diameter", quantity(2 * opening.radiusM(), "m"));
            numbers.put("extension", quantity(opening.extensionM(), "m"));
            json.put(opening.name(), numbers);
        }
        return json;
    }
}
