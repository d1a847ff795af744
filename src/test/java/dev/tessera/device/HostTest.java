package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.cpu.CCompiler;
import dev.tessera.device.cpu.JvmVectors;
import dev.tessera.testkit.Needs;
import org.junit.jupiter.api.Test;

final class HostTest {
    @Test
    void the_machine_has_a_name_cores_and_memory() {
        Host host = Host.probe();
        assertThat(host.processor()).isNotBlank();
        assertThat(host.cores()).isPositive();
        assertThat(host.memoryBytes()).isGreaterThan(100L << 20);
    }

    @Test
    void vector_width_follows_the_flags_of_the_processor() {
        assertThat(Host.vectorBitsOf("fpu sse2 avx avx2 avx512f")).isEqualTo(512);
        assertThat(Host.vectorBitsOf("fpu sse2 avx avx2")).isEqualTo(256);
        assertThat(Host.vectorBitsOf("fp asimd evtstrm")).isEqualTo(128);
    }

    @Test
    void tests_run_with_the_vector_module() {
        Needs.part("jvm-vectors", JvmVectors.preferredBits().isPresent());
        assertThat(JvmVectors.preferredBits().getAsInt()).isBetween(64, 2048);
    }

    @Test
    void a_c_compiler_reports_its_version_and_does_not_contract() {
        Needs.part("c", CCompiler.find().isPresent());
        assertThat(CCompiler.find().orElseThrow().version()).isNotBlank();
        assertThat(CCompiler.FLAGS).contains("-ffp-contract=off").doesNotContain("-ffast-math");
    }
}
