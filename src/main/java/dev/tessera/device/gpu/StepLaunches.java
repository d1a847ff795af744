package dev.tessera.device.gpu;

import dev.tessera.device.StepPart;
import dev.tessera.kernel.gpu.GpuClass;
import dev.tessera.kernel.gpu.GpuPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The compiled kernels of all stages of a step, in the order of their launches. A stage's kernels are launched
/// after those of the stage before it; the device's queue keeps that order.
final class StepLaunches {
    private final List<List<Stage>> stages = new ArrayList<>(); // [phase][stage]
    private final Accelerator accelerator;
    private final List<List<BoundKernel>> bulk = new ArrayList<>(); // [phase], of the bulk alone

    StepLaunches(GpuPlan plan, GpuMemory memory, KernelSet kernels) {
        int sweeps = 0; // every other sweep is reversed
        for (int phase = 0; phase < plan.plan().phases(); phase++) {
            List<Stage> ofPhase = new ArrayList<>();
            List<BoundKernel> bulkOfPhase = new ArrayList<>();
            for (int stage = 0; stage < plan.plan().stages(); stage++) {
                List<BoundKernel> sweep = new ArrayList<>();
                List<BoundKernel> listed = new ArrayList<>();
                for (GpuClass nodes : plan.classes()) {
                    if ((nodes.isBulk() ? plan.positions() : nodes.positions().length) > 0) {
                        nodes.steps().get(phase).get(stage).stream()
                                .map(kernel -> kernels.bind(
                                        kernel,
                                        nodes,
                                        memory.listOf(nodes),
                                        memory.fieldsOf(nodes),
                                        nodes.fieldLength()))
                                .forEach((nodes.isBulk() ? sweep : listed)::add);
                    }
                }
                if (plan.edge().isPresent()) {
                    GpuClass edge = plan.edge().get();
                    edge.steps().get(phase).get(stage).forEach(kernel -> listed.add(kernels.bindEdge(kernel, edge)));
                }
                for (BoundKernel kernel : sweep) {
                    if (sweeps++ % 2 == 1) {
                        kernel.reversed();
                    }
                }
                bulkOfPhase.addAll(sweep);
                ofPhase.add(
                        plan.plan().needsBarriers()
                                ? Stage.inOrder(listed, sweep)
                                : Stage.together(sweep, listed, plan.isDivided()));
            }
            stages.add(ofPhase);
            bulk.add(bulkOfPhase);
        }
        this.accelerator = memory.accelerator();
    }

    /// The kernels of a stage.
    /// @param branches kernels of different branches touch no common values
    /// @param edge those of them that belong to the edge; they and `inner` are all
    private record Stage(List<List<BoundKernel>> branches, List<List<BoundKernel>> edge, List<BoundKernel> inner) {
        /// With ghost buffers, the sweep copies the results of other classes to their slots.
        static Stage inOrder(List<BoundKernel> listed, List<BoundKernel> sweep) {
            List<BoundKernel> all = new ArrayList<>(listed);
            all.addAll(sweep);
            return new Stage(List.of(all), List.of(all), List.of());
        }

        /// Each class has its nodes, and no node of a stage touches what another one writes
        /// ([dev.tessera.kernel.StepPlan]).
        /// @param isDivided whether the sweep updates inner nodes only
        static Stage together(List<BoundKernel> sweep, List<BoundKernel> listed, boolean isDivided) {
            List<List<BoundKernel>> branches = new ArrayList<>();
            if (!sweep.isEmpty()) {
                branches.add(sweep);
            }
            listed.forEach(kernel -> branches.add(List.of(kernel)));
            boolean isSweepInner = isDivided && !sweep.isEmpty();
            List<List<BoundKernel>> edge = branches.subList(isSweepInner ? 1 : 0, branches.size());
            return new Stage(branches, edge, isSweepInner ? sweep : List.of());
        }

        void launch(Accelerator accelerator, int at) {
            accelerator.launchTogether(launches(branches, at));
        }

        void launch(Accelerator accelerator, StepPart part, int at) {
            accelerator.launchTogether(launches(
                    switch (part) {
                        case EDGE -> edge;
                        case INNER -> List.of(inner);
                    },
                    at));
        }

        List<Runnable> launches(int at) {
            return launches(branches, at);
        }

        private static List<Runnable> launches(List<List<BoundKernel>> branches, int at) {
            return branches.stream()
                    .<Runnable>map(kernels ->
                            () -> kernels.forEach(kernel -> kernel.at(at).launch()))
                    .toList();
        }
    }

    /// Launches a part of a stage.
    /// @param at its row of the series, [BoundKernel#at]
    void launch(int phase, int stage, StepPart part, int at) {
        stages.get(phase).get(stage).launch(accelerator, part, at);
    }

    int phases() {
        return stages.size();
    }

    /// The kernels that step the bulk, by phase.
    List<List<BoundKernel>> bulk() {
        return bulk;
    }

    /// Launches a step.
    /// @param at its row of the series, [BoundKernel#at]
    void launch(int phase, int at) {
        stages.get(phase).forEach(stage -> stage.launch(accelerator, at));
    }

    /// The launches of a stage that do not depend on each other, those of the bulk first.
    List<Runnable> branches(int phase, int stage) {
        return stages.get(phase).get(stage).launches(0);
    }

    /// Launches a stage of a step.
    /// @param at its row of the series, [BoundKernel#at]
    void launch(int phase, int stage, int at) {
        stages.get(phase).get(stage).launch(accelerator, at);
    }

    /// Computes the uniform values of all kernels.
    void uniform(ToDoubleFunction<String> parameters) {
        stages.stream()
                .flatMap(List::stream)
                .flatMap(stage -> stage.branches().stream())
                .flatMap(List::stream)
                .forEach(kernel -> kernel.uniform(parameters));
    }
}
