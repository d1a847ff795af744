package dev.tessera.casefile;

import dev.tessera.casefile.SpheresSection.Spheres;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.spheres.SphereSource;
import java.util.ArrayList;
import java.util.List;

/// A box full of random spheres.
record SpheresDraft(double spacingM, Spheres spheres, Place place) implements GeometryDraft {
    static SpheresDraft of(SphereSource source, double spacingM) {
        var spheres =
                new Spheres(source.sizeM(), source.diameterM(), source.porosity(), source.overlap(), source.seed());
        return new SpheresDraft(spacingM, spheres, Place.NOWHERE);
    }

    /// Spheres have no choice here.
    @Override
    public IsolatedFluid isolated() {
        return IsolatedFluid.KEEP;
    }

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
