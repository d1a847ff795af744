package dev.tessera.cli;

import dev.tessera.cluster.mpi.MpiLauncher;
import dev.tessera.cluster.mpi.MpiLibrary;
import dev.tessera.cluster.nccl.NcclLibrary;
import dev.tessera.device.DeviceException;
import dev.tessera.device.Devices;
import dev.tessera.device.Host;
import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.cpu.JvmVectors;
import dev.tessera.device.gpu.Accelerator;
import dev.tessera.device.gpu.AcceleratorCheck;
import dev.tessera.device.gpu.BinaryCache;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.kernel.GpuFacts;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// Lists the available devices, what is missing, and how to get it.
@Command(
        name = "devices",
        mixinStandardHelpOptions = true,
        description = "List the available devices, what is missing and how to get it.")
final class DevicesCommand implements Callable<Integer> {
    @Option(
            names = "--check",
            description = "Compiles and runs small kernels on every GPU: whether its arithmetic is exact, and how fast"
                    + " memory,"
                    + " transfers and launches are.")
    private boolean check;

    private final Console console;

    DevicesCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Host host = Host.probe();
        row(
                "cpu",
                "%s, %d %s, %s of memory, %s"
                        .formatted(
                                host.processor(),
                                host.cores(),
                                host.cores() == 1 ? "core" : "cores",
                                gibibytes(host.memoryBytes()),
                                host.vectorBits() == 0 ? "vectors unknown" : host.vectorBits() + "-bit vectors"));
        row("cpu:jvm", jvm(JvmVectors.preferredBits()));
        row("cpu:c", c(CCompiler.find()));
        boolean sound = true;
        for (GpuPlatform platform : Devices.accelerators().platforms()) {
            sound &= list(platform.name(), platform.list());
        }
        row("mpi", mpi());
        row("nccl", nccl());
        return (sound ? ExitCode.DONE : ExitCode.FAILED).code();
    }

    /// @return false if a check failed
    boolean list(String platform, GpuPlatform.Listing listing) {
        boolean sound = true;
        for (GpuPlatform.Offer offer : listing.offers()) {
            row(offer.key(), gpu(offer));
            if (check) {
                sound &= check(offer);
            }
        }
        if (!listing.missing().isEmpty()) {
            row(platform, "missing: " + listing.missing());
        }
        return sound;
    }

    private boolean check(GpuPlatform.Offer offer) {
        try (Accelerator accelerator = offer.open(BinaryCache.ofUser())) {
            row("", "checked: " + AcceleratorCheck.of(accelerator, console.nanos()));
            return true;
        } catch (DeviceException failed) {
            row("", "failed: " + failed.getMessage());
            return false;
        }
    }

    private static String gpu(GpuPlatform.Offer offer) {
        GpuFacts facts = offer.facts();
        return "%s: %s; %s, warps of %d, %d KiB of shared memory per block"
                .formatted(
                        offer.lacks().isEmpty()
                                ? offer.gpu() ? "found" : "found, but it is a CPU"
                                : "found, but not usable as yet (see below)",
                        facts,
                        facts.driver(),
                        facts.warpSize(),
                        facts.sharedBytesPerBlock() >> 10);
    }

    static String jvm(OptionalInt bits) {
        String java = "Java %s, heap of at most %s"
                .formatted(
                        Runtime.version().feature(),
                        gibibytes(Runtime.getRuntime().maxMemory()));
        return bits.isPresent()
                ? "ready: %s, Vector API with %d-bit vectors".formatted(java, bits.getAsInt())
                : ("slow: %s, without the Vector API. Start with the launcher, or add --add-modules"
                                + " jdk.incubator.vector.")
                        .formatted(java);
    }

    static String c(Optional<CCompiler> compiler) {
        return compiler.map(found -> "ready: " + found)
                .orElse("missing: no gcc, clang or cc on PATH. Install one (Debian or Ubuntu: apt install gcc; macOS:"
                        + " xcode-select --install), or name one in TESSERA_CC. cpu:jvm needs none.");
    }

    private static String mpi() {
        try {
            return MpiLibrary.find(MpiLauncher.ofProcess())
                    .map(library -> "found: %s; `mpirun -np N tessera run CASE` divides a case among N ranks"
                            .formatted(library))
                    .orElse("missing: no MPI library. %s Needed for runs on several computers only."
                            .formatted(MpiLibrary.REMEDY));
        } catch (DeviceException unusable) {
            return "not usable: " + unusable.getMessage();
        }
    }

    private static String nccl() {
        try {
            return NcclLibrary.find()
                    .map(library -> "found: %s; ranks of MPI with an NVIDIA GPU each exchange values through it"
                            .formatted(library))
                    .orElse(
                            "missing: no libnccl.so.2. %s Needed for ranks of MPI on NVIDIA GPUs only, which exchange values through memory of the host without it."
                                    .formatted(NcclLibrary.REMEDY));
        } catch (DeviceException unusable) {
            return "not usable: " + unusable.getMessage();
        }
    }

    private void row(String device, String text) {
        console.out().println("%-9s %s".formatted(device, text));
    }

    private static String gibibytes(long bytes) {
        return "%.1f GiB".formatted(bytes / (double) (1L << 30));
    }
}
