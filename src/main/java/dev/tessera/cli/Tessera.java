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
/// `./tessera java MyModel.java run case.yaml` compiles and runs it, as do `plan`, `geometry` and
/// `codegen`. A program that has its case itself needs no file:
/// `Tessera.of(Case.named("cavity")…).main(arguments)`, with `./tessera java Cavity.java run`.
public final class Tessera {
    /// The property that names the file of the program.
    static final String PROGRAM = "tessera.program";

    private final Optional<Case> own;
    private final UnaryOperator<Case> change;
    private final List<StepHook> hooks = new ArrayList<>();

    private Tessera(Optional<Case> own, UnaryOperator<Case> change) {
        this.own = own;
        this.change = change;
    }

    /// The commands with the case of the program: `run`, `plan`, `geometry` and `codegen` then take no
    /// file, and `--set` changes the case as if a file had it. Without a command, `run` is carried out.
    /// @param theCase what has no text in a case file, such as a collision of the user's own, is added by
    ///        [#and]
    /// @throws IllegalStateException where geometry or spacing are missing
    public static Tessera of(CaseBuilder theCase) {
        return new Tessera(Optional.of(theCase.build()), UnaryOperator.identity());
    }

    /// @param change of every case that a command reads: model, boundaries, geometry, what the builder knows
    public static Tessera with(UnaryOperator<CaseBuilder> change) {
        return new Tessera(Optional.empty(), changing(change));
    }

    private static UnaryOperator<Case> changing(UnaryOperator<CaseBuilder> change) {
        return theCase -> change.apply(theCase.toBuilder()).build();
    }

    /// A further change of every case.
    public Tessera and(UnaryOperator<CaseBuilder> further) {
        Tessera both = new Tessera(own, theCase -> changing(further).apply(change.apply(theCase)));
        both.hooks.addAll(hooks);
        return both;
    }

    /// The commands without a change, for programs that add hooks only.
    public static Tessera asItIs() {
        return new Tessera(Optional.empty(), UnaryOperator.identity());
    }

    /// Calls `action` during runs, every so many steps; it may read the flow, and change it. Files and rows of the
    /// same step show the flow after it.
    public Tessera every(long steps, Consumer<Simulation> action) {
        hooks.add(new StepHook(steps, action));
        return this;
    }

    /// Carries out one command.
    /// @param arguments as after `tessera`, such as `run`, `case.yaml`; without the file where the program
    ///        has the case itself ([#of])
    /// @return its exit code
    public int run(String... arguments) {
        Optional<Path> program =
                Optional.ofNullable(System.getProperty(PROGRAM)).map(Path::of);
        Additions additions = new Additions(own, change, hooks, program);
        return Main.inThisProcess(
                additions, additions.withCase(List.of(arguments)).toArray(String[]::new));
    }

    /// Carries out one command, and ends the process with its exit code.
    public void main(String... arguments) {
        System.exit(run(arguments));
    }
}
