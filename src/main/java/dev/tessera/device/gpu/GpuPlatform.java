package dev.tessera.device.gpu;

import dev.tessera.kernel.GpuFacts;
import java.util.List;
import java.util.function.Supplier;

/// A programming interface of GPUs: CUDA, OpenCL.
public interface GpuPlatform {
    /// The start of its keys: `cuda`, `opencl`.
    String name();

    /// The available devices. Never throws: failures are reported in [Listing#missing].
    Listing list();

    /// A device that can be opened.
    ///
    /// @param key `cuda:0`
    /// @param gpu whether it is a GPU; OpenCL also offers CPUs
    /// @param lacks what it needs before it can run kernels, and how to get it; empty if nothing is missing
    record Offer(String key, boolean gpu, GpuFacts facts, String lacks, Supplier<GpuDriver> driver) {
        public Accelerator open(BinaryCache cache) {
            return new Accelerator(SignalHandlers.preserve(driver), cache);
        }

        public boolean runs() {
            return lacks.isEmpty();
        }
    }

    /// @param offers in the order of their numbers
    /// @param missing what is missing, why, and how to get it; empty if nothing is missing
    /// @param isFailing whether a driver is installed but fails, so that a GPU may be unused
    record Listing(List<Offer> offers, String missing, boolean isFailing) {
        public Listing {
            offers = List.copyOf(offers);
        }

        public static Listing of(List<Offer> offers) {
            return new Listing(offers, "", false);
        }

        public static Listing missing(String why) {
            return new Listing(List.of(), why, false);
        }

        public static Listing failing(String why) {
            return new Listing(List.of(), why, true);
        }
    }
}
