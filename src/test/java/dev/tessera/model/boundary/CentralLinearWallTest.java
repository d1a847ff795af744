package dev.tessera.model.boundary;

/// Walls at rest, interpolated by [WallScheme#CENTRAL_LINEAR].
final class CentralLinearWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.CENTRAL_LINEAR, false);
    }
}
