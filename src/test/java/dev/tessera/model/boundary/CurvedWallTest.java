package dev.tessera.model.boundary;

/// Walls at rest, interpolated by [WallScheme#CURVED].
final class CurvedWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.CURVED, false);
    }
}
