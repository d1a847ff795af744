package dev.tessera.model.boundary;

/// Walls that may move, interpolated by [WallScheme#BOUZIDI_QUADRATIC].
final class BouzidiQuadraticMovingWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.BOUZIDI_QUADRATIC, true);
    }
}
