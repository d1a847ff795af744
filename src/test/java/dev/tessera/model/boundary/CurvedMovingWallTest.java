package dev.tessera.model.boundary;

/// Walls that may move, interpolated by [WallScheme#CURVED].
final class CurvedMovingWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.CURVED, true);
    }
}
