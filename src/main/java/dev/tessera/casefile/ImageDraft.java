package dev.tessera.casefile;

import dev.tessera.casefile.ImageSection.Image;
import dev.tessera.geometry.GeometrySource;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.PoreLabels;
import dev.tessera.geometry.image.VoxelStack;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// Labelled voxels.
///
/// @param spacingM of the nodes
record ImageDraft(double spacingM, Image image, IsolatedFluid isolated, Place place) implements GeometryDraft {
    /// @throws IllegalArgumentException where a case has no text for the image
    static ImageDraft of(ImageSource source, double spacingM) {
        return new ImageDraft(spacingM, Image.of(source), source.isolated(), Place.NOWHERE);
    }

    @Override
    public boolean is2d(Context context) {
        return image.crop()
                .map(crop -> crop.size().get(2) == 1)
                .or(() -> image.size().map(size -> size.get(2) == 1))
                .orElseGet(() ->
                        context.at("geometry.image", place, () -> image.open().nz() == 1));
    }

    @Override
    public List<String> surfaceNames(Context context) {
        List<String> names = new ArrayList<>(BoxEnds.names(context));
        if (!names.contains(SidesSection.WALL)) {
            names.add(SidesSection.WALL);
        }
        return names;
    }

    @Override
    public GeometrySource source(Context context) {
        if (!context.sides().isWritten()) {
            throw context.reading()
                    .refuse(
                            place,
                            "an image needs sides: write sides: periodic, sides: mirror, sides: wall, or"
                                    + " sides: {x-min: inlet, x-max: outlet, y: wall, z: wall, buffer: 8}");
        }
        if (!Files.isReadable(image.file())) {
            throw context.reading()
                    .at("geometry.image.file")
                    .refuse(place, "there is no file %s that can be read".formatted(image.file()));
        }
        return context.at("geometry.image", place, () -> {
            VoxelStack stack = image.open();
            ImageSource source = ImageSource.of(stack, PoreLabels.of(ImageSection.array(image.pore())));
            if (image.crop().isPresent()) {
                var crop = image.crop().get();
                source = source.cropped(ImageSection.array(crop.from()), ImageSection.array(crop.size()));
            }
            if (image.refine() > 1) {
                source = source.refined(image.refine(), spacingM * image.refine());
            }
            return source.isolated(isolated)
                    .ends(BoxEnds.of(0, context), BoxEnds.of(1, context), BoxEnds.of(2, context));
        });
    }
}
