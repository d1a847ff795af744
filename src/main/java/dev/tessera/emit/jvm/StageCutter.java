package dev.tessera.emit.jvm;

import dev.tessera.emit.jvm.Step.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Splits a program into stages that are small enough for the compiler. Values that are live across a cut pass
/// through scratch streams, numbered after the kernel's own; loaded values that have not been overwritten are
/// loaded again, and truth values computed again.
final class StageCutter {
    /// A cut is placed in the last part of a stage, where the fewest values are live.
    private static final double SHORTEST = 0.6;

    private final LaneProgram program;
    private final List<Step> body;
    private final Map<Value, Integer> lastUse;
    private final Map<Value, Integer> made = new LinkedHashMap<>();
    private final Map<Value, Integer> scratch = new LinkedHashMap<>();
    private final Deque<Integer> free = new ArrayDeque<>();
    private int scratchStreams;

    private StageCutter(LaneProgram program) {
        this.program = program;
        this.body = program.body();
        this.lastUse = new LinkedHashMap<>(LocalSlots.lastUses(body));
        for (int k = 0; k < body.size(); k++) {
            for (Value target : body.get(k).targets()) {
                made.put(target, k);
            }
        }
        for (Step step : body.reversed()) {
            for (Value target : step.targets()) {
                keepOperands(step, target);
            }
        }
    }

    /// What a truth value is computed from is used as long as the truth value itself.
    private void keepOperands(Step step, Value target) {
        if (target.truth() && lastUse.containsKey(target)) {
            int last = Objects.requireNonNull(lastUse.get(target));
            step.operandValues().forEach(operand -> lastUse.merge(operand, last, Math::max));
        }
    }

    /// @param stages programs to run one after the other over a block of nodes
    /// @param scratchStreams streams of the block through which stages exchange values
    record Stages(List<LaneProgram> stages, int scratchStreams) {}

    /// @param longest maximum number of steps per stage
    static Stages cut(LaneProgram program, int longest) {
        if (program.body().size() <= longest) {
            return new Stages(List.of(program), 0);
        }
        return new StageCutter(program).cut(longest);
    }

    private Stages cut(int longest) {
        List<LaneProgram> stages = new ArrayList<>();
        int begin = 0;
        while (begin < body.size()) {
            int end = end(begin, longest);
            stages.add(stage(stages.size() + 1, begin, end));
            begin = end;
        }
        return new Stages(List.copyOf(stages), scratchStreams);
    }

    private int end(int begin, int longest) {
        int latest = begin + longest;
        if (latest >= body.size()) {
            return body.size();
        }
        int best = best(begin, latest, longest, false);
        return best < 0 ? best(begin, latest, longest, true) : best;
    }

    /// The cut with the fewest living values; -1 where there is none.
    /// @param withTruths whether truth values may be live
    private int best(int begin, int latest, int longest, boolean withTruths) {
        int best = -1;
        long fewest = Long.MAX_VALUE;
        for (int cut = latest; cut > begin + (best < 0 ? 0 : (int) (longest * SHORTEST)); cut--) {
            List<Value> living = living(cut);
            if (living.size() < fewest && (withTruths || living.stream().noneMatch(Value::truth))) {
                best = cut;
                fewest = living.size();
            }
        }
        return best;
    }

    /// Values defined before step `cut` and read from it on.
    private List<Value> living(int cut) {
        return made.entrySet().stream()
                .filter(entry -> entry.getValue() < cut && lastUse.getOrDefault(entry.getKey(), -1) >= cut)
                .map(Map.Entry::getKey)
                .toList();
    }

    private LaneProgram stage(int number, int begin, int end) {
        List<Step> steps = new ArrayList<>();
        Set<Value> wanted = new LinkedHashSet<>();
        for (Step step : body.subList(begin, end)) {
            wanted.addAll(step.operandValues());
        }
        Set<Value> fetched = new LinkedHashSet<>();
        wanted.forEach(value -> fetch(value, begin, fetched, steps));
        steps.addAll(body.subList(begin, end));
        releaseScratch(end);
        for (Value value : living(end)) {
            if (!value.truth() && !scratch.containsKey(value) && !canLoadAgain(value)) {
                int stream = free.isEmpty() ? scratchStreams++ : free.pop();
                scratch.put(value, stream);
                steps.add(new Step.Store(program.streams().out() + stream, value));
            }
        }
        return program.with(program.name() + "_" + number, once(steps), steps);
    }

    /// Adds the steps that give a value of an earlier stage.
    private void fetch(Value value, int begin, Set<Value> fetched, List<Step> steps) {
        int at = made.getOrDefault(value, begin);
        if (at >= begin || !fetched.add(value)) {
            return;
        }
        if (scratch.containsKey(value)) {
            steps.add(new Step.Load(value, scratchIn(value)));
            return;
        }
        body.get(at).operandValues().forEach(operand -> fetch(operand, begin, fetched, steps));
        steps.add(body.get(at));
    }

    private int scratchIn(Value value) {
        return program.streams().in() + Objects.requireNonNull(scratch.get(value));
    }

    /// Whether a stream of the kernel holds the value until its last use: no store comes before.
    private boolean canLoadAgain(Value value) {
        return body.get(Objects.requireNonNull(made.get(value))) instanceof Step.Load
                && body.subList(0, lastUse.getOrDefault(value, -1) + 1).stream()
                        .noneMatch(Step.Store.class::isInstance);
    }

    private void releaseScratch(int end) {
        List<Value> dead = scratch.keySet().stream()
                .filter(value -> lastUse.getOrDefault(value, -1) < end)
                .toList();
        for (Value value : dead) {
            free.push(Objects.requireNonNull(scratch.remove(value)));
        }
    }

    /// The steps before the loop that these steps need.
    private List<Step> once(List<Step> steps) {
        Set<Value> read = new LinkedHashSet<>();
        steps.forEach(step -> read.addAll(step.operandValues()));
        List<Step> needed = new ArrayList<>();
        for (Step step : program.once().reversed()) {
            if (step.targets().stream().anyMatch(read::contains)) {
                needed.addFirst(step);
                read.addAll(step.operandValues());
            }
        }
        return needed;
    }
}
