package dev.tessera.layout;

import dev.tessera.geometry.FluidNodes;

/// Says where slots lie. A choice (dense, tiles, compact tiles …) with its parameters; `place`
/// applies it to a geometry.
public interface Addressing {
    String key();

    /// @param bytesPerValue of a stored population; strides are padded to whole 128-byte lines and skewed
    Placement place(FluidNodes fluid, int arrays, int copies, int bytesPerValue);
}
