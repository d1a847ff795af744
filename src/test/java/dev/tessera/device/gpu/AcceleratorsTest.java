package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.device.Devices;
import dev.tessera.kernel.GpuFacts;
import dev.tessera.testkit.SomeGpu;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AcceleratorsTest {
    private static final GpuFacts FACTS = new SomeGpu().facts();

    private record Fake(String name, Listing list) implements GpuPlatform {}

    private static Fake fake(String name, boolean... gpus) {
        List<GpuPlatform.Offer> offers = new ArrayList<>();
        for (boolean gpu : gpus) {
            offers.add(new GpuPlatform.Offer(name + ":" + offers.size(), gpu, FACTS, "", () -> {
                throw new DeviceException("not opened here");
            }));
        }
        return new Fake(
                name, offers.isEmpty() ? GpuPlatform.Listing.missing("get a driver") : GpuPlatform.Listing.of(offers));
    }

    private static Accelerators of(GpuPlatform... platforms) {
        return new Accelerators(List.of(platforms), new BinaryCache(Path.of("unused")));
    }

    @Test
    void auto_prefers_cuda_to_opencl_and_selects_gpus_only() {
        assertThat(of(fake("cuda", true, true), fake("opencl", true))
                        .fastest()
                        .gpu()
                        .orElseThrow()
                        .key())
                .isEqualTo("cuda:0");
        assertThat(of(fake("cuda"), fake("opencl", false, true))
                        .fastest()
                        .gpu()
                        .orElseThrow()
                        .key())
                .isEqualTo("opencl:1");
        assertThat(of(fake("cuda"), fake("opencl", false)).fastest().gpu()).isEmpty();
    }

    @Test
    void gpus_that_cannot_run_kernels_are_skipped_with_a_reason() {
        GpuPlatform.Offer lacking = new GpuPlatform.Offer("cuda:0", true, FACTS, "no compiler; install one", () -> {
            throw new DeviceException("not opened here");
        });
        Fake cuda = new Fake("cuda", GpuPlatform.Listing.of(List.of(lacking)));
        Accelerators.Choice other = of(cuda, fake("opencl", true)).fastest();
        assertThat(other.gpu().orElseThrow().key()).isEqualTo("opencl:0");
        assertThat(other.passedOver()).containsExactly("cuda:0 (Some GPU) is not used: no compiler; install one");
        assertThat(of(cuda, fake("opencl", false)).fastest().gpu()).isEmpty();
    }

    @Test
    void a_failing_driver_is_reported_before_the_cpu_is_used() {
        Fake failing = new Fake("cuda", GpuPlatform.Listing.failing("the driver fails; restart the machine"));
        assertThat(of(failing, fake("opencl")).fastest())
                .isEqualTo(new Accelerators.Choice(
                        Optional.empty(), List.of("cuda is not used: the driver fails; restart the machine")));
        assertThat(of(fake("cuda", true), failing).fastest().passedOver()).isEmpty();
    }

    @Test
    void a_key_names_a_device_and_a_platform_its_first() {
        Accelerators gpus = of(fake("cuda", true, true), fake("opencl", false));
        assertThat(gpus.offer("cuda:1").key()).isEqualTo("cuda:1");
        assertThat(gpus.offer("opencl").key()).isEqualTo("opencl:0");
        assertThat(gpus.isKey("cuda:7")).isTrue();
        assertThat(gpus.isKey("cuda")).isTrue();
        for (String none : List.of(
                "opencl:0-3", "cpu:c", "cuda:", "cuda:x", "cuda:-1", "cuda:0,1", "cuda:0,opencl:0", "CUDA:0", "")) {
            assertThat(gpus.isKey(none)).as("key '%s'", none).isFalse();
        }
        assertThat(gpus.offers()).hasSize(3);
    }

    @Test
    void devices_that_cannot_be_opened_give_an_error_with_a_remedy() {
        Accelerators gpus = of(fake("cuda", true), fake("opencl"));
        assertThatThrownBy(() -> gpus.open("cuda:1")).hasMessage("device cuda:1 is not available; available: cuda:0");
        assertThatThrownBy(() -> gpus.open("opencl:0")).hasMessage("device opencl:0 is not available: get a driver");
        assertThatThrownBy(() -> gpus.open("cuda:0-3")).hasMessageContaining("unknown device cuda:0-3");
        assertThatThrownBy(() -> gpus.open("cuda:x")).hasMessageContaining("unknown device cuda:x");
        assertThatThrownBy(() -> gpus.open("metal:0")).hasMessageContaining("cuda:0 or opencl:0");
    }

    @Test
    void this_machine_has_both_platforms() {
        assertThat(Devices.accelerators().platforms())
                .extracting(GpuPlatform::name)
                .containsExactly("cuda", "opencl");
    }
}
