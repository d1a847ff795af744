package dev.tessera.kernel.gpu;

/// A parameter of a printed kernel.
///
/// @param isBuffer whether it is device memory, otherwise a value
/// @param isWritten whether the kernel writes to it
public record Argument(String name, Type type, boolean isBuffer, boolean isWritten) {
    /// The type of the value, or of the buffer's elements.
    public enum Type {
        /// The type of the kernel's arithmetic.
        REAL,
        /// A stored population.
        STORED,
        /// 32 bits, signed.
        INT,
        /// 64 bits, signed.
        LONG,
        /// A slot index: 32 bits, signed, if they suffice ([GpuKernel#isNarrow]), otherwise 64.
        SLOT,
        /// 32 bits of flags.
        BITS,
        /// 64 bits of flags.
        MASK,
        /// Two of 64 bits.
        RECORD,
        /// Two of 32 bits.
        PAIR,
        /// 16 bits, unsigned.
        PART
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

    /// The same under another name.
    Argument renamed(String other) {
        return new Argument(other, type, isBuffer, isWritten);
    }
}
