package dev.tessera.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceException;
import dev.tessera.device.gpu.GpuPlatform.Listing;
import dev.tessera.device.gpu.GpuPlatform.Offer;
import dev.tessera.device.gpu.NativeLibrary;
import dev.tessera.testkit.SharedObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Drivers that fail, simulated by C libraries in place of libcuda.so.1.
final class CudaPlatformTest {
    @TempDir
    Path folder;

    private static String driver() throws IOException {
        try (InputStream text = CudaPlatformTest.class.getResourceAsStream("driver.c")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// @param init what `cuInit` returns
    /// @param devices that the driver counts
    private Listing listing(int init, int devices, IntFunction<Optional<Nvrtc>> compiler) throws IOException {
        Path file = SharedObject.of(
                driver(),
                folder.resolve("libcuda-%d-%d.so".formatted(init, devices)),
                "-DINIT=" + init,
                "-DDEVICES=" + devices);
        NativeLibrary library = NativeLibrary.find(
                        "TESSERA_NO_SUCH_VARIABLE", List.of(file.getFileName().toString()), List.of(folder))
                .orElseThrow();
        return new CudaPlatform(() -> Optional.of(new Cuda(library)), compiler).list();
    }

    private Listing failing(int init) throws IOException {
        Listing listing = listing(init, 1, major -> Optional.empty());
        assertThat(listing.offers()).isEmpty();
        return listing;
    }

    @Test
    void a_driver_that_does_not_start_is_reported_with_reason_and_remedy() throws IOException {
        assertThat(failing(803).missing())
                .startsWith(
                        "NVIDIA's driver fails: cuInit returned CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (unsupported combination); ")
                .contains("restart the machine if the driver was updated", "LD_LIBRARY_PATH");
        assertThat(failing(804).missing()).contains("(a folder named compat)", "update the driver");
        assertThat(failing(304).missing()).contains("/dev/nvidia*");
        assertThat(failing(999).missing())
                .contains("CUDA_ERROR_UNKNOWN (unknown error)", "nvidia-smi", "modprobe nvidia-uvm");
        assertThat(List.of(failing(803), failing(999))).allMatch(Listing::isFailing);
    }

    @Test
    void a_status_without_a_name_is_reported_by_number() throws IOException {
        assertThat(failing(35).missing())
                .isEqualTo("NVIDIA's driver fails: cuInit returned error 35, which has no name");
    }

    @Test
    void a_driver_without_a_gpu_is_not_reported_as_failing() throws IOException {
        Listing said = failing(100);
        assertThat(said.missing()).contains("CUDA_ERROR_NO_DEVICE", "no GPU: see `nvidia-smi`");
        assertThat(said.isFailing()).isFalse();
        Listing counted = listing(0, 0, major -> Optional.empty());
        assertThat(counted.offers()).isEmpty();
        assertThat(counted.missing())
                .isEqualTo(
                        "NVIDIA's driver is installed, but reports no GPU: see `nvidia-smi`, the environment's CUDA_VISIBLE_DEVICES,"
                                + " and in a container whether it was started with its GPUs");
        assertThat(counted.isFailing()).isFalse();
    }

    @Test
    void gpus_without_a_compiler_are_listed_with_what_they_lack() throws IOException {
        Listing absent = listing(0, 2, major -> Optional.empty());
        assertThat(absent.offers()).extracting(Offer::key).containsExactly("cuda:0", "cuda:1");
        assertThat(absent.offers())
                .allSatisfy(offer -> assertThat(offer.lacks()).contains("pip install nvidia-cuda-nvrtc"));
        Listing broken = listing(0, 1, major -> {
            throw new DeviceException("libnvrtc.so.%d does not load".formatted(major));
        });
        assertThat(broken.offers())
                .extracting(Offer::lacks)
                .containsExactly("NVIDIA's run-time compiler fails: libnvrtc.so.13 does not load");
        assertThat(broken.missing()).isEqualTo(broken.offers().getFirst().lacks());
    }
}
