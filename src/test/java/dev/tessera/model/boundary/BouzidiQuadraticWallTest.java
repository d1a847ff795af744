package dev.tessera.model.boundary;

/// Walls at rest, interpolated by [WallScheme#BOUZIDI_QUADRATIC].
final class BouzidiQuadraticWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.BOUZIDI_QUADRATIC, false);
    }
}
