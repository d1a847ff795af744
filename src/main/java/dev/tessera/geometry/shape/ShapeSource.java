package dev.tessera.geometry.shape;

import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// A box that contains analytic shapes: cavity, channel, duct, a cylinder in a channel, a tube in any direction.
/// The fluid is the box, or the part of it inside a shape, without the obstacles. Shapes repeat across
/// periodic sides.
///
/// ```java
/// ShapeSource.in(Domain.of2d(2.2, 0.41, Side.opening("inlet"), Side.opening("outlet"), Side.wall("wall"),
/// Side.wall("wall")))
///         .obstacle("cylinder", Cylinder.disc(0.2, 0.2, 0.05))
/// ```
///
/// **Positions of nodes.** With half-way sides (the default) `n` nodes span `n` spacings, the outermost half a
/// spacing inside; with wet sides the outermost nodes are on the sides and `n` nodes span `n - 1` spacings. A size
/// that is no whole number of spacings is rounded to one, and a finding reports it. In 2D nodes are in the plane
/// `z = corner`.
public final class ShapeSource implements DividedSource {
    private final Domain domain;
    private final @Nullable Shape fluid;
    private final List<Obstacle> obstacles;
    private final List<OpeningFace> openings;
    private final IsolatedFluid isolated;

    private ShapeSource(
            Domain domain,
            @Nullable Shape fluid,
            List<Obstacle> obstacles,
            List<OpeningFace> openings,
            IsolatedFluid isolated) {
        this.domain = domain;
        this.fluid = fluid;
        this.obstacles = List.copyOf(obstacles);
        this.openings = List.copyOf(openings);
        this.isolated = isolated;
    }

    /// A box full of fluid.
    public static ShapeSource in(Domain domain) {
        return new ShapeSource(domain, null, List.of(), List.of(), IsolatedFluid.KEEP);
    }

    /// Fluid only inside `shape`; its surface is called `wall` where it has no name.
    public ShapeSource fluid(Shape shape) {
        return new ShapeSource(domain, shape, obstacles, openings, isolated);
    }

    /// No fluid inside `shape`; its surface is called `name` where it has no name.
    public ShapeSource obstacle(String name, Shape shape) {
        List<Obstacle> more = new ArrayList<>(obstacles);
        more.add(new Obstacle(name, shape));
        return new ShapeSource(domain, fluid, more, openings, isolated);
    }

    /// The part of the surface that is called `face.name()` is an opening.
    public ShapeSource opening(OpeningFace face) {
        List<OpeningFace> more = new ArrayList<>(openings);
        more.add(face);
        return new ShapeSource(domain, fluid, obstacles, more, isolated);
    }

    /// Treatment of fluid that touches no opening (in closed boxes: of all but the largest part).
    public ShapeSource isolated(IsolatedFluid policy) {
        return new ShapeSource(domain, fluid, obstacles, openings, policy);
    }

    public Domain domain() {
        return domain;
    }

    /// The space that the fluid fills; null: the whole box.
    public @Nullable Shape fluidShape() {
        return fluid;
    }

    public List<Obstacle> obstacles() {
        return obstacles;
    }

    public List<OpeningFace> openings() {
        return openings;
    }

    public IsolatedFluid isolated() {
        return isolated;
    }

    @Override
    public String description() {
        String inside = fluid == null ? "" : ", fluid inside a shape";
        return "box of %s%s, %d obstacle%s"
                .formatted(domain.sizeM().inEdges(), inside, obstacles.size(), obstacles.size() == 1 ? "" : "s");
    }

    /// The fluid nodes alone, without links: for statistics, in a small fraction of the time.
    public FluidNodes fluidNodes(double spacingM, ForkJoinPool workers) {
        return new ShapeVoxels(this, spacingM).fill(workers);
    }

    @Override
    public SlabNodes voxelise(double spacingM, SlabExchange exchange, ForkJoinPool workers, LongConsumer counted) {
        return new ShapeVoxels(this, spacingM).build(exchange, workers, counted);
    }
}
