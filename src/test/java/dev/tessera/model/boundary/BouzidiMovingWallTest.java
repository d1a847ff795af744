package dev.tessera.model.boundary;

/// Walls that may move, interpolated by [WallScheme#BOUZIDI].
final class BouzidiMovingWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.BOUZIDI, true);
    }
}
