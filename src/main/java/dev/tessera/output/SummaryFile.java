package dev.tessera.output;

import dev.tessera.solver.Case;
import dev.tessera.solver.FlowScale;
import dev.tessera.solver.Ledger;
import dev.tessera.solver.Observable;
import dev.tessera.solver.RunFailure;
import dev.tessera.solver.RunResult;
import dev.tessera.solver.Simulation;
import dev.tessera.units.FlowNumbers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes `summary.json`: the case, how it was computed, and the results. Keys are fixed; scripts rely on them.
public final class SummaryFile {
    private static final int SCHEMA = 1;
    private static final String NAME = "summary.json";

    private SummaryFile() {}

    /// The content of a summary besides the simulation and its result.
    /// @param provenance origin of the results
    /// @param ended when the run ended
    /// @param outputs files, relative to the folder
    /// @param initialState the checkpoint whose flow the run began with, instead of the case's initial state
    /// @param failure of a run that failed
    public record Circumstances(
            Provenance provenance,
            Instant ended,
            List<String> outputs,
            Optional<Path> initialState,
            Optional<RunFailure> failure) {}

    public static void write(Path folder, Simulation simulation, RunResult result, Circumstances circumstances)
            throws IOException {
        Map<String, Object> content = content(simulation, result, circumstances);
        circumstances.failure().ifPresent(why -> content.put("failure", failure(why, folder)));
        String text = Json.text(content);
        AtomicFile.write(folder.resolve(NAME), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    /// Whether a folder has the summary of a run that ended at this step with all its files written.
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
        json.put(
                "place_m",
                failure.where().placeM().map(p -> List.of(p.x(), p.y(), p.z())).orElse(null));
        json.put(
                "checkpoint",
                failure.checkpoint().map(file -> relative(folder, file)).orElse(null));
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
        FlowScale scale = result.scale();
        FlowNumbers numbers = scale.numbers();
        var storage = simulation.storageFacts();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schema", SCHEMA);
        Provenance provenance = circumstances.provenance();
        json.put("version", provenance.version());
        json.put("command", provenance.command());
        json.put("started", provenance.started().toString());
        json.put("ended", circumstances.ended().toString());
        json.put("inputs", inputs(provenance));
        json.put("case", theCase.name());
        json.put("title", theCase.title());
        json.put("steps", simulation.steps());
        json.put("time_s", simulation.timeS());
        json.put("dx_m", nodes.spacingM());
        json.put("dt_s", simulation.units().timeStepS());
        boolean known = scale.isKnown(); // a fluid at rest has no Reynolds number
        json.put("reynolds", known ? numbers.reynolds() : null);
        boolean hasMach = theCase.model().shallowWater().isEmpty(); // else froude.maximum of the observables
        json.put("mach", known && hasMach ? numbers.mach() : null);
        json.put("grid_reynolds", known ? numbers.gridReynolds() : null);
        json.put("mach_maximum", hasMach ? result.largestMach() : null);
        json.put("relaxation_time", numbers.relaxationTime());
        json.put("nodes", nodes.box().size());
        json.put("fluid_nodes", nodes.fluid().count());
        json.put("porosity", nodes.porosityWithout(theCase.geometry().bufferNodes()));
        json.put("porosity_with_buffer", nodes.porosity());
        json.put("tiles", storage.tiles());
        json.put("tile_utilisation", storage.tileUtilisation());
        json.put("stored_state", storage.state());
        json.put("addressing", storage.addressing());
        json.put("pattern", storage.pattern().orElse(null));
        json.put("lattice", theCase.model().lattice().name());
        json.put("collision", theCase.model().collision().key());
        json.put("viscosity_law", theCase.fluid().viscosity().text());
        json.put("equilibrium", theCase.model().equilibrium().key());
        json.put("precision", storage.precision());
        json.put("intrinsics", storage.intrinsics());
        json.put("device", provenance.device());
        json.put("backend", provenance.backend());
        json.put("ranks", ranks(provenance));
        json.put("memory_bytes", simulation.memoryBytes());
        HostUse host = HostUse.ofProcess();
        json.put("host_memory_bytes", host.heapBytes());
        json.put(
                "host_resident_bytes",
                host.residentBytes().isPresent() ? host.residentBytes().getAsLong() : null);
        json.put("mlups", result.mlups());
        json.put("wall_s", result.wallS());
        json.put("timing", timing(simulation.ledger()));
        json.put("converged", result.converged());
        json.put("stop_reason", result.stopReason());
        json.put("complete", result.complete());
        json.put("checkpoint", remaining(theCase, result).map(Path::toString).orElse(null));
        json.put("residual", result.residual());
        json.put("parameters", SummaryQuantities.parameters(simulation, result));
        json.put("openings", SummaryQuantities.openings(simulation));
        json.put("observables", observables(result.observables()));
        json.put("outputs", circumstances.outputs());
        json.put(
                "initial_state",
                circumstances.initialState().map(Path::toString).orElse(null));
        json.put("warnings", result.warnings());
        return json;
    }

    /// The last checkpoint, where the run leaves it.
    private static Optional<Path> remaining(Case theCase, RunResult result) {
        boolean isOver = List.of("steady", "time", "steps").contains(result.stopReason());
        return result.checkpoint()
                .filter(file -> !isOver || theCase.output().checkpoints().keep() > 0);
    }

    private static List<Map<String, Object>> ranks(Provenance provenance) {
        List<Map<String, Object>> json = new ArrayList<>();
        for (Provenance.Rank rank : provenance.ranks()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("host", rank.host());
            one.put("device", rank.device());
            json.add(one);
        }
        return json;
    }

    private static List<Map<String, Object>> inputs(Provenance provenance) {
        List<Map<String, Object>> json = new ArrayList<>();
        for (Provenance.Input input : provenance.inputs()) {
            Map<String, Object> file = new LinkedHashMap<>();
            file.put("file", input.file().toString());
            file.put("bytes", input.bytes());
            file.put("sha256", input.sha256());
            json.add(file);
        }
        return json;
    }

    /// Seconds, by phase.
    private static Map<String, Object> timing(Ledger ledger) {
        Map<String, Object> json = new LinkedHashMap<>();
        ledger.seconds().forEach((phase, seconds) -> json.put(phase.key() + "_s", seconds));
        return json;
    }

    private static Map<String, Object> observables(List<Observable> observables) {
        Map<String, Object> json = new LinkedHashMap<>();
        for (Observable observable : observables) {
            json.put(observable.name(), SummaryQuantities.quantity(observable.value(), observable.unit()));
        }
        return json;
    }
}
