package dev.tessera.solver;

import dev.tessera.expr.Expr;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.TriangleSource;
import dev.tessera.model.Collision;
import dev.tessera.model.Forcing;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.ExactDifference;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.solver.OutputChoice.FieldFormat;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputChoice.Probe;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.solver.spectrum.EnergySpectrum;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Checks for contradictions between a case and its geometry that would otherwise give wrong results.
final class CaseChecks {
    private CaseChecks() {}

    static void check(Case theCase, NodeMap nodes) {
        var lattice = theCase.model().lattice();
        if (nodes.fluid().count() == 0) {
            throw new CaseException(
                    "geometry: no node is fluid at a spacing of %s. Check stl-unit, pore labels and spacing."
                            .formatted(QuantityText.about(theCase.spacingM(), QuantityKind.LENGTH)));
        }
        if (nodes.fluid().count() > Integer.MAX_VALUE - 16) {
            throw new CaseException(
                    "geometry: %d fluid nodes are more than one process handles (2^31). Use a coarser spacing."
                            .formatted(nodes.fluid().count()));
        }
        if (nodes.box().is2d() != (lattice.dimensions() == 2)) {
            throw new CaseException("model.lattice: %s is for %dD, but the geometry is %s nodes. Use %s."
                    .formatted(
                            lattice.name(),
                            lattice.dimensions(),
                            nodes.box(),
                            nodes.box().is2d() ? "D2Q9" : "D3Q19"));
        }
        theCase.model().collision().unsupported(lattice).ifPresent(reason -> {
            throw new CaseException("model.lattice: %s.".formatted(reason));
        });
        theCase.model().equilibrium().unsupported(lattice).ifPresent(reason -> {
            throw new CaseException("model.equilibrium: %s.".formatted(reason));
        });
        theCase.model().collision().unsupported(theCase.model().equilibrium()).ifPresent(reason -> {
            throw new CaseException("model.equilibrium: %s.".formatted(reason));
        });
        var precision = theCase.model().precision();
        Optional<String> ofCollision = precision.unsupported(theCase.model().collision());
        ofCollision
                .or(() -> precision.unsupported(theCase.model().equilibrium()))
                .ifPresent(reason -> {
                    throw new CaseException("model.precision: %s.".formatted(reason));
                });
        theCase.model().intrinsics().unsupported(precision).ifPresent(reason -> {
            throw new CaseException("model.intrinsics: %s.".formatted(reason));
        });
        forceOfFlow(theCase);
        theCase.drive().forcing().ifPresent(forcing -> forcing(theCase, forcing));
        if (!Collisions.isOwn(theCase.model().collision())) {
            CollisionCheck.check(theCase.model(), !theCase.drive().isNone());
        }
        EquilibriumCheck.check(theCase.model());
        sponges(theCase, nodes);
        boolean stops = theCase.time().steady().isPresent()
                || theCase.time().atMostS().isPresent()
                || theCase.time().atMostSteps().isPresent();
        if (!stops) {
            throw new CaseException("time.stop: this run has no end. Give steady, at-most or steps.");
        }
        ViscosityOfNodes.check(theCase);
        MixtureChecks.check(theCase, nodes);
        ShallowWaterChecks.check(theCase, nodes);
        formats(theCase);
        theCase.output().regions().forEach(region -> region(region, nodes));
        theCase.output().probes().forEach(probe -> probe(probe, nodes));
        theCase.output().pictures().forEach(picture -> picture(picture, nodes));
        theCase.output().spectra().forEach(spectrum -> spectrum(spectrum, nodes));
        QuantityChecks.check(theCase, nodes);
        theCase.output().plots().forEach(plot -> plot(plot.quantity(), theCase, nodes));
    }

    /// Requests that the run will not fulfil, without harm to the rest of it; sentences with a remedy.
    /// @param theCase with a duration for each ramp
    static List<String> warnings(Case theCase, double timeStepS) {
        List<String> warnings = new ArrayList<>(emptyPlots(theCase));
        warnings.addAll(EquilibriumCheck.warnings(theCase.model()));
        long lastStep = Run.lastStep(theCase, timeStepS);
        if (lastStep >= 0) {
            theCase.boundaries().forEach((name, boundary) -> {
                double rampS = boundary instanceof Boundary.Opening opening ? opening.rampS() : 0;
                if (rampS > (lastStep + 1) * timeStepS) {
                    warnings.add(unfinished(name, rampS, lastStep * timeStepS));
                }
            });
        }
        return warnings;
    }

    private static String unfinished(String name, double rampS, double endS) {
        return ("boundaries.%s.ramp: %s is longer than the run, which ends at %s: the imposed values reach only %s %%"
                        + " of their target. Use a shorter ramp, or a later time.stop.")
                .formatted(
                        name,
                        QuantityText.about(rampS, QuantityKind.TIME),
                        QuantityText.about(endS, QuantityKind.TIME),
                        QuantityText.about(100 * Ramp.at(endS, rampS)));
    }

    /// Default plots are not reported.
    private static List<String> emptyPlots(Case theCase) {
        List<Plot> plots = theCase.output().plots();
        boolean isEmpty = plots.contains(new Plot(Plot.RESIDUAL))
                && theCase.time().steady().isEmpty()
                && !plots.equals(OutputChoice.standard().plots());
        return isEmpty
                ? List.of(
                        "output.plots: residual will be empty, since only the test for a steady state computes one. Give time.stop.steady, or remove the plot.")
                : List.of();
    }

    /// Refuses a probe outside the fluid.
    private static void probe(Probe probe, NodeMap nodes) {
        double[] anything = new double[Math.toIntExact(nodes.fluid().count())];
        if (Double.isNaN(FieldAt.place(nodes, anything, probe.placeM()))) {
            throw new CaseException(
                    "output.probes.%s: there is no fluid at %s. The nodes extend from %s to %s; the picture of `tessera geometry` shows which are fluid."
                            .formatted(
                                    probe.name(),
                                    probe.placeM().inLengths(),
                                    first(nodes).inLengths(),
                                    last(nodes).inLengths()));
        }
    }

    /// Refuses a spectrum of a box that is not periodic, or has solid in it.
    private static void spectrum(FlowSpectrum spectrum, NodeMap nodes) {
        EnergySpectrum.refusal(nodes.box(), nodes.fluid().count()).ifPresent(reason -> {
            throw new CaseException("output.spectra: %s. Remove %s, or use sides: periodic and no walls in the box."
                    .formatted(reason, spectrum.key()));
        });
    }

    /// Refuses a region without fluid.
    private static void region(OutputRegion region, NodeMap nodes) {
        if (!region.hasFluid(nodes)) {
            throw new CaseException(
                    "output.regions.%s: no fluid node is in it. The nodes extend from %s to %s; the picture of `tessera geometry` shows which are fluid.%s"
                            .formatted(
                                    region.name(),
                                    first(nodes).inLengths(),
                                    last(nodes).inLengths(),
                                    region.stride() > 1 ? " A smaller stride has more nodes." : ""));
        }
    }

    static Vec first(NodeMap nodes) {
        return Vec.of(nodes.originM());
    }

    static Vec last(NodeMap nodes) {
        Box box = nodes.box();
        return first(nodes).plus(new Vec(box.nx() - 1, box.ny() - 1, box.nz() - 1).times(nodes.spacingM()));
    }

    /// Refuses a force that depends on what the flow does not have.
    private static void forceOfFlow(Case theCase) {
        boolean isFlat = theCase.model().lattice().dimensions() == 2;
        boolean hasOrder = theCase.model().mixture().orElse(null) instanceof FreeEnergy;
        BodyForces.accelerations(theCase)
                .forEach((key, acceleration) -> acceleration.stream()
                        .filter(Value.Varying.class::isInstance)
                        .map(Value.Varying.class::cast)
                        .forEach(component -> symbolsOfFlow(key, component.expression(), isFlat, hasOrder)));
    }

    private static void symbolsOfFlow(String key, Expr expression, boolean isFlat, boolean hasOrder) {
        List<String> symbols = FlowSymbols.in(expression);
        if (isFlat && symbols.contains("u_z")) {
            throw new CaseException(expression, key + ": a plane flow has no velocity u_z. Use u_x and u_y.");
        }
        if (!hasOrder && symbols.contains(FlowSymbols.ORDER_PARAMETER)) {
            throw new CaseException(
                    expression,
                    key
                            + ": only a mixture with model.mixture: free-energy has an order parameter phi. Use u_x, u_y, u_z and rho, or give phi in constants.");
        }
    }

    private static void forcing(Case theCase, Forcing forcing) {
        Collision collision = theCase.model().collision();
        ExactDifference.unsupported(forcing, collision).ifPresent(reason -> {
            throw new CaseException(
                    "drive.scheme: %s. Remove drive.scheme, or use another collision.".formatted(reason));
        });
        if (theCase.storage().state() == StateChoice.MOMENTS && forcing != collision.forcing()) {
            throw new CaseException(
                    "drive.scheme: storage.state: moments computes populations with forces by %s. Remove one of the two."
                            .formatted(collision.forcing().key()));
        }
    }

    private static void sponges(Case theCase, NodeMap nodes) {
        Collision collision = theCase.model().collision();
        for (Opening opening : nodes.openings()) {
            if (collision.hasFixedBulkViscosity()
                    && theCase.boundaries().get(opening.name()) instanceof Boundary.Opening given
                    && given.spongeLayer().isPresent()) {
                throw new CaseException(
                        ("boundaries.%s.sponge: collision %s has no bulk viscosity that can be raised, so that a"
                                        + " sponge would let sound through. Use collision cumulant or regularized.")
                                .formatted(opening.name(), collision.key()));
            }
        }
    }

    /// Refuses files of triangles where the geometry has none.
    private static void formats(Case theCase) {
        if (theCase.output().formats().contains(FieldFormat.SURFACE)
                && !(theCase.geometry() instanceof TriangleSource)) {
            throw new CaseException(
                    ("output.formats: %s contains the triangles of an STL file, and this geometry (%s) has none. Use vtu, with"
                                    + " wall-shear-stress in output.fields: it has the values of the nodes beside walls.%s")
                            .formatted(
                                    FieldFormat.SURFACE.key(),
                                    theCase.geometry().description(),
                                    theCase.model().lattice().dimensions() == 2
                                            ? ""
                                            : " The picture `wall-shear-stress surface` shows them on the surface of the"
                                                    + " fluid."));
        }
    }

    /// Refuses the surface of a 2D geometry, and streamlines in the colours of a field that only walls have.
    private static void picture(Picture picture, NodeMap nodes) {
        if (picture.view() instanceof View.Streamlines && picture.field() instanceof WallShearStress) {
            throw new CaseException(
                    "output.pictures: %s streamlines: only walls have a wall shear stress, and streamlines are away from walls. Use velocity streamlines, or wall-shear-stress surface."
                            .formatted(picture.field().key()));
        }
        if (nodes.box().is2d() && isOfSurface(picture.view())) {
            throw new CaseException(
                    "output.pictures: %s surface: the surface of a 2D geometry is a curve, which has nothing to shade. Use slice z 50%% or streamlines."
                            .formatted(picture.field().key()));
        }
    }

    private static boolean isOfSurface(View view) {
        return switch (view) {
            case View.Slice slice -> false;
            case View.Maximum maximum -> false;
            case View.Surface surface -> true;
            case View.SliceWithin within -> true;
            case View.Streamlines(View.Surface around) -> around.from().isPresent();
        };
    }

    /// Refuses a plot of a quantity that this run does not have.
    private static void plot(String quantity, Case theCase, NodeMap nodes) {
        if (quantity.endsWith("_z") && nodes.box().is2d()) {
            throw new CaseException(
                    "output.plots: %s needs a third dimension, and this case is 2D. Remove it.".formatted(quantity));
        }
        if (quantity.startsWith("permeability") && theCase.drive().isNone()) {
            throw new CaseException(
                    "output.plots: %s is computed where a drive moves the fluid, and this case has none. Give drive, or"
                                    .formatted(quantity)
                            + " remove the plot.");
        }
        if (QuantityChecks.hasColumn(theCase, quantity)) {
            return;
        }
        int dot = quantity.indexOf('.');
        boolean isRequested = FlowMean.has(quantity)
                || Plot.OF_SECTIONS.contains(quantity.substring(dot + 1))
                || Plot.isOfComponent(quantity.substring(dot + 1))
                || Plot.OF_PHASES.contains(quantity.substring(dot + 1));
        if (isRequested) {
            throw new CaseException(
                    "output.plots: %s: neither output.quantities nor output.sections requests it. Add it there, or remove the plot."
                            .formatted(quantity));
        }
        if (Plot.FIXED.contains(quantity)) {
            return;
        }
        String name = quantity.substring(0, dot);
        String end = quantity.substring(dot + 1);
        if (Plot.OF_PROBES.contains(end)) {
            List<String> probes =
                    theCase.output().probes().stream().map(Probe::name).toList();
            if (!probes.contains(name) && surfaces(nodes, Surface.Kind.OPENING).contains(name)) {
                throw new CaseException(
                        "output.plots: %s: %s is an opening, which has %s.flow_rate and %s.mean_pressure; %s is a column of probes."
                                .formatted(quantity, name, name, name, end));
            }
            known(quantity, "probe", name, probes, "This case has");
            return;
        }
        boolean force = end.startsWith("force_");
        List<String> surfaces = surfaces(nodes, force ? Surface.Kind.WALL : Surface.Kind.OPENING);
        known(quantity, force ? "wall" : "opening", name, surfaces, "This geometry has");
    }

    private static List<String> surfaces(NodeMap nodes, Surface.Kind kind) {
        return nodes.surfaces().stream()
                .filter(surface -> surface.kind() == kind)
                .map(Surface::name)
                .toList();
    }

    private static void known(String quantity, String what, String name, List<String> known, String has) {
        if (!known.contains(name)) {
            String there = known.isEmpty()
                    ? " none; remove the plot"
                    : ": " + String.join(", ", Spelling.nearestFirst(name, known));
            throw new CaseException(
                    "output.plots: %s: no %s is called %s. %s%s.".formatted(quantity, what, name, has, there));
        }
    }
}
