package dev.tessera.casefile;

import dev.tessera.casefile.SidesSection.Sides;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A geometry as the case writes it; the source that it becomes also depends on other sections.
interface GeometryDraft {
    /// As the case would write it.
    /// @throws IllegalArgumentException where it has no text for it
    static GeometryDraft of(Case theCase) {
        double spacingM = theCase.spacingM();
        return switch (theCase.geometry()) {
            case ShapeSource shapes -> BoxDraft.of(shapes, spacingM);
            case StlSource stl -> StlDraft.of(stl, spacingM);
            case ImageSource image -> ImageDraft.of(image, spacingM);
            case SphereSource spheres -> SpheresDraft.of(spheres, spacingM);
            // GeometrySource is open: users may implement it.
            default ->
                throw new IllegalArgumentException("the geometry (%s) was made in Java and has no text"
                        .formatted(theCase.geometry().description()));
        };
    }

    /// What the case would write about the sides.
    /// @throws IllegalArgumentException where it has no text for them
    static Sides sides(Case theCase) {
        return switch (theCase.geometry()) {
            case ShapeSource shapes -> BoxDraft.sides(shapes.domain(), theCase.boundaries());
            case ImageSource image -> BoxEnds.sides(image.ends(), theCase.boundaries());
            case SphereSource spheres -> BoxEnds.sides(spheres.ends(), theCase.boundaries());
            default -> Sides.NONE; // surfaces from files have none
        };
    }

    /// What the case would write about open ends.
    static SequencedMap<String, OpeningsSection.Draft> openings(Case theCase) {
        return OpeningsSection.of(theCase.geometry() instanceof StlSource stl ? stl.openings() : List.of());
    }

    double spacingM();

    IsolatedFluid isolated();

    /// @throws Unreadable where this depends on a file that cannot be read
    boolean is2d(Context context);

    /// Names that boundaries may mention as far as they are known before the geometry is read; empty: not
    /// known.
    List<String> surfaceNames(Context context);

    /// @throws Unreadable where the sections do not fit; the problem has been noted
    GeometrySource source(Context context);

    /// The placement of nodes at a side with this boundary: Zou–He openings, mixed walls and symmetry act on
    /// nodes on the side.
    /// @param boundary null: a resting wall
    static Side.Placement placement(@Nullable Boundary boundary) {
        boolean wet = boundary != null && boundary.holdsOnNodes();
        return wet ? Side.Placement.WET : Side.Placement.HALF_WAY;
    }

    /// The placement of nodes at a side must be the one that a case file derives from its boundary.
    /// @param side its name; empty: it has no boundary
    /// @throws IllegalArgumentException where it is not
    static void requireUsual(Side.Placement placement, String side, SequencedMap<String, Boundary> boundaries) {
        Side.Placement usual = placement(boundaries.get(side));
        if (!side.isEmpty() && placement != usual) {
            throw new IllegalArgumentException(
                    "the nodes of side %s are %s, but a case file places them %s for its boundary; change one of them"
                            .formatted(side, ChoiceType.key(placement), ChoiceType.key(usual)));
        }
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
            return boundaries.get(name) instanceof Boundary.Opening;
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
