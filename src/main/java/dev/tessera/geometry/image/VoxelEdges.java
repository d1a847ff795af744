package dev.tessera.geometry.image;

import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.Optional;

/// The edges of a voxel as an image file gives them. The unit is mm by convention, but files in µm and m are common.
public record VoxelEdges(double x, double y, double z) {
    private static final double TOLERANCE = 5e-3; // files round
    private static final double[] UNITS_M = {1e-3, 1e-6, 1};

    /// A sentence about what contradicts the case.
    /// @param name the file's, for the sentence
    /// @param voxelM edge of a voxel as the case gives it, m
    Optional<String> warning(String name, double voxelM, boolean is2d) {
        double most = Math.max(Math.max(x, y), is2d ? 0 : z);
        double least = Math.min(Math.min(x, y), is2d ? most : z);
        if (!(least > 0) || !(most < Double.MAX_VALUE) || least == 1 && most == 1) {
            return Optional.empty(); // nothing is known
        }
        String edge = QuantityText.exact(voxelM, QuantityKind.LENGTH);
        if (most - least > TOLERANCE * most) {
            return Optional.of(
                    ("warning: %s gives voxels of %s x %s x %s, but the case makes each a cube of %s: resample the"
                            + " image to cubes, or lengths and permeability are wrong")
                            .formatted(name, text(x), text(y), text(z), edge));
        }
        for (double unit : UNITS_M) {
            if (Math.abs(most * unit - voxelM) <= TOLERANCE * voxelM) {
                return Optional.empty();
            }
        }
        return Optional.of(
                ("warning: %s gives %s as the edge of a voxel, mm by convention, but the case %s; check"
                        + " geometry.spacing (with refine: times the nodes per voxel)")
                        .formatted(name, text(x), edge));
    }

    private static String text(double number) {
        String text = "%.6g".formatted(number);
        return text.contains(".") && !text.contains("e") ? text.replaceFirst("\\.?0+$", "") : text;
    }
}
