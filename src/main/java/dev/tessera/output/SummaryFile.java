package dev.tessera.output;

import dev.tessera.solver.Observable;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes `summary.json`: what was computed, how, and what came out. Keys are fixed; scripts rely on them.
public final class SummaryFile {
    private static final int SCHEMA = 1;

    private SummaryFile() {}

    /// @param version of Tessera
    /// @param device as `--device` names it, `backend` what computed
    /// @param outputs files, relative to the folder
    public static void write(
            Path folder,
            Simulation simulation,
            RunResult result,
            String version,
            String device,
            String backend,
            List<String> outputs)
            throws IOException {
        String text = Json.text(content(simulation, result, version, device, backend, outputs));
        WholeFile.write(folder.resolve("summary.json"), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    static Map<String, Object> content(
            Simulation simulation,
            RunResult result,
            String version,
            String device,
            String backend,
            List<String> outputs) {
        var theCase = simulation.theCase();
        var nodes = simulation.nodes();
        var numbers = simulation.numbers();
        var storage = simulation.storageFacts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("version", version);
        json.put("case", theCase.name());
        json.put("title", theCase.title());
        json.put("steps", simulation.steps());
        json.put("time_s", simulation.timeS());
        json.put("dx_m", nodes.spacingM());
        json.put("dt_s", simulation.units().timeStepS());
        boolean known = numbers.speedMPerS() > 0; // a speed that nobody gave is not 0
        json.put("reynolds", known ? numbers.reynolds() : null);
        json.put("mach", known ? numbers.mach() : null);
        json.put("grid_reynolds", known ? numbers.gridReynolds() : null);
        json.put("relaxation_time", numbers.relaxationTime());
        json.put("nodes", nodes.box().size());
        json.put("fluid_nodes", nodes.fluid().count());
        json.put("porosity", nodes.porosityWithout(theCase.geometry().bufferNodes()));
        json.put("porosity_with_buffer", nodes.porosity());
        json.put("tiles", storage.tiles());
        json.put("tile_utilisation", storage.tileUtilisation());
        json.put("addressing", storage.addressing());
        json.put("pattern", storage.pattern());
        json.put("lattice", theCase.model().lattice().name());
        json.put("collision", theCase.model().collision().key());
        json.put("equilibrium", theCase.model().equilibrium().key());
        json.put("precision", storage.precision());
        json.put("device", device);
        json.put("backend", backend);
        json.put("memory_bytes", simulation.memoryBytes());
        json.put("mlups", result.mlups());
        json.put("wall_s", result.wallS());
        json.put("converged", result.converged());
        json.put("stop_reason", result.stopReason());
        json.put("residual", result.residual());
        json.put("observables", observables(result.observables()));
        json.put("outputs", outputs);
        json.put("warnings", result.warnings());
        return json;
    }

    private static Map<String, Object> observables(List<Observable> observables) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Observable observable : observables) {
            Map<String, Object> value = new LinkedHashMap<>();
            value.put("value", observable.value());
            value.put("unit", observable.unit());
            json.put(observable.name(), value);
        }
        return json;
    }
}
