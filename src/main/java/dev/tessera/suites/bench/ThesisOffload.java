package dev.tessera.suites.bench;

import dev.tessera.coupling.NativeClient;
import dev.tessera.device.gpu.GpuDevice;
import dev.tessera.device.gpu.HostCopyBandwidth;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A cube that a program offloads as a whole: through the C interface, from memory that the device copies fastest, all
/// populations there and back between some steps; beside Tessera without that program, and beside what the steps and
/// the copies need at least. The bandwidths of the copies are measured in the same run.
final class ThesisOffload {
    static final String EXPERIMENT = "offload";
    private static final String MODEL = "collision=palabos-bgk precision=fp64 periodic=xyz";
    private static final double OMEGA = 1.2;
    private static final int COPIES = 10;
    private static final int WARM_UPS = 6; // of a row's duration
    private static final int NODE_BYTES = 19 * Double.BYTES; // each way

    private final ThesisSuite.Lab lab;
    private final ThesisKernels kernels;
    private final String geometry;
    private final long nodes;
    private @Nullable Double aloneMlups;
    private @Nullable HostCopyBandwidth bandwidths;

    ThesisOffload(ThesisSuite.Lab lab, ThesisKernels kernels) {
        this.lab = lab;
        this.kernels = kernels;
        int edge = lab.sizes().offloaded();
        this.geometry = "box-%1$dx%1$dx%1$d".formatted(edge);
        this.nodes = (long) edge * edge * edge;
    }

    List<ThesisTrial> trials() {
        List<ThesisTrial> trials = new ArrayList<>();
        if (lab.device() instanceof GpuDevice gpu) {
            trials.add(new ThesisTrial(EXPERIMENT, geometry, "copies", row -> {
                row.put("upload_gb_per_s", bandwidths(gpu).upload());
                row.put("download_gb_per_s", bandwidths(gpu).download());
            }));
        }
        trials.add(new ThesisTrial(EXPERIMENT, geometry, "alone", row -> aloneMlups = kernels.offloadedAlone(row)));
        for (int steps : lab.sizes().steps()) {
            trials.add(new ThesisTrial(EXPERIMENT, geometry, steps + "-steps", row -> measure(row, steps)));
        }
        return trials;
    }

    private double aloneMlups() {
        Double known = aloneMlups;
        if (known == null) {
            known = kernels.offloadedAlone(new LinkedHashMap<>());
            aloneMlups = known;
        }
        return known;
    }

    private HostCopyBandwidth bandwidths(GpuDevice gpu) {
        HostCopyBandwidth known = bandwidths;
        if (known == null) {
            known = HostCopyBandwidth.measured(gpu.accelerator(), nodes * NODE_BYTES, COPIES, lab.nanoTime());
            bandwidths = known;
        }
        return known;
    }

    private void measure(Map<String, Object> row, int steps) {
        row.put("collision", "palabos-bgk");
        row.put("threads", lab.workers().getParallelism());
        row.put("fluid_nodes", nodes);
        row.put("steps", steps);
        double alone = aloneMlups();
        int edge = lab.sizes().offloaded();
        try (NativeClient client = new NativeClient("device=%s threads=%d"
                        .formatted(lab.device().key(), lab.workers().getParallelism()));
                NativeClient.Block block = client.block(MODEL, OMEGA, edge, edge, edge, 1, true)) {
            warmUp(client, block);
            List<Double> send = new ArrayList<>();
            List<Double> step = new ArrayList<>();
            List<Double> receive = new ArrayList<>();
            Repeats cycle = Repeats.of(lab.nanoTime(), lab.secondsPerRow(), () -> {
                long start = lab.nanoTime().getAsLong();
                block.writeAll();
                long sent = lab.nanoTime().getAsLong();
                block.step(steps);
                client.finish();
                long stepped = lab.nanoTime().getAsLong();
                block.readAll();
                receive.add(lab.secondsSince(stepped));
                step.add((stepped - sent) * 1e-9);
                send.add((sent - start) * 1e-9);
            });
            double seconds = cycle.median();
            row.put("send_ms", cycle.last(send).median() * 1e3);
            row.put("steps_ms", cycle.last(step).median() * 1e3);
            row.put("receive_ms", cycle.last(receive).median() * 1e3);
            row.put("all_ms", seconds * 1e3);
            double mlups = nodes * (double) steps / seconds * 1e-6;
            row.put("mlups", mlups);
            row.put("alone_mlups", alone);
            row.put("of_alone", mlups / alone);
            if (lab.device() instanceof GpuDevice gpu) {
                double bound = boundMlups(steps, alone, bandwidths(gpu));
                row.put("bound_mlups", bound);
                row.put("of_bound", mlups / bound);
            }
            cycle.put(row);
        }
    }

    /// Java compiles copies, and kernels of a CPU, while they run.
    private void warmUp(NativeClient client, NativeClient.Block block) {
        for (long start = lab.nanoTime().getAsLong(); lab.secondsSince(start) < WARM_UPS * lab.secondsPerRow(); ) {
            block.writeAll();
            block.step(WARM_UPS);
            client.finish();
            block.readAll();
        }
    }

    /// `n N / (n Ψ N + 152 B N / upload + 152 B N / download)`.
    private double boundMlups(int steps, double alone, HostCopyBandwidth copies) {
        double perNode =
                steps / (alone * 1e6) + NODE_BYTES / (copies.upload() * 1e9) + NODE_BYTES / (copies.download() * 1e9);
        return steps / perNode * 1e-6;
    }
}
