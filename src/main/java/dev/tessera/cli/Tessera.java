package dev.tessera.cli;

import dev.tessera.solver.Case;
import dev.tessera.solver.CaseBuilder;
import dev.tessera.solver.Simulation;
import dev.tessera.solver.StepHook;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The command line for programs of users: a case from a file, with a model, values or a hook of their own. What a
/// command reads, prints and writes stays the same.
///
/// ```java
/// static void main(String[] arguments) {
///     Tessera.with(theCase -> theCase.collision(new MyCollision())).main(arguments);
/// }
/// ```
///
/// `./tessera java MyModel.java run case.yaml` compiles and runs it, as do `plan`, `geometry` and `codegen`.
public final class Tessera {
    /// The property that names the file of the program.
    static final String PROGRAM = "tessera.program";

    private final UnaryOperator<Case> change;
    private final List<StepHook> hooks = new ArrayList<>();

    private Tessera(UnaryOperator<Case> change) {
        this.change = change;
    }

    /// @param change of every case that a command reads: model, boundaries, geometry, what the builder knows
    public static Tessera with(UnaryOperator<CaseBuilder> change) {
        return new Tessera(theCase -> change.apply(theCase.toBuilder()).build());
    }

    /// The commands without a change, for programs that add hooks only.
    public static Tessera asItIs() {
        return new Tessera(UnaryOperator.identity());
    }

    /// Calls `action` during runs, every so many steps; it may read the flow, and change it. Files and rows of the
    /// same step show the flow after it.
    public Tessera every(long steps, Consumer<Simulation> action) {
        hooks.add(new StepHook(steps, action));
        return this;
    }

    /// Carries out one command.
    /// @param arguments as after `tessera`, such as `run`, `case.yaml`
    /// @return its exit code
    public int run(String... arguments) {
        Optional<Path> program =
                Optional.ofNullable(System.getProperty(PROGRAM)).map(Path::of);
        return Main.inThisProcess(new Additions(change, hooks, program), arguments);
    }

    /// Carries out one command, and ends the process with its exit code.
    public void main(String... arguments) {
        System.exit(run(arguments));
    }
}
