package dev.tessera.casefile;

import dev.tessera.casefile.SpheresSection.Spheres;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.spheres.SphereSource;
import java.util.ArrayList;
import java.util.List;

/// A box full of random spheres.
record SpheresDraft(double spacingM, Spheres spheres, Place place) implements GeometryDraft {

    @Override
    public boolean is2d(Context context) {
        return false;
    }

    @Override
    public List<String> surfaceNames(Context context) {
        List<String> names = new ArrayList<>(BoxEnds.names(context));
        names.add(SphereSource.SURFACE);
        return names;
    }

    @Override
    public GeometrySource source(Context context) {
        return context.at(
                "geometry.spheres",
                place,
                () -> SphereSource.of(
                                spheres.sizeM(),
                                spheres.diameterM(),
                                spheres.porosity(),
                                spheres.overlap(),
                                spheres.seed())
                        .ends(BoxEnds.of(0, context), BoxEnds.of(1, context), BoxEnds.of(2, context)));
    }
}
