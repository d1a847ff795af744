package dev.tessera.output.hdf5;

/// The type of the values of a dataset, little endian.
public enum Hdf5Type {
    FLOAT32("H5T_IEEE_F32LE_g", Float.BYTES),
    FLOAT64("H5T_IEEE_F64LE_g", Double.BYTES),
    INT32("H5T_STD_I32LE_g", Integer.BYTES),
    INT64("H5T_STD_I64LE_g", Long.BYTES),
    UINT8("H5T_STD_U8LE_g", Byte.BYTES);

    private final String constant; // of libhdf5
    private final int bytes;

    Hdf5Type(String constant, int bytes) {
        this.constant = constant;
        this.bytes = bytes;
    }

    /// Of one value.
    public int bytes() {
        return bytes;
    }

    long id(Hdf5 hdf5) {
        return hdf5.constant(constant);
    }
}
