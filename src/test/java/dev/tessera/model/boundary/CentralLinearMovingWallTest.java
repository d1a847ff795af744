package dev.tessera.model.boundary;

/// Walls that may move, interpolated by [WallScheme#CENTRAL_LINEAR].
final class CentralLinearMovingWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.CENTRAL_LINEAR, true);
    }
}
