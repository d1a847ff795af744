package dev.tessera.geometry.mesh;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.CutLinksOf;
import dev.tessera.geometry.DividedSource;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.HeapBudget;
import dev.tessera.geometry.IsolatedFluid;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.OpeningSpec;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.SurfaceHits;
import dev.tessera.geometry.ThinPlaces;
import dev.tessera.geometry.TooManyNodesException;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;

/// The interior of a surface from an STL file: vessels, lungs, pipes. Text or binary, also compressed with gzip.
///
/// The surface is repaired where this is safe: corners are merged, normals turned outward, cracks stitched, slits
/// closed, duplicated and empty triangles dropped; each repair becomes a finding. Open ends, and flat ends of
/// closed surfaces, become openings; so do rounded ends that the case cuts off. Holes wider than a spacing are
/// refused unless [#holes] is set otherwise. Named solids of a file are separate surfaces, else all is `wall`.
///
/// ```java
/// StlSource.of(Path.of("aneurysm.stl"), StlUnit.M)
///         .opening(new OpeningSpec("inlet", new Near(new Vec(0.012, 0.003, 0.04)), Extension.diameters(3)))
/// ```
public final class StlSource implements TriangleSource, DividedSource {
    private static final double FEWEST_ACROSS = 4;

    private final Path file;
    private final StlUnit unit;
    private final List<OpeningSpec> openings;
    private final HolePolicy holes;
    private final double crackM;
    private final IsolatedFluid isolated;

    private StlSource(
            Path file,
            StlUnit unit,
            List<OpeningSpec> openings,
            HolePolicy holes,
            double crackM,
            IsolatedFluid isolated) {
        this.file = file;
        this.unit = unit;
        this.openings = List.copyOf(openings);
        this.holes = holes;
        this.crackM = crackM;
        this.isolated = isolated;
    }

    /// @param unit of the file's coordinates
    public static StlSource of(Path file, StlUnit unit) {
        return new StlSource(file, unit, List.of(), HolePolicy.REFUSE, 0, IsolatedFluid.KEEP);
    }

    /// Names an end. Without names all ends become `opening-1` (the largest) …
    public StlSource opening(OpeningSpec opening) {
        List<OpeningSpec> more = new ArrayList<>(openings);
        more.add(opening);
        return new StlSource(file, unit, more, holes, crackM, isolated);
    }

    /// Treatment of holes wider than a spacing.
    public StlSource holes(HolePolicy policy) {
        return new StlSource(file, unit, openings, policy, crackM, isolated);
    }

    /// Gaps up to this width count as cracks and are closed; without it 1/1000 of the surface's diagonal.
    public StlSource cracksUpTo(double metres) {
        if (!(metres > 0)) {
            throw new IllegalArgumentException(
                    "cracks up to %s: must be positive".formatted(QuantityText.about(metres, QuantityKind.LENGTH)));
        }
        return new StlSource(file, unit, openings, holes, metres, isolated);
    }

    /// Treatment of fluid that touches no opening.
    public StlSource isolated(IsolatedFluid policy) {
        return new StlSource(file, unit, openings, holes, crackM, policy);
    }

    public Path file() {
        return file;
    }

    public StlUnit unit() {
        return unit;
    }

    /// The openings of the case.
    public List<OpeningSpec> openings() {
        return openings;
    }

    public HolePolicy holes() {
        return holes;
    }

    /// Width up to which gaps count as cracks, m; 0: the default.
    public double crackM() {
        return crackM;
    }

    public IsolatedFluid isolated() {
        return isolated;
    }

    @Override
    public String description() {
        return "inside of %s (%s)".formatted(file.getFileName(), unit.key());
    }

    @Override
    public SlabNodes voxelise(double spacingM, SlabExchange exchange, ForkJoinPool workers, LongConsumer counted) {
        if (!(spacingM > 0)) {
            throw new GeometryException(
                    "the spacing %s is not positive".formatted(QuantityText.about(spacingM, QuantityKind.LENGTH)));
        }
        ClosedMesh surface = close();
        List<String> findings = new ArrayList<>(surface.findings());
        checkHoles(surface, spacingM, findings);
        NodeGrid grid = NodeGrid.around(surface.mesh(), spacingM);
        Slab slab = Slab.of(grid.box(), exchange);
        try {
            return HeapBudget.ofProcess()
                    .voxelise(
                            slab.box(),
                            spacingM,
                            HeapBudget.BITS,
                            () -> voxelise(surface, grid, slab, findings, workers, counted));
        } catch (TooManyNodesException large) {
            throw new TooManyNodesException(
                    "%s The surface is %s across; if it should not be, check stl-unit (%s)."
                            .formatted(large.getMessage(), across(surface), unit.key()),
                    large);
        }
    }

    private static String across(ClosedMesh surface) {
        return QuantityText.about(surface.mesh().diagonal(), QuantityKind.LENGTH);
    }

    /// Reads the file again, and repairs, cuts, extends and caps it as [#voxelise] does.
    @Override
    public TriangleMesh triangles() {
        return close().mesh();
    }

    private SlabNodes voxelise(
            ClosedMesh surface,
            NodeGrid grid,
            Slab slab,
            List<String> findings,
            ForkJoinPool workers,
            LongConsumer counted) {
        double spacingM = grid.spacingM();
        FluidNodes filled = MeshVoxels.fill(surface.mesh(), grid, slab, workers);
        if (slab.count(filled) == 0 || surface.mesh().diagonal() < 2 * spacingM) {
            throw new GeometryException(
                    "a spacing of %s is too coarse for %s, which is %s across; use a finer one, or check stl-unit (%s)"
                            .formatted(
                                    QuantityText.about(spacingM, QuantityKind.LENGTH),
                                    file.getFileName(),
                                    across(surface),
                                    unit.key()));
        }
        isolated.tell(filled, slab, counted);
        TriangleBins bins = new TriangleBins(surface.mesh(), grid);
        SurfaceHits.Measured measured = measure(surface, filled, slab, bins, workers);
        IsolatedFluid.Found found =
                isolated.in(filled, measured.links(), surface.surfaces(), grid.originM(), spacingM, slab, workers);
        findings.addAll(found.findings());
        FluidNodes fluid = found.fluid();
        if (fluid != filled) {
            measured = measure(surface, fluid, slab, bins, workers);
        }
        findings.addAll(measured.findings(slab));
        findings.addAll(ThinPlaces.findings(fluid, grid.originM(), spacingM, slab, workers));
        checkWidths(surface.openings(), spacingM, findings);
        CutLinks links = measured.links();
        return SlabNodes.of(
                slab,
                fluid,
                grid.originM(),
                spacingM,
                (originM, halo) -> new NodeMap(
                        fluid, spacingM, originM, surface.surfaces(), links, surface.openings(), findings, halo));
    }

    /// Reads, repairs, names and caps, without voxelising.
    ClosedMesh close() {
        MeshPlaces places = new MeshPlaces(unit);
        TriangleSoup soup = StlReader.read(file);
        MeshRepair.Repaired repaired = MeshRepair.repair(soup, places, crackM);
        PlaneCut.Result cut = PlaneCut.all(repaired, openings, places);
        return Capping.close(cut.surface(), soup.solids(), cut.openings(), places);
    }

    private static SurfaceHits.Measured measure(
            ClosedMesh surface, FluidNodes fluid, Slab slab, TriangleBins bins, ForkJoinPool workers) {
        CutLinks links = CutLinksOf.withoutSurfaces(fluid, slab, workers);
        return SurfaceHits.measure(
                fluid,
                links,
                () -> {
                    MeshHits hits = new MeshHits(bins, surface.mesh().patches(), surface.surfaces());
                    return (x, y, z, code, hit) -> hits.find(x, y, slab.wholeZ(z), code, hit);
                },
                workers);
    }

    private void checkHoles(ClosedMesh surface, double spacingM, List<String> findings) {
        MeshPlaces places = new MeshPlaces(unit);
        List<Hole> wide =
                surface.holes().stream().filter(hole -> hole.gapM() > spacingM).toList();
        if (!wide.isEmpty() && holes == HolePolicy.REFUSE) {
            String list = wide.stream()
                    .limit(10)
                    .map(hole -> "\n  " + hole.text(places))
                    .collect(Collectors.joining());
            throw new GeometryException(
                    ("%s has %d hole%s wider than the spacing of %s:%s%s\nName those that are openings,"
                                    + " set holes: fill to close the others, or repair the file.")
                            .formatted(
                                    file.getFileName(),
                                    wide.size(),
                                    wide.size() == 1 ? "" : "s",
                                    QuantityText.about(spacingM, QuantityKind.LENGTH),
                                    list,
                                    wide.size() > 10 ? "\n  …" : ""));
        }
        for (Hole hole : surface.holes()) {
            findings.add("%s: closed".formatted(hole.text(places)));
        }
    }

    private static void checkWidths(List<Opening> openings, double spacingM, List<String> findings) {
        for (Opening opening : openings) {
            double across = 2 * opening.radiusM() / spacingM;
            if (across < FEWEST_ACROSS) {
                findings.add("opening %s is only %.1f nodes wide; use a spacing below %s"
                        .formatted(
                                opening.name(),
                                across,
                                QuantityText.about(2 * opening.radiusM() / FEWEST_ACROSS, QuantityKind.LENGTH)));
            }
        }
    }
}
