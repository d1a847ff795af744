package dev.tessera.device.gpu;

import dev.tessera.kernel.GpuFacts;
import java.util.List;
import java.util.function.Supplier;

/// A way to reach GPUs: CUDA, OpenCL.
public interface GpuPlatform {
    /// As keys begin: `cuda`, `opencl`.
    String name();

    /// What is there now. Never throws: what fails is said in [Listing#missing].
    Listing list();

    /// A device that can be opened.
    ///
    /// @param key `cuda:0`
    /// @param gpu whether it is one; OpenCL offers processors too
    /// @param lacks what it needs before it can run kernels, and how to get it; empty where nothing is missing
    record Offer(String key, boolean gpu, GpuFacts facts, String lacks, Supplier<GpuDriver> driver) {
        public Accelerator open(BinaryCache cache) {
            return new Accelerator(SignalHandlers.kept(driver), cache);
        }

        boolean runs() {
            return lacks.isEmpty();
        }
    }

    /// @param offers in the order of their numbers
    /// @param missing what is not there, why, and how to get it; empty where nothing is missing
    /// @param isFailing whether a driver is there and does not work, so that a GPU may lie idle behind it
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
