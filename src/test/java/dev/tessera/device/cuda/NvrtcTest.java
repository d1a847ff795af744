package dev.tessera.device.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The compiler needs no GPU; tested if it is installed.
final class NvrtcTest {
    private static final String FUSABLE = """
            extern "C" __global__ void fused(const double *a, double *b) { b[0] = a[0] * a[1] + a[2]; b[1] = a[0] / a[1]; }
            extern "C" __global__ void narrow(const float *a, float *b) { b[0] = a[0] / a[1] + sqrt(a[2]); }
            """;

    private static Nvrtc nvrtc() {
        Optional<Nvrtc> found = Nvrtc.find(13);
        Needs.part("nvrtc", found.isPresent());
        return found.orElseThrow();
    }

    private static List<String> options(String target) {
        return new CudaTarget(target).options();
    }

    @Test
    void it_reports_version_and_targets() {
        Nvrtc nvrtc = nvrtc();
        assertThat(nvrtc.version()).matches("\\d+\\.\\d+");
        assertThat(nvrtc.targets()).contains(80, 90).isSorted();
        assertThat(nvrtc.toString()).contains("NVRTC").contains("libnvrtc.so");
    }

    @Test
    void a_real_target_gives_a_binary() {
        byte[] cubin = nvrtc().compile(FUSABLE, options("sm_90"));
        assertThat(new String(cubin, 1, 3, StandardCharsets.US_ASCII)).isEqualTo("ELF");
        assertThat(new String(cubin, StandardCharsets.ISO_8859_1)).contains("fused", "narrow");
    }

    @Test
    void multiply_and_add_are_not_contracted_and_division_is_rounded() {
        String ptx = new String(nvrtc().compile(FUSABLE, options("compute_80")), StandardCharsets.US_ASCII);
        assertThat(ptx).endsWith("\0").contains("mul.rn.f64", "add.rn.f64", "div.rn.f64", "div.rn.f32", "sqrt.rn.f32");
        assertThat(ptx).doesNotContain("fma.rn.f64", "ftz", "approx");
    }

    @Test
    void loads_that_bypass_l1_are_other_instructions() {
        List<String> options = new ArrayList<>(options("sm_90"));
        byte[] cached = nvrtc().compile(FUSABLE, options);
        options.add(CudaTarget.LOADS_PAST_L1);
        byte[] bypassing = nvrtc().compile(FUSABLE, options);
        assertThat(bypassing).isNotEqualTo(cached);
    }

    @Test
    void compile_errors_are_shown_with_their_line() {
        Nvrtc nvrtc = nvrtc();
        assertThatThrownBy(
                        () -> nvrtc.compile("extern \"C\" __global__ void k() { missing_name = 1; }", options("sm_90")))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("failed to compile")
                .hasMessageContaining("kernels.cu(1)")
                .hasMessageContaining("missing_name")
                .hasMessageContaining("--fmad=false");
    }

    @Test
    void an_unknown_option_is_named() {
        Nvrtc nvrtc = nvrtc();
        assertThatThrownBy(() -> nvrtc.compile(FUSABLE, List.of("--no-such-option")))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("--no-such-option");
    }

    @Test
    void the_closest_target_that_runs_is_selected() {
        List<Integer> known = List.of(75, 80, 86, 90, 100, 120);
        assertThat(CudaTarget.of(90, known, "NVRTC 13.0").option()).isEqualTo("sm_90");
        assertThat(CudaTarget.of(89, known, "NVRTC 13.0").option()).isEqualTo("sm_86");
        assertThat(CudaTarget.of(110, known, "NVRTC 13.0").option()).isEqualTo("compute_100");
        assertThat(CudaTarget.of(130, known, "NVRTC 13.0").option()).isEqualTo("compute_120");
        assertThatThrownBy(() -> CudaTarget.of(61, known, "NVRTC 13.0"))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("capability 6.1")
                .hasMessageContaining("7.5")
                .hasMessageContaining("TESSERA_NVRTC");
    }

    @Test
    void bandwidth_of_the_data_sheet_is_clock_times_bus_width() {
        // H200: 6144 bits at 3201 MHz, two transfers per clock
        assertThat(CudaDevice.sheet(3_201_000, 6144).orElseThrow())
                .isCloseTo(4917, org.assertj.core.data.Offset.offset(1.0));
        assertThat(CudaDevice.sheet(0, 6144)).isEmpty();
    }

    @Test
    void a_machine_without_a_gpu_reports_what_is_missing() {
        GpuListing.assumeNone();
        assertThat(new CudaPlatform().list().missing()).containsAnyOf("no NVIDIA driver (libcuda.so.1) found", "fails");
    }

    private static final class GpuListing {
        static void assumeNone() {
            Needs.part(
                    "machine without CUDA", new CudaPlatform().list().offers().isEmpty());
        }
    }
}
