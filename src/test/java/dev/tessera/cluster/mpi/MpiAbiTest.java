package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MpiAbiTest {
    @ParameterizedTest
    @CsvSource({
        "'Open MPI v4.1.4, package: Debian OpenMPI', 0, OPEN_MPI",
        "'Open MPI v6.0.0rc2', 0, OPEN_MPI",
        "'Open MPI v6.0.0rc2', 1, STANDARD",
        "'MPICH Version:      4.0.2', 0, MPICH",
        "'MPICH Version:      5.0.2', 1, STANDARD",
        "'Intel(R) MPI Library 2021.11 for Linux* OS', 0, MPICH",
        "'MVAPICH Version      :       4.0', 0, MPICH"
    })
    void a_library_is_recognised_by_its_text_or_by_the_standard_interface(String version, int major, MpiAbi expected) {
        assertThat(MpiAbi.of(version, major)).isEqualTo(expected);
    }

    @Test
    void another_library_is_refused_with_a_remedy() {
        assertThatThrownBy(() -> MpiAbi.of("LAM 7.1\nmore", 0))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("LAM 7.1. Name another in TESSERA_MPI.");
    }

    @Test
    void handles_have_the_type_that_the_interface_passes() {
        SymbolLookup symbols = name -> Optional.of(MemorySegment.ofAddress(name.equals("ompi_mpi_byte") ? 4096 : 8192));
        assertThat(MpiAbi.OPEN_MPI.argument(MpiAbi.Handle.BYTE, symbols)).isEqualTo(4096L);
        assertThat(MpiAbi.MPICH.argument(MpiAbi.Handle.BYTE, symbols)).isEqualTo(0x4c00010d);
        assertThat(MpiAbi.STANDARD.argument(MpiAbi.Handle.BYTE, symbols)).isEqualTo(0x247L);
    }
}
