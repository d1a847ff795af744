package dev.tessera.cluster.mpi;

import dev.tessera.device.DeviceException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;

/// The constants of one binary interface of MPI. A handle is a pointer to a symbol (Open MPI), a 32-bit number (MPICH
/// and
/// its relatives) or a small pointer (the standard interface of MPI 5.0); here it is a `long`.
/// Source: `mpi.h` of Open MPI 4.1.4 and 6.0, MPICH 4.0.2 and 5.0.2; MPI: A Message-Passing Interface Standard,
/// version 5.0 (2025), chapter 20.
enum MpiAbi {
    OPEN_MPI(8, 1, 0, 3),
    MPICH(4, -1, 1, 3),
    STANDARD(8, 1, 0, 4096);

    private final int handleBytes;
    private final long inPlace;
    private final long ignore;
    private final int threadMultiple;

    MpiAbi(int handleBytes, long inPlace, long ignore, int threadMultiple) {
        this.handleBytes = handleBytes;
        this.inPlace = inPlace;
        this.ignore = ignore;
        this.threadMultiple = threadMultiple;
    }

    /// The predefined objects that are used here.
    enum Handle {
        COMM_WORLD("ompi_mpi_comm_world", 0x44000000, 0x101),
        BYTE("ompi_mpi_byte", 0x4c00010d, 0x247),
        INT64("ompi_mpi_int64_t", 0x4c00083a, 0x258),
        SUM("ompi_mpi_op_sum", 0x58000003, 0x21),
        ERRORS_RETURN("ompi_mpi_errors_return", 0x54000001, 0x143);

        private final String openMpi;
        private final int mpich;
        private final long standard;

        Handle(String openMpi, int mpich, long standard) {
            this.openMpi = openMpi;
            this.mpich = mpich;
            this.standard = standard;
        }
    }

    /// The interface of a library.
    /// @param version text of `MPI_Get_library_version`
    /// @param standardMajor what `MPI_Abi_get_version` tells; less than 1 where there is no such function, or the
    ///        library has an interface of its own
    /// @throws DeviceException where it is another one
    static MpiAbi of(String version, int standardMajor) {
        if (standardMajor >= 1) {
            return STANDARD;
        }
        if (version.startsWith("Open MPI")) {
            return OPEN_MPI;
        }
        if (version.contains("MPICH") || version.contains("MVAPICH") || version.contains("Intel(R) MPI")) {
            return MPICH;
        }
        throw new DeviceException(
                "this MPI library is neither Open MPI nor MPICH, nor has it the standard interface of MPI 5.0: %s. Name another in %s."
                        .formatted(version.lines().findFirst().orElse("it has no version"), MpiLibrary.VARIABLE));
    }

    /// An argument for a handle: an `int` or a `long`, as the interface passes it.
    Object argument(Handle handle, SymbolLookup symbols) {
        return switch (this) {
            case OPEN_MPI -> symbols.findOrThrow(handle.openMpi).address();
            case MPICH -> handle.mpich;
            case STANDARD -> handle.standard;
        };
    }

    int handleBytes() {
        return handleBytes;
    }

    /// The send buffer of a reduction in place.
    MemorySegment inPlace() {
        return MemorySegment.ofAddress(inPlace);
    }

    /// Status and statuses that are not wanted.
    MemorySegment ignore() {
        return MemorySegment.ofAddress(ignore);
    }

    /// The level of threads at which any thread may call MPI at any time.
    int threadMultiple() {
        return threadMultiple;
    }
}
