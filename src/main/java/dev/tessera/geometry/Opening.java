package dev.tessera.geometry;

/// A place where flow enters or leaves: an open end of a vessel (any orientation) or a side of the box.
///
/// @param name in the case, or `opening-1` …
/// @param surface id of the surface of the opening's cut links
/// @param centreM centroid, metres, `[3]`
/// @param normal unit normal out of the fluid, `[3]`
/// @param areaM2 area of the capped cross-section, m²; in 2D its length times one metre
/// @param radiusM radius of the circle of the same area, m; in 2D half its length
/// @param axisAligned whether the opening is in a plane of nodes (normal along an axis)
/// @param extensionM length of the straight tube that was added to the vessel and ends here, m; 0 where there is none
public record Opening(
        String name,
        int surface,
        double[] centreM,
        double[] normal,
        double areaM2,
        double radiusM,
        boolean axisAligned,
        double extensionM) {}
