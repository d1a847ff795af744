package dev.tessera.casefile;

import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.mesh.HolePolicy;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The inside of a surface from an STL file.
///
/// @param crackM gaps up to this width are closed automatically; empty: the default
record StlDraft(
        double spacingM,
        Path file,
        StlUnit unit,
        HolePolicy holes,
        Optional<Double> crackM,
        IsolatedFluid isolated,
        Place place)
        implements GeometryDraft {
    static StlDraft of(StlSource source, double spacingM) {
        return new StlDraft(
                spacingM,
                source.file(),
                source.unit(),
                source.holes(),
                source.crackM() > 0 ? Optional.of(source.crackM()) : Optional.empty(),
                source.isolated(),
                Place.NOWHERE);
    }

    @Override
    public boolean is2d(Context context) {
        return false;
    }

    /// Ends and parts of the file are known only once it is read.
    @Override
    public List<String> surfaceNames(Context context) {
        return List.of();
    }

    @Override
    public GeometrySource source(Context context) {
        if (context.sides().isWritten()) {
            throw context.reading()
                    .at("sides")
                    .refuse(
                            context.sides().place(),
                            "a surface from an STL file has no sides; its ends are named in openings");
        }
        if (!Files.isReadable(file)) {
            throw context.reading()
                    .at("geometry.stl")
                    .refuse(place, "there is no file %s that can be read".formatted(file));
        }
        return context.at("geometry", place, () -> {
            StlSource source = StlSource.of(file, unit).holes(holes).isolated(isolated);
            if (crackM.isPresent()) {
                source = source.cracksUpTo(crackM.get());
            }
            for (var opening : context.openings().entrySet()) {
                source = source.opening(opening.getValue().named(opening.getKey()));
            }
            return source;
        });
    }
}
