package dev.tessera.output.hdf5;

import java.io.IOException;

/// An identifier that a function of the library releases.
///
/// @param closing the function
record Hdf5Id(Hdf5 hdf5, long id, String closing) implements AutoCloseable {
    static Hdf5Id properties(Hdf5 hdf5, String type) throws IOException {
        long created = hdf5.call("H5Pcreate", hdf5.constant("H5P_CLS_%s_ID_g".formatted(type)));
        return new Hdf5Id(hdf5, created, "H5Pclose");
    }

    @Override
    public void close() throws IOException {
        hdf5.call(closing, id);
    }
}
