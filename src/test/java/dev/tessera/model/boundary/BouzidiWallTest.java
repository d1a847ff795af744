package dev.tessera.model.boundary;

/// Walls at rest, interpolated by [WallScheme#BOUZIDI].
final class BouzidiWallTest extends InterpolatedWallKit {
    @Override
    LinkWall wall() {
        return new LinkWall(WallScheme.BOUZIDI, false);
    }
}
