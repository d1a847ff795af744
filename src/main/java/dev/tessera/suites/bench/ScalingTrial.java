package dev.tessera.suites.bench;

import dev.tessera.device.gpu.GpuSlots;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.suites.generator.TunedVessel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One case on one device and on several.
///
/// @param one the geometry on one device
/// @param all the geometry on all devices
/// @param part a geometry as large as a device's part of `all`, where the kind keeps the sum and such a one exists
/// @param direct how values go from GPU to GPU
record ScalingTrial(
        Kind kind,
        BenchGeometry one,
        BenchGeometry all,
        Optional<BenchGeometry> part,
        Precision precision,
        StreamingPattern pattern,
        Addressing addressing,
        GpuSlots.Direct direct) {
    /// What stays the same.
    enum Kind {
        /// The number of nodes of a device.
        WEAK,
        /// The number of nodes of all devices.
        STRONG;

        String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final double PAPER_MILLIONS = 14.8; // fluid nodes of the vessel, as published
    private static final double VESSEL_MILLIONS = 51; // of a device
    private static final int SPHERES = 560; // nodes along an edge of a device's box: 52 million of them are fluid

    /// The rows of the suite.
    /// @param devices their number
    /// @param size factor for all lengths; 1 on GPUs
    static List<ScalingTrial> all(int devices, double size) {
        List<ScalingTrial> trials = new ArrayList<>();
        BenchGeometry cube = box(size, 400, 1);
        BenchGeometry row = box(size, 400, devices);
        weak(trials, cube, row, List.of(Precision.FP64, Precision.FP32), new AaPattern(), new Dense());
        for (Precision precision : List.of(Precision.FP32, Precision.FP32_FP16)) {
            strongBox(trials, size, 512, devices, precision);
        }
        strongBox(trials, size, 256, devices, Precision.FP32);
        double finer = size * Math.cbrt(VESSEL_MILLIONS / PAPER_MILLIONS);
        List<Precision> usual = List.of(Precision.FP64, Precision.FP32);
        weak(
                trials,
                BenchGeometry.finer(TunedVessel.aneurysm(), finer),
                BenchGeometry.finer(TunedVessel.aneurysm(), finer * Math.cbrt(devices)),
                usual,
                new TwoBufferPull(),
                CompactTiles.forGpu());
        int n = nodes(size, SPHERES);
        weak(
                trials,
                BenchGeometry.spheresIn(n, n, n, 0.3),
                BenchGeometry.spheresIn(n, n, devices * n, 0.3),
                usual,
                new TwoBufferPull(),
                CompactTiles.forGpu());
        for (Precision precision : usual) {
            strong(
                    trials,
                    BenchGeometry.finer(TunedVessel.aneurysm(), size),
                    Optional.empty(),
                    precision,
                    new TwoBufferPull(),
                    CompactTiles.forGpu());
        }
        return trials;
    }

    private static int nodes(double size, int n) {
        return Math.max(16, (int) Math.round(size * n));
    }

    private static BenchGeometry box(double size, int n, int devices) {
        int edge = nodes(size, n);
        return BenchGeometry.periodicBox(edge, edge, devices * edge);
    }

    private static void strongBox(List<ScalingTrial> trials, double size, int n, int devices, Precision precision) {
        int edge = nodes(size, n);
        BenchGeometry part = BenchGeometry.periodicBox(edge, edge, Math.max(1, edge / devices));
        strong(trials, box(size, n, 1), Optional.of(part), precision, new AaPattern(), new Dense());
    }

    private static void weak(
            List<ScalingTrial> trials,
            BenchGeometry one,
            BenchGeometry all,
            List<Precision> precisions,
            StreamingPattern pattern,
            Addressing addressing) {
        for (Precision precision : precisions) {
            trials.add(new ScalingTrial(
                    Kind.WEAK, one, all, Optional.empty(), precision, pattern, addressing, GpuSlots.Direct.COPY));
        }
    }

    /// With both ways from GPU to GPU, since messages matter most here.
    private static void strong(
            List<ScalingTrial> trials,
            BenchGeometry geometry,
            Optional<BenchGeometry> part,
            Precision precision,
            StreamingPattern pattern,
            Addressing addressing) {
        for (GpuSlots.Direct direct : GpuSlots.Direct.values()) {
            trials.add(new ScalingTrial(Kind.STRONG, geometry, geometry, part, precision, pattern, addressing, direct));
        }
    }

    /// The words by which rows are selected.
    @Override
    public String toString() {
        return "%s %s %s %s %s %s"
                .formatted(
                        all.key(),
                        kind.key(),
                        direct.name().toLowerCase(Locale.ROOT),
                        addressing.key(),
                        pattern.key(),
                        precision.key());
    }

    /// What is measured of a geometry on one device, and serves several rows.
    String onOne(BenchGeometry geometry) {
        return "%s %s %s %s".formatted(geometry.key(), addressing.key(), pattern.key(), precision.key());
    }
}
