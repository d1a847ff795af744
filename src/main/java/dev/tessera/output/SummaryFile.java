package dev.tessera.output;

import dev.tessera.solver.Observable;
import dev.tessera.solver.RunFailure;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes `summary.json`: what was computed, how, and what came out. Keys are fixed; scripts rely on them.
public final class SummaryFile {
    private static final int SCHEMA = 1;
    private static final String NAME = "summary.json";

    private SummaryFile() {}

    /// What a summary tells besides the simulation and its result.
    /// @param version of Tessera
    /// @param device as `--device` names it, `backend` what computed
    /// @param outputs files, relative to the folder
    /// @param initialState the checkpoint whose flow the run began with, instead of the case's initial state
    /// @param failure of a run that did not come to its end
    public record Circumstances(
            String version,
            String device,
            String backend,
            List<String> outputs,
            Optional<Path> initialState,
            Optional<RunFailure> failure) {}

    public static void write(
            Path folder, Simulation simulation, RunResult result, Circumstances circumstances)
            throws IOException {
        Map<String, Object> content = content(simulation, result, circumstances);
        circumstances.failure().ifPresent(why -> content.put("failure", failure(why, folder)));
        String text = Json.text(content);
        WholeFile.write(folder.resolve(NAME), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether a folder has the summary of a run that came to its end at a step and wrote all its files.
    public static boolean tellsEnd(Path folder, long step) throws IOException {
        Path file = folder.resolve(NAME);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        List<String> lines = Files.readAllLines(file);
        return lines.contains("  \"steps\": %d,".formatted(step))
                && lines.contains("  \"complete\": true,")
                && lines.stream().anyMatch(line -> line.matches("  \"stop_reason\": \"(steady|time|steps)\","));
    }

    private static Map<String, Object> failure(RunFailure failure, Path folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("message", failure.getMessage());
        json.put("step", failure.where().step());
        json.put("time_s", failure.where().timeS());
        json.put("place_m", failure.where().placeM().map(p -> List.of(p.x(), p.y(), p.z())).orElse(null));
        json.put("checkpoint", failure.checkpoint().map(file -> relative(folder, file)).orElse(null));
        return json;
    }

    private static String relative(Path folder, Path file) {
        Path whole = file.toAbsolutePath().normalize();
        Path base = folder.toAbsolutePath().normalize();
        return (whole.startsWith(base) ? base.relativize(whole) : whole).toString();
    }

    static Map<String, Object> content(Simulation simulation, RunResult result, Circumstances circumstances) {
        var theCase = simulation.theCase();
        var nodes = simulation.nodes();
        var numbers = simulation.numbers();
        var storage = simulation.storageFacts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        json.put("version", circumstances.version());
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
        json.put("porosity", nodes.porosity());
        json.put("tiles", storage.tiles());
        json.put("tile_utilisation", storage.tileUtilisation());
        json.put("addressing", storage.addressing());
        json.put("pattern", storage.pattern());
        json.put("lattice", theCase.model().lattice().name());
        json.put("collision", theCase.model().collision().key());
        json.put("equilibrium", theCase.model().equilibrium().key());
        json.put("precision", storage.precision());
        json.put("device", circumstances.device());
        json.put("backend", circumstances.backend());
        json.put("memory_bytes", simulation.memoryBytes());
        json.put("mlups", result.mlups());
        json.put("wall_s", result.wallS());
        json.put("converged", result.converged());
        json.put("stop_reason", result.stopReason());
        json.put("complete", result.complete());
        json.put("residual", result.residual());
        json.put("observables", observables(result.observables()));
        json.put("outputs", circumstances.outputs());
        json.put("initial_state", circumstances.initialState().map(Path::toString).orElse(null));
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
