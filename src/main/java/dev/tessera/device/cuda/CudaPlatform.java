package dev.tessera.device.cuda;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.GpuPlatform;
import dev.tessera.kernel.GpuFacts;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every GPU that NVIDIA's driver offers.
public final class CudaPlatform implements GpuPlatform {
    private static final Logger LOG = LoggerFactory.getLogger(CudaPlatform.class);
    private static final String NO_DRIVER =
            "no NVIDIA driver (libcuda.so.1) found. With an NVIDIA GPU, install its driver (Debian: apt install nvidia-driver;"
                    + " Ubuntu: ubuntu-drivers install; in a container: start it with its GPUs), or name libcuda.so.1 in"
                    + " TESSERA_CUDA";

    @Override
    public String name() {
        return "cuda";
    }

    @Override
    public Listing list() {
        try {
            Optional<Cuda> found = Cuda.find();
            if (found.isEmpty()) {
                return Listing.missing(NO_DRIVER);
            }
            Cuda cuda = found.get();
            cuda.init();
            List<CudaDevice> devices = CudaDevice.all(cuda);
            return new Listing(
                    devices.stream()
                            .map(device ->
                                    new Offer(device.key(), true, device.facts(), () -> CudaDriver.open(cuda, device)))
                            .toList(),
                    devices.isEmpty() ? "NVIDIA's driver is there, but no GPU" : missingCompiler(cuda));
        } catch (CudaFailure failed) {
            return Listing.missing("NVIDIA's driver fails: %s%s".formatted(failed.getMessage(), failed.wayOut()));
        } catch (DeviceException failed) {
            return Listing.missing("CUDA fails: " + failed.getMessage());
        }
    }

    /// What NVIDIA's driver says of the GPU that another one reaches too.
    /// @param uuid of 16 bytes, as drivers agree on it
    /// @return empty where there is no such driver, or it does not know the GPU
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
            LOG.debug("CUDA does not describe a GPU of OpenCL: {}", failed.getMessage());
            return Optional.empty();
        }
    }

    private static String missingCompiler(Cuda cuda) {
        return Nvrtc.find(cuda.driverVersion() / 1000).isPresent() ? "" : Nvrtc.MISSING;
    }
}
