package dev.tessera.device.opencl;

import dev.tessera.device.DeviceException;
import dev.tessera.device.UserCache;
import dev.tessera.device.gpu.GpuDriver;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.device.gpu.SignalHandlers;
import dev.tessera.kernel.GpuFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Every device that OpenCL's loader lists.
public final class OpenClPlatforms implements GpuPlatform {
    private static final String NO_LOADER =
            "no OpenCL loader (libOpenCL.so.1) found. Install one (Debian or Ubuntu: apt install ocl-icd-libopencl1), or name"
                    + " it in TESSERA_OPENCL";
    private static final String NO_PLATFORM =
            "an OpenCL loader (%s) is installed, but no OpenCL platform. %s, or install PoCL to compute on the CPU (Debian or"
                    + " Ubuntu: apt install pocl-opencl-icd)";
    private static final String REGISTER =
            "Install the GPU vendor's driver; if NVIDIA's driver is installed but not registered, set OCL_ICD_VENDORS to a folder"
                    + " with a file nvidia.icd that contains the line libnvidia-opencl.so.1";

    private final Function<byte[], Optional<GpuFacts>> otherDriver;

    /// @param otherDriver another driver's facts of the GPU with that UUID, which OpenCL does not report
    public OpenClPlatforms(Function<byte[], Optional<GpuFacts>> otherDriver) {
        this.otherDriver = otherDriver;
    }

    /// Without facts from another driver.
    public OpenClPlatforms() {
        this(uuid -> Optional.empty());
    }

    @Override
    public String name() {
        return "opencl";
    }

    @Override
    public Listing list() {
        return SignalHandlers.preserve(this::query);
    }

    private Listing query() {
        try {
            Optional<OpenCl> cl = OpenCl.find();
            if (cl.isEmpty()) {
                return Listing.missing(NO_LOADER);
            }
            List<ClDevice> devices = ClDevice.all(cl.get(), otherDriver);
            return devices.isEmpty()
                    ? Listing.missing(noPlatform(
                            cl.get().library(), System.getenv().getOrDefault("OCL_ICD_VENDORS", ""), cache()))
                    : Listing.of(devices.stream()
                            .map(device ->
                                    new Offer(device.key(), device.gpu(), device.facts(), "", opener(cl.get(), device)))
                            .toList());
        } catch (ClFailure failed) {
            return Listing.failing("OpenCL fails: " + failed.getMessage() + failed.remedy());
        } catch (DeviceException failed) {
            return Listing.failing("OpenCL fails: " + failed.getMessage());
        }
    }

    /// PoCL's cache of compiled kernels; PoCL offers no device if it cannot write there.
    private static Path cache() {
        String own = System.getenv().getOrDefault("POCL_CACHE_DIR", "");
        return own.isBlank() ? UserCache.ofAllPrograms() : Path.of(own);
    }

    /// @param vendors the folder of registered platforms named by the environment; may be empty
    /// @param cache the platforms' cache of compiled kernels
    static String noPlatform(String loader, String vendors, Path cache) {
        if (!UserCache.isWritable(cache)) {
            return "an OpenCL loader (%s) is installed, but no working OpenCL platform: %s cannot be written, and PoCL, if installed, needs a cache. Set XDG_CACHE_HOME to a writable folder"
                    .formatted(loader, cache);
        }
        return NO_PLATFORM.formatted(
                loader,
                vendors.isBlank()
                        ? REGISTER
                        : "OCL_ICD_VENDORS is set to %s, which registers no platform that loads: correct it, or unset it"
                                .formatted(vendors));
    }

    private static Supplier<GpuDriver> opener(OpenCl cl, ClDevice device) {
        return () -> OpenClDriver.open(cl, device);
    }
}
