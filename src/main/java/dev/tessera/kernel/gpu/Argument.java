package dev.tessera.kernel.gpu;

/// One parameter of a printed kernel.
///
/// @param isBuffer whether it is memory of the device, else a value
/// @param isWritten whether the kernel writes to it
public record Argument(String name, Type type, boolean isBuffer, boolean isWritten) {
    /// The type of the value, or of the buffer's elements.
    public enum Type {
        /// Of the kernel's arithmetic.
        REAL,
        /// A stored population.
        STORED,
        /// 32 bits, signed.
        INT,
        /// 64 bits, signed.
        LONG,
        /// Counts slots: 32 bits, signed, where they suffice ([GpuKernel#isNarrow]), else 64.
        SLOT,
        /// 32 bits of flags.
        BITS,
        /// 64 bits of flags.
        MASK,
        /// Two of 64 bits.
        RECORD,
        /// Two of 32 bits.
        PAIR
    }

    static Argument value(String name, Type type) {
        return new Argument(name, type, false, false);
    }

    static Argument table(String name, Type type) {
        return new Argument(name, type, true, false);
    }

    static Argument memory(String name, Type type) {
        return new Argument(name, type, true, true);
    }
}
