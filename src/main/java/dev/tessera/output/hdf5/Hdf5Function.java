package dev.tessera.output.hdf5;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.util.List;

/// A C function of libhdf5. Identifiers (`hid_t`) and sizes have 64 bits.
///
/// @param isOptional whether versions without it can be used
record Hdf5Function(String name, FunctionDescriptor signature, boolean isOptional) {
    static final List<Hdf5Function> ALL = List.of(
            new Hdf5Function("H5dont_atexit", FunctionDescriptor.of(JAVA_INT), true),
            status("H5open"),
            status("H5Eset_auto2", JAVA_LONG, ADDRESS, ADDRESS),
            status("H5Ewalk2", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS),
            identifier("H5Fcreate", ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG),
            identifier("H5Fopen", ADDRESS, JAVA_INT, JAVA_LONG),
            status("H5Fclose", JAVA_LONG),
            identifier("H5Gcreate2", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            status("H5Gclose", JAVA_LONG),
            status("H5Lcreate_external", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG),
            identifier("H5Screate", JAVA_INT),
            identifier("H5Screate_simple", JAVA_INT, ADDRESS, ADDRESS),
            status("H5Sselect_hyperslab", JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
            identifier("H5Sget_simple_extent_npoints", JAVA_LONG),
            status("H5Sclose", JAVA_LONG),
            identifier("H5Dcreate2", JAVA_LONG, ADDRESS, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
            identifier("H5Dopen2", JAVA_LONG, ADDRESS, JAVA_LONG),
            identifier("H5Dget_space", JAVA_LONG),
            status("H5Dwrite", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS),
            status("H5Dwrite_chunk", JAVA_LONG, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS),
            status("H5Dread", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS),
            status("H5Dclose", JAVA_LONG),
            identifier("H5Pcreate", JAVA_LONG),
            status("H5Pset_chunk", JAVA_LONG, JAVA_INT, ADDRESS),
            status("H5Pset_deflate", JAVA_LONG, JAVA_INT),
            status("H5Pset_shuffle", JAVA_LONG),
            status("H5Pset_virtual", JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG),
            status("H5Pset_fill_value", JAVA_LONG, JAVA_LONG, ADDRESS),
            status("H5Pset_fclose_degree", JAVA_LONG, JAVA_INT),
            status("H5Pset_libver_bounds", JAVA_LONG, JAVA_INT, JAVA_INT),
            status("H5Pset_obj_track_times", JAVA_LONG, JAVA_INT),
            new Hdf5Function(
                    "H5Pset_file_locking", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT), true),
            status("H5Pclose", JAVA_LONG),
            identifier(
                    "H5Acreate_by_name",
                    JAVA_LONG,
                    ADDRESS,
                    ADDRESS,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG,
                    JAVA_LONG),
            status("H5Awrite", JAVA_LONG, JAVA_LONG, ADDRESS),
            status("H5Aclose", JAVA_LONG),
            identifier("H5Tcopy", JAVA_LONG),
            status("H5Tset_size", JAVA_LONG, JAVA_LONG),
            status("H5Tclose", JAVA_LONG));

    private static Hdf5Function status(String name, MemoryLayout... arguments) {
        return new Hdf5Function(name, FunctionDescriptor.of(JAVA_INT, arguments), false);
    }

    private static Hdf5Function identifier(String name, MemoryLayout... arguments) {
        return new Hdf5Function(name, FunctionDescriptor.of(JAVA_LONG, arguments), false);
    }
}
