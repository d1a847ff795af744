package dev.tessera.casefile;

import dev.tessera.output.Json;

/// The reference and the JSON schema of sweeps. Made from the same tables that the reader uses.
public final class SweepReference {
    private static final String INTRODUCTION = """
            # Sweep reference

            *Generated from the reader's own tables; a test keeps it and `sweep.schema.json` equal to them.*

            A sweep is one YAML file that names a case and values of its keys. `./tessera sweep SWEEP.yaml` runs the case once for
            each combination of them.

            * **Keys of the case** are whole paths, as `--set` takes them: `geometry.spacing`, `boundaries.inlet.velocity.0`.
              A value is what a case has there: a number with its unit, a list, a group. An empty value removes the key.
            * **Files** in values are relative to the case, those of `cases` to the sweep.
            * **Before the first run** the case of every run is read. All problems are shown together, each with file, line and
              column, and with the runs that have it. What only the geometry shows (a Mach number that is too large, a probe
              outside the fluid) ends the run that has it, and no other.

            """;

    private static final String RESULTS = """
            ## Results
            The folder of a sweep (`out/NAME`, or `--out`) contains, for each run, a folder of results named after its values
            (`spacing-0.2mm_collision-mrt`), its messages (`….log`) and the exit code of its process (`….exit`); and
            `results.csv`, which is written anew after every run:

            | columns | content |
            |---|---|
            | `run` | name of the run, and of its folder |
            | `case` | the case file, where there are several |
            | keys of `list` and `grid` | the values, as they are written in the sweep |
            | `repetition` | where `repeat` is more than 1 |
            | `steps`, `time [s]`, `spacing [m]`, `time step [s]`, `fluid nodes`, `porosity`, `reynolds`, `mach`, `residual` | numbers of [summary.json](summary.md) |
            | observables | with their units, as in `log.csv`; empty where a run has none |
            | `status` | `waiting`, `begun`, `done`, `failed`, or `interrupted` (a checkpoint was written) |
            | `exit_code` | of the run's process; empty before its end, 137 for a killed one |
            | `stop_reason` | of `summary.json` |
            | `mlups`, `wall_s`, `device` | speed, seconds and device of the run; of a run that was continued those of its last part |

            Rows are in the order of the sweep: the last key of `grid` changes fastest, then `list`, then `cases`. The order of columns
            does not depend on which run ends first.

            ## Continue a sweep
            With `--resume` a sweep skips runs that have finished or diverged, continues those with a checkpoint, and begins the others.
            Give long runs checkpoints: `set: {output.checkpoints.clock-time: 30 min}`. New values may be added to the file; a run
            whose case has changed is refused.
            """;

    private SweepReference() {}

    /// As `docs/reference/sweep.md` publishes it.
    public static String markdown() {
        StringBuilder out = new StringBuilder(INTRODUCTION);
        CaseReference.append(SweepFormat.SECTION, out);
        return out.append(RESULTS).toString();
    }

    /// JSON schema, draft 2020-12, as `docs/reference/sweep.schema.json` publishes it.
    public static String schema() {
        JsonNode.Fields whole = JsonNode.fields()
                .with("$schema", "https://json-schema.org/draft/2020-12/schema")
                .with("title", "Tessera sweep, format version %d".formatted(SweepFormat.VERSION));
        for (var member :
                ((JsonNode.Fields) SweepFormat.SECTION.schema()).members().entrySet()) {
            whole = whole.with(member.getKey(), member.getValue());
        }
        return Json.text(whole.plain());
    }
}
