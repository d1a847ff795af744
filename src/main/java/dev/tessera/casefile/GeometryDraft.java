package dev.tessera.casefile;

import dev.tessera.casefile.SidesSection.Sides;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.solver.Boundary;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A geometry as the case writes it; the source that it becomes also depends on other sections.
interface GeometryDraft {
    double spacingM();

    /// @throws Unreadable where this depends on a file that cannot be read
    boolean is2d(Context context);

    /// Names that boundaries may mention as far as they are known before the geometry is read; empty: not
    /// known.
    List<String> surfaceNames(Context context);

    /// @throws Unreadable where the sections do not fit; the problem has been noted
    GeometrySource source(Context context);

    /// The placement of nodes at a side with this boundary: Zou–He openings and mixed walls act on nodes on the
    /// side.
    /// @param boundary null: a resting wall
    static Side.Placement placement(@Nullable Boundary boundary) {
        boolean wet = switch (boundary) {
            case null -> false;
            case Boundary.Wall wall -> false;
            case Boundary.MovingWall wall -> false;
            case Boundary.MixedWall wall -> true;
            case Boundary.VelocityOpening opening -> opening.scheme() != Boundary.Scheme.LINK_WISE;
            case Boundary.PressureOpening opening -> opening.scheme() != Boundary.Scheme.LINK_WISE;
        };
        return wet ? Side.Placement.WET : Side.Placement.HALF_WAY;
    }

    /// The other sections.
    record Context(
            Sides sides,
            SequencedMap<String, OpeningsSection.Draft> openings,
            SequencedMap<String, Boundary> boundaries,
            Reading reading) {
        Side.Placement placement(String name) {
            return GeometryDraft.placement(boundaries.get(name));
        }

        boolean isOpening(String name) {
            return switch (boundaries.get(name)) {
                case null -> false;
                case Boundary.Wall wall -> false;
                case Boundary.MovingWall wall -> false;
                case Boundary.MixedWall wall -> false;
                case Boundary.VelocityOpening opening -> true;
                case Boundary.PressureOpening opening -> true;
            };
        }

        /// Reports a geometry error of `make` at the place of the geometry in the case.
        <T> T at(String path, Place place, Supplier<T> make) {
            try {
                return make.get();
            } catch (GeometryException | IllegalArgumentException e) {
                throw reading.at(path).refuse(place, e);
            }
        }
    }
}
