package dev.tessera.device.cuda;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.kernel.GpuFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every GPU that NVIDIA's driver offers.
public final class CudaPlatform implements GpuPlatform {
    private static final Logger LOG = LoggerFactory.getLogger(CudaPlatform.class);
    private static final String NO_DRIVER =
            "no NVIDIA driver (libcuda.so.1) found. With an NVIDIA GPU, install its driver (Debian: apt install nvidia-driver;"
                    + " Ubuntu: ubuntu-drivers install; in a container: start it with its GPUs), or name libcuda.so.1 in"
                    + " TESSERA_CUDA";

    private final Supplier<Optional<Cuda>> driver;
    private final IntFunction<Optional<Nvrtc>> compiler;

    /// The driver and the compiler of this machine.
    public CudaPlatform() {
        this(Cuda::find, Nvrtc::find);
    }

    /// @param compiler by the major version of CUDA that the driver supports
    CudaPlatform(Supplier<Optional<Cuda>> driver, IntFunction<Optional<Nvrtc>> compiler) {
        this.driver = driver;
        this.compiler = compiler;
    }

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public Listing list() {
        try {
            Optional<Cuda> found = driver.get();
            if (found.isEmpty()) {
                return Listing.missing(NO_DRIVER);
            }
            Cuda cuda = found.get();
            cuda.init();
            List<CudaDevice> devices = CudaDevice.all(cuda);
            if (devices.isEmpty()) {
                return Listing.missing(CudaFailure.noGpu());
            }
            String lacks = missingCompiler(cuda);
            return new Listing(
                    devices.stream().map(device -> offer(cuda, device, lacks)).toList(), lacks, false);
        } catch (CudaFailure failed) {
            String why = "NVIDIA's driver fails: %s%s".formatted(failed.getMessage(), failed.remedy());
            return failed.status() == CudaFailure.NO_DEVICE ? Listing.missing(why) : Listing.failing(why);
        } catch (DeviceException failed) {
            return Listing.failing("CUDA fails: " + failed.getMessage());
        }
    }

    private static Offer offer(Cuda cuda, CudaDevice device, String lacks) {
        return new Offer(device.key(), true, device.facts(), lacks, () -> CudaDriver.open(cuda, device));
    }

    /// NVIDIA's facts of a GPU that another driver also offers.
    /// @param uuid 16 bytes, common to all drivers
    /// @return empty if there is no such driver, or it does not list the GPU
    public static Optional<GpuFacts> factsOf(byte[] uuid) {
        try {
            Optional<Cuda> cuda = Cuda.find();
            cuda.ifPresent(Cuda::init);
            return cuda.stream()
                    .flatMap(driver -> CudaDevice.all(driver).stream()
                            .filter(device -> Arrays.equals(driver.uuid(device.device()), uuid)))
                    .map(CudaDevice::facts)
                    .findFirst();
        } catch (CudaFailure | DeviceException failed) {
            LOG.debug("CUDA does not list a GPU of OpenCL: {}", failed.getMessage());
            return Optional.empty();
        }
    }

    private String missingCompiler(Cuda cuda) {
        try {
            return compiler.apply(cuda.driverVersion() / 1000).isPresent() ? "" : Nvrtc.MISSING;
        } catch (DeviceException failed) {
            return "NVIDIA's run-time compiler fails: " + failed.getMessage();
        }
    }
}
