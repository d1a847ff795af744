package dev.tessera.device.gpu;

import dev.tessera.device.Execution;
import dev.tessera.device.StepGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A step of several executions of a GPU as one captured sequence, in which their kernels are branches
/// ([Accelerator#launchTogether]): small kernels fill the device together. Where nothing can be captured, or values
/// change in time, the executions step one after the other.
final class GpuStepGroup implements StepGroup {
    /// There are more than one for each phase only if executions did not start together.
    private static final int MOST_SEQUENCES = 8;

    private final List<GpuExecution> executions; // largest first
    private final StepGroup inOrder;
    private final Map<List<Integer>, GpuSequence> captured = new LinkedHashMap<>(); // by phases
    private List<Integer> versions = List.of(); // of the executions' kernels, when they were captured
    private boolean canCapture = true; // until the driver fails to capture

    GpuStepGroup(List<? extends Execution> executions) {
        List<GpuExecution> own = new ArrayList<>();
        for (Execution execution : executions) {
            if (!(execution instanceof GpuExecution gpu)) {
                throw new IllegalArgumentException("an execution of another device takes part in a group of this GPU");
            }
            own.add(gpu);
        }
        this.inOrder = StepGroup.inOrder(List.copyOf(own));
        own.sort(Comparator.comparingLong(gpu -> -gpu.plan().plan().fluidNodes()));
        this.executions = List.copyOf(own);
    }

    @Override
    public void step(long count) {
        if (!canCapture || executions.size() < 2 || !executions.stream().allMatch(GpuExecution::canStepInGroup)) {
            inOrder.step(count);
            return;
        }
        for (long step = 0; step < count; step++) {
            Optional<GpuSequence> sequence = sequence();
            if (sequence.isEmpty()) {
                inOrder.step(count - step);
                return;
            }
            sequence.get().repeat();
            executions.forEach(execution -> execution.endBatch(1));
        }
    }

    /// The captured step from the present phases on; empty if the driver cannot capture.
    private Optional<GpuSequence> sequence() {
        executions.forEach(execution -> execution.prepareBatch(1));
        List<Integer> present = executions.stream().map(GpuExecution::version).toList();
        if (!present.equals(versions) || captured.size() > MOST_SEQUENCES) {
            close();
            versions = present;
        }
        List<Integer> phases = executions.stream().map(GpuExecution::phase).toList();
        GpuSequence known = captured.get(phases);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<GpuSequence> made = executions.getFirst().accelerator().capture(this::launch);
        made.ifPresentOrElse(sequence -> captured.put(phases, sequence), () -> canCapture = false);
        return made;
    }

    /// Stage by stage; executions of fewer stages begin later, so that all of their nodes are updated in the last one.
    private void launch() {
        int stages = executions.stream().mapToInt(GpuExecution::stages).max().orElse(0);
        for (int stage = 0; stage < stages; stage++) {
            List<Runnable> sweeps = new ArrayList<>();
            List<Runnable> listed = new ArrayList<>();
            for (GpuExecution execution : executions) {
                int own = stage - stages + execution.stages();
                if (own >= 0) {
                    List<Runnable> branches = execution.branches(own);
                    sweeps.addAll(branches.subList(0, Math.min(1, branches.size())));
                    listed.addAll(branches.subList(Math.min(1, branches.size()), branches.size()));
                }
            }
            sweeps.addAll(listed);
            if (!sweeps.isEmpty()) {
                executions.getFirst().accelerator().launchTogether(sweeps);
            }
        }
    }

    @Override
    public void close() {
        captured.values().forEach(GpuSequence::close);
        captured.clear();
    }
}
