package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.OpeningSelector;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.OpeningSpec.Extension;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Names the openings of a repaired surface, extends and caps them, and closes everything else.
final class Capping {
    private static final String WALL = "wall";

    private final MeshRepair.Repaired repaired;
    private final MeshPlaces places;
    private final List<OpeningSpec> specs;
    private final OpenEnds ends;
    private final List<String> parts; // wall surfaces by patch
    private final SequencedMap<OpenEnd, OpeningSpec> chosen = new LinkedHashMap<>();
    private final List<String> findings = new ArrayList<>();
    private final List<Hole> holes = new ArrayList<>();

    private Capping(MeshRepair.Repaired repaired, List<String> solids, List<OpeningSpec> specs, MeshPlaces places) {
        this.repaired = repaired;
        this.places = places;
        this.specs = specs;
        this.parts = partNames(solids);
        this.ends = OpenEnds.of(repaired.edges(), repaired.loops(), places);
        this.findings.addAll(repaired.findings());
    }

    /// @param solids names of the file's sections
    /// @param specs openings named in the case; empty: all ends become `opening-1` …
    /// @throws GeometryException where an opening named in the case does not exist
    static ClosedMesh close(
            MeshRepair.Repaired repaired, List<String> solids, List<OpeningSpec> specs, MeshPlaces places) {
        return new Capping(repaired, solids, specs, places).run();
    }

    /// Sections of the file with different names are separate surfaces; else all are `wall`.
    private static List<String> partNames(List<String> solids) {
        List<String> names = new ArrayList<>();
        for (String solid : solids) {
            names.add(solid.isBlank() ? WALL : solid.strip().replaceAll("\\s+", "-"));
        }
        long different = names.stream().distinct().count();
        boolean separate = different == names.size() && different > 1 && different < 100;
        return separate ? List.copyOf(names) : Collections.nCopies(Math.max(1, names.size()), WALL);
    }

    private ClosedMesh run() {
        choose();
        boolean[] cut = new boolean[repaired.edges().mesh().triangles()];
        chosen.keySet().forEach(end -> Arrays.stream(end.triangles()).forEach(t -> cut[t] = true));
        TriangleMesh opened = Welding.without(repaired.edges().mesh(), cut);
        List<Loop> loops = new ArrayList<>(Loops.of(MeshEdges.of(opened)));
        SequencedMap<String, Surface> surfaces = new LinkedHashMap<>();
        int[] surfaceOfPart = wallSurfaces(opened, surfaces);
        for (int t = 0; t < opened.triangles(); t++) {
            opened.patches()[t] = surfaceOfPart[opened.patches()[t]];
        }
        int[] patchAt = patchAtVertices(opened);
        MeshBuilder builder = new MeshBuilder(opened);
        List<Opening> openings = new ArrayList<>();
        for (var entry : chosen.entrySet()) {
            OpeningSpec spec = entry.getValue();
            if (surfaces.containsKey(spec.name())) {
                throw new GeometryException("the name %s is used for a wall and for an opening".formatted(spec.name()));
            }
            Surface surface = new Surface(surfaces.size(), spec.name(), Surface.Kind.OPENING);
            surfaces.put(spec.name(), surface);
            Loop loop = loopOf(entry.getKey(), loops);
            Loop end = Extending.extend(builder, loop, spec.extension(), patchAt[loop.vertices()[0]]);
            Filling.close(builder, end, surface.id());
            openings.add(opening(surface, end, spec.extension().lengthOf(loop.radiusM())));
        }
        for (Loop loop : loops) {
            double gap = Filling.close(builder, loop, patchAt[loop.vertices()[0]]);
            holes.add(new Hole(loop.centroid(), gap, loop.perimeterM()));
        }
        reportCracks();
        reportUnused();
        if (openings.isEmpty()) {
            findings.add(
                    "the surface has no open and no flat end, so nothing can flow in or out. " + OpenEnds.CUT_THEM);
        }
        List<String> lines = new ArrayList<>();
        ends.listed().forEach(end -> lines.add(end.text(places)));
        return new ClosedMesh(builder.build(), List.copyOf(surfaces.values()), openings, lines, holes, findings);
    }

    private void choose() {
        for (OpeningSpec spec : specs) {
            OpenEnd end = spec.selector() instanceof OpeningSelector.Part part ? part(part.name()) : null;
            end = end == null ? ends.select(spec) : end;
            OpeningSpec before = chosen.putIfAbsent(end, spec);
            if (before != null) {
                throw new GeometryException("openings %s and %s are the same %s; the ends are:%s"
                        .formatted(before.name(), spec.name(), end.text(places), ends.table()));
            }
        }
        int number = 0;
        for (OpenEnd end : ends.listed()) {
            number++;
            if (!chosen.containsKey(end) && (end.isOpen() || specs.isEmpty())) {
                String name = freeName(number);
                chosen.put(end, new OpeningSpec(name, new OpeningSelector.Numbered(number), Extension.NONE));
                if (!specs.isEmpty()) {
                    findings.add(
                            ("the %s has no name in the case; it is called %s and is closed by a wall unless the case"
                                            + " defines it")
                                    .formatted(end.text(places), name));
                }
            }
        }
    }

    private String freeName(int number) {
        String name = "opening-" + number;
        boolean taken = specs.stream().anyMatch(spec -> spec.name().equals(name));
        return taken ? name + "-unnamed" : name;
    }

    private @Nullable OpenEnd part(String name) {
        TriangleMesh mesh = repaired.edges().mesh();
        int patch = parts.indexOf(name.strip().replaceAll("\\s+", "-"));
        if (patch < 0) {
            return null;
        }
        int[] triangles = IntStream.range(0, mesh.triangles())
                .filter(t -> mesh.patches()[t] == patch)
                .toArray();
        Vec area = Vec.ZERO;
        Vec centre = Vec.ZERO;
        double sum = 0;
        for (int t : triangles) {
            Vec here = mesh.doubleArea(t).times(0.5);
            area = area.plus(here);
            centre = centre.plus(mesh.centre(t).times(here.length()));
            sum += here.length();
        }
        if (!(area.length() > 0)) {
            return null;
        }
        return new OpenEnd(centre.times(1 / sum), area.unit(), area.length(), 1, triangles, true);
    }

    /// The surfaces of the file's parts that still have triangles, and for each part the number of its surface.
    private int[] wallSurfaces(TriangleMesh mesh, SequencedMap<String, Surface> surfaces) {
        boolean[] used = new boolean[parts.size()];
        for (int patch : mesh.patches()) {
            used[patch] = true;
        }
        int[] surfaceOfPart = new int[parts.size()];
        for (int part = 0; part < used.length; part++) {
            if (used[part]) {
                surfaces.putIfAbsent(parts.get(part), new Surface(surfaces.size(), parts.get(part), Surface.Kind.WALL));
                surfaceOfPart[part] =
                        Objects.requireNonNull(surfaces.get(parts.get(part))).id();
            }
        }
        if (surfaces.isEmpty()) {
            throw new GeometryException("all parts of the surface are openings; there is no wall");
        }
        return surfaceOfPart;
    }

    private static int[] patchAtVertices(TriangleMesh mesh) {
        int[] patches = new int[mesh.vertices()];
        for (int i = 0; i < mesh.corners().length; i++) {
            patches[mesh.corners()[i]] = mesh.patches()[i / 3];
        }
        return patches;
    }

    /// Removes the loop of an end from the list: the nearest of similar size.
    private Loop loopOf(OpenEnd end, List<Loop> loops) {
        Loop best = null;
        for (Loop loop : loops) {
            boolean alike = loop.radiusM() > 0.5 * end.radiusM();
            boolean nearer = best == null
                    || loop.centroid().distance(end.centre()) < best.centroid().distance(end.centre());
            if (alike && nearer) {
                best = loop;
            }
        }
        if (best == null || best.centroid().distance(end.centre()) > end.radiusM()) {
            throw new GeometryException(
                    "the %s cannot be cut open: its edge is no closed line".formatted(end.text(places)));
        }
        loops.remove(best);
        return best;
    }

    private static Opening opening(Surface surface, Loop loop, double extensionM) {
        return new Opening(
                surface.name(),
                surface.id(),
                loop.centroid().toArray(),
                loop.normal().toArray(),
                loop.areaM2(),
                loop.radiusM(),
                false,
                extensionM);
    }

    private void reportCracks() {
        List<Hole> cracks =
                holes.stream().filter(hole -> hole.gapM() <= repaired.crackM()).toList();
        holes.removeAll(cracks);
        if (!cracks.isEmpty()) {
            double widest = cracks.stream().mapToDouble(Hole::gapM).max().orElse(0);
            findings.add("%d slit%s up to %s wide closed, first at %s"
                    .formatted(
                            cracks.size(),
                            cracks.size() == 1 ? "" : "s",
                            places.length(widest),
                            places.name(cracks.getFirst().centre())));
        }
    }

    private void reportUnused() {
        if (!specs.isEmpty()) {
            for (OpenEnd end : ends.listed()) {
                if (!chosen.containsKey(end)) {
                    findings.add("the %s has no name in the case; it remains wall".formatted(end.text(places)));
                }
            }
        }
    }
}
