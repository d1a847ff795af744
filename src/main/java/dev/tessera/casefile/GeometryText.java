package dev.tessera.casefile;

import dev.tessera.casefile.Yaml.Group;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.image.AxisEnds;
import dev.tessera.geometry.image.ImageFormat;
import dev.tessera.geometry.image.ImageSlices;
import dev.tessera.geometry.image.ImageSource;
import dev.tessera.geometry.image.MetaImage;
import dev.tessera.geometry.image.NpyFile;
import dev.tessera.geometry.image.RawFile;
import dev.tessera.geometry.image.VoxelOrder;
import dev.tessera.geometry.image.VoxelStack;
import dev.tessera.geometry.mesh.HolePolicy;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.spheres.SphereSource;
import dev.tessera.solver.Case;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Geometries as a case writes them: `geometry`, `openings`, `sides`. Files are named absolutely.
final class GeometryText {
    private GeometryText() {}

    /// @throws IllegalArgumentException where the format has no key for it
    static void add(Case theCase, Group whole) {
        Group geometry = Yaml.group();
        String spacing = QuantityText.exact(theCase.spacingM(), QuantityKind.LENGTH);
        switch (theCase.geometry()) {
            case ShapeSource shapes -> {
                shapes.domain().sides().forEach(side -> check(side.name(), side.placement(), theCase));
                ShapeText.geometry(shapes, geometry);
                if (shapes.isolated() == IsolatedFluid.DROP) {
                    geometry.with("isolated", "drop");
                }
                whole.with("geometry", geometry.with("spacing", spacing).node());
                whole.with("sides", ShapeText.sides(shapes.domain()));
            }
            case StlSource stl -> {
                whole.with(
                        "geometry", stl(stl, geometry).with("spacing", spacing).node());
                if (!stl.openings().isEmpty()) {
                    whole.with("openings", openings(stl.openings()));
                }
            }
            case ImageSource image -> {
                geometry.with("image", image(image)).with("spacing", spacing);
                if (image.isolated() == IsolatedFluid.DROP) {
                    geometry.with("isolated", "drop");
                }
                whole.with("geometry", geometry.node()).with("sides", ends(image.ends(), theCase));
            }
            case SphereSource spheres -> {
                geometry.with("spheres", spheres(spheres)).with("spacing", spacing);
                whole.with("geometry", geometry.node()).with("sides", ends(spheres.ends(), theCase));
            }
            // GeometrySource is open: users may implement it.
            default ->
                throw new IllegalArgumentException("the geometry (%s) was made in Java and has no text"
                        .formatted(theCase.geometry().description()));
        }
    }

    /// The placement of nodes at a side must be the one that a case file derives from its boundary.
    private static void check(String side, Side.Placement placement, Case theCase) {
        Side.Placement usual = GeometryDraft.placement(theCase.boundaries().get(side));
        if (!side.isEmpty() && placement != usual) {
            throw new IllegalArgumentException(
                    "the nodes of side %s are %s, but a case file places them %s for its boundary; change one of them"
                            .formatted(side, CaseText.key(placement), CaseText.key(usual)));
        }
    }

    private static YamlNode file(Path file) {
        return Yaml.text(file.toAbsolutePath().normalize().toString());
    }

    private static Group stl(StlSource stl, Group geometry) {
        geometry.with("stl", file(stl.file())).with("stl-unit", stl.unit().key());
        if (stl.holes() != HolePolicy.REFUSE) {
            geometry.with("holes", CaseText.key(stl.holes()));
        }
        if (stl.crackM() > 0) {
            geometry.with("cracks", QuantityText.exact(stl.crackM(), QuantityKind.LENGTH));
        }
        return stl.isolated() == IsolatedFluid.DROP ? geometry.with("isolated", "drop") : geometry;
    }

    private static YamlNode openings(List<OpeningSpec> openings) {
        Group group = Yaml.group();
        for (OpeningSpec opening : openings) {
            Group one = Yaml.group();
            switch (opening.selector()) {
                case OpeningSelector.Near near -> one.with("near", ShapeText.lengths(near.pointM()));
                case OpeningSelector.Numbered(int number) -> one.with("number", Yaml.number(number));
                case OpeningSelector.Outermost(int axis, boolean highest) ->
                    one.with("outermost", SidesSection.NAMES.get(2 * axis + (highest ? 1 : 0)));
                case OpeningSelector.Part(String name) -> one.with("part", name);
                case OpeningSelector.Cut(Vec point, Vec normal) ->
                    one.with(
                            "cut",
                            Yaml.group()
                                    .with("point", ShapeText.lengths(point))
                                    .with("normal", ShapeText.numbers(normal))
                                    .node());
            }
            extension(opening.extension(), one);
            group.with(opening.name(), one.node());
        }
        return group.node();
    }

    private static void extension(OpeningSpec.Extension extension, Group opening) {
        if (extension.diameters() > 0 && extension.lengthM() > 0) {
            throw new IllegalArgumentException("an extension in diameters and metres has no text; give one of them");
        }
        if (extension.diameters() > 0) {
            opening.with("extend", QuantityText.exact(extension.diameters(), QuantityKind.NUMBER) + " diameters");
        } else if (extension.lengthM() > 0) {
            opening.with("extend", QuantityText.exact(extension.lengthM(), QuantityKind.LENGTH));
        } else {
            return;
        }
        if (extension.rounded()) {
            opening.with("round", "true");
        }
    }

    private static YamlNode spheres(SphereSource spheres) {
        return Yaml.group()
                .with("box", ShapeText.lengths(spheres.sizeM()))
                .with("diameter", QuantityText.exact(spheres.diameterM(), QuantityKind.LENGTH))
                .with("porosity", Yaml.number(spheres.porosity()))
                .with("overlap", spheres.overlap().key())
                .with("seed", Yaml.number((double) spheres.seed()))
                .node();
    }

    private static YamlNode image(ImageSource image) {
        Group group = Yaml.group();
        VoxelStack stack = image.stack();
        switch (stack) {
            case RawFile array
            when ImageFormat.of(array.file()).equals(Optional.of(ImageFormat.NPY)) ->
                group.with("file", file(array.file()))
                        .with("order", numPyOrder(array).key());
            case RawFile raw -> {
                withFormat(group, raw.file(), ImageFormat.RAW).with("size", numbers(raw.nx(), raw.ny(), raw.nz()));
                group.with("type", raw.type().key()).with("order", raw.order().key());
                if (raw.headerBytes() > 0) {
                    group.with("header", Yaml.number((double) raw.headerBytes()));
                }
            }
            case MetaImage scan -> withFormat(group, scan.file(), ImageFormat.METAIMAGE);
            case ImageSlices slices when slices.isFolder() -> group.with("file", file(slices.path()));
            case ImageSlices slices -> withFormat(group, slices.path(), ImageFormat.TIFF);
            // VoxelStack is open: users may implement it.
            default ->
                throw new IllegalArgumentException(
                        "the image %s was made in Java and has no text".formatted(stack.description()));
        }
        group.with("pore", numbers(image.pores().labels()));
        int[] whole = {stack.nx(), stack.ny(), stack.nz()};
        if (!Arrays.equals(whole, image.size())) {
            Group crop = Yaml.group().with("from", numbers(image.from())).with("size", numbers(image.size()));
            group.with("crop", crop.node());
        }
        return image.refine() == 1
                ? group.node()
                : group.with("refine", Yaml.number(image.refine())).node();
    }

    /// The file, and its format where the name does not give it.
    private static Group withFormat(Group group, Path file, ImageFormat format) {
        group.with("file", file(file));
        return ImageFormat.of(file).isPresent() ? group : group.with("format", format.key());
    }

    /// The axes as the case read them: the fastest index in the file also depends on the file.
    private static VoxelOrder numPyOrder(RawFile array) {
        return NpyFile.open(array.file(), NpyFile.Axes.ZYX).order() == array.order()
                ? VoxelOrder.X_FASTEST
                : VoxelOrder.Z_FASTEST;
    }

    private static YamlNode numbers(int... values) {
        return Yaml.list(IntStream.of(values).mapToObj(Yaml::number).toList());
    }

    private static YamlNode ends(List<AxisEnds> ends, Case theCase) {
        Group sides = Yaml.group();
        int buffer = ends.stream().mapToInt(AxisEnds::buffer).max().orElse(0);
        for (int axis = 0; axis < 3; axis++) {
            String name = SidesSection.NAMES.get(2 * axis).substring(0, 1);
            switch (ends.get(axis)) {
                case AxisEnds.Periodic(int nodes) -> {
                    boolean open = ends.stream().anyMatch(AxisEnds.Open.class::isInstance);
                    if (nodes != (open ? 0 : buffer)) {
                        throw new IllegalArgumentException(
                                ("a buffer of %d layers along %s has no text: buffers lie before openings, or else"
                                                        + " between all")
                                                .formatted(nodes, name)
                                        + " periodic ends");
                    }
                    sides.with(name, SidesSection.PERIODIC);
                }
                case AxisEnds.Mirrored mirrored -> sides.with(name, SidesSection.MIRROR);
                case AxisEnds.Sealed(String wall) -> sides.with(name, wall);
                case AxisEnds.Open open -> {
                    check(open.minName(), open.placement(), theCase);
                    check(open.maxName(), open.placement(), theCase);
                    sides.with(name + "-min", open.minName()).with(name + "-max", open.maxName());
                }
            }
        }
        return buffer == 0
                ? sides.node()
                : sides.with("buffer", Yaml.number(buffer)).node();
    }
}
