package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.equilibrium.ShallowWater;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.field.Height;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.ResultFields;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.LatticeUnits;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;

/// Refuses what shallow water cannot do, and `height` and `gravity` of other fluids.
final class ShallowWaterChecks {
    /// Water at rest is stable where its waves are slower, nodes per step: docs/decisions/0074.
    private static final double FASTEST_WAVES = Math.sqrt(LatticeUnits.SPEED_OF_SOUND_SQUARED);

    /// Zhou (2004), section 3.5, asks for subcritical flow: the velocity is below that of waves.
    static final double LARGEST_FROUDE = 1;

    private static final double ROUNDING = 1e-9;

    private ShallowWaterChecks() {}

    /// @throws CaseException where the water is shallow and the case has something that shallow water does not have,
    ///        or the reverse
    static void check(Case theCase, NodeMap nodes) {
        fields(theCase);
        plots(theCase);
        Optional<Value> height = theCase.initial().heightM();
        if (theCase.model().shallowWater().isEmpty()) {
            if (height.isPresent()) {
                throw new CaseException(
                        "initial.height: only shallow water has a height. Use model.equilibrium: shallow-water, or remove it.");
            }
            return;
        }
        if (height.isEmpty()) {
            throw new CaseException(
                    "initial.height: shallow water needs a height at the start. Write for example initial: {height: 2 m}.");
        }
        if (!theCase.initial().pressurePa().equals(Value.ZERO)) {
            throw new CaseException(
                    "initial.pressure: the pressure of shallow water follows from its height. Remove it, and give initial.height.");
        }
        model(theCase);
        boundaries(theCase, nodes);
    }

    private static void model(Case theCase) {
        var model = theCase.model();
        if (model.mixture().isPresent()) {
            throw new CaseException(
                    "model.mixture: shallow water is one fluid. Remove the mixture, or use equilibrium quasi-compressible.");
        }
        model.precision().unsupported(model.equilibrium()).ifPresent(reason -> {
            throw new CaseException("model.precision: %s.".formatted(reason));
        });
        if (!theCase.drive().isNone()) {
            throw new CaseException(
                    "drive: a force on shallow water would have to be multiplied by its height, which is not built in. Remove it; a gradient of initial.height moves the water.");
        }
        if (theCase.output().quantities().contains(FlowMean.DISSIPATION)) {
            throw new CaseException(
                    "output.quantities: dissipation needs the stress of a fluid that fills the space, which shallow water does not have. Remove it.");
        }
    }

    private static void boundaries(Case theCase, NodeMap nodes) {
        if (theCase.model().walls() != WallScheme.HALF_WAY) {
            throw new CaseException("model.walls: shallow water has walls half-way between nodes. Remove %s."
                    .formatted(theCase.model().walls().key()));
        }
        for (Surface surface : nodes.surfaces()) {
            Boundary boundary = theCase.boundaries().get(surface.name());
            if (surface.kind() != Surface.Kind.WALL || boundary != null && !(boundary instanceof RestingWall)) {
                throw new CaseException(
                        "boundaries.%s: shallow water flows between resting walls and periodic sides; other boundaries are for fluids that fill the space. Make it a wall, or the side periodic."
                                .formatted(surface.name()));
            }
        }
    }

    private static void fields(Case theCase) {
        boolean isShallow = theCase.model().shallowWater().isPresent();
        for (ResultField field : theCase.output().allFields()) {
            if (isShallow && !field.isOfShallowWater()) {
                throw new CaseException(
                        "output: %s: shallow water has no such field, since it follows from the pressure or stress of a fluid that fills the space; it has %s. Write for example output: {fields: [velocity, height]}."
                                .formatted(
                                        field.key(),
                                        ResultFields.ofShallowWater().stream()
                                                .map(ResultField::key)
                                                .collect(Collectors.joining(", "))));
            }
            if (!isShallow && field instanceof Height) {
                throw new CaseException(
                        "output: height: only shallow water (model.equilibrium: shallow-water) has a height. Remove it.");
            }
        }
    }

    private static void plots(Case theCase) {
        boolean isShallow = theCase.model().shallowWater().isPresent();
        for (OutputChoice.Plot plot : theCase.output().plots()) {
            String quantity = plot.quantity();
            boolean isOfShallow = OutputChoice.Plot.OF_SHALLOW_WATER.contains(quantity) || quantity.endsWith(".height");
            boolean isOfOthers = quantity.endsWith(".pressure")
                    || quantity.contains(".force_")
                    || quantity.startsWith("wall_shear_stress");
            if (isShallow ? isOfOthers : isOfShallow) {
                throw new CaseException("output.plots: %s: %s. Remove the plot."
                        .formatted(
                                quantity,
                                isShallow
                                        ? "shallow water has a height instead of a pressure, and no forces on walls"
                                        : "only shallow water (model.equilibrium: shallow-water) has it"));
            }
        }
    }

    /// Checks the initial state at all nodes.
    /// @throws CaseException where the bed is dry, the flow faster than waves, or waves too fast for the time step
    static void check(Case theCase, NodeMap nodes, FlowNumbers numbers, ForkJoinPool workers) {
        theCase.model().shallowWater().ifPresent(water -> new Start(theCase, water, numbers).check(nodes, workers));
    }

    private static final class Start {
        private final FlowNumbers numbers;
        private final double gravity;
        private final PlaceAndTime height;
        private final List<PlaceAndTime> velocity;

        Start(Case theCase, ShallowWater water, FlowNumbers numbers) {
            this.numbers = numbers;
            this.gravity = water.gravityMPerS2();
            this.height = PlaceAndTime.of(theCase.initial().heightM().orElseThrow());
            this.velocity = theCase.initial().velocityMPerS().stream()
                    .map(PlaceAndTime::of)
                    .toList();
        }

        void check(NodeMap nodes, ForkJoinPool workers) {
            NodePositions.forEach(nodes, workers, (n, point) -> check(point));
        }

        private void check(double[] point) {
            double metres = height.at(point, 0);
            String place = Vec.of(point).inLengths();
            if (!(metres > 0)) {
                throw new CaseException(
                        "initial.height: at %s it is %s, but the bed must be under water everywhere: dry places are not part of this model. Use a height above 0, or make dry places walls."
                                .formatted(place, QuantityText.about(metres, QuantityKind.LENGTH)));
            }
            double waves = Math.sqrt(gravity * metres);
            double perStep = numbers.units().velocityLattice(waves);
            if (perStep > FASTEST_WAVES * (1 + ROUNDING)) {
                throw new CaseException(
                        "initial.height: at %s waves on a height of %s travel at %s, %s nodes per step; steps are stable up to %s. Use a time step below %s."
                                .formatted(
                                        place,
                                        QuantityText.about(metres, QuantityKind.LENGTH),
                                        QuantityText.about(waves, QuantityKind.VELOCITY),
                                        QuantityText.about(perStep),
                                        QuantityText.about(FASTEST_WAVES),
                                        QuantityText.about(
                                                numbers.units().timeStepS() * FASTEST_WAVES / perStep,
                                                QuantityKind.TIME)));
            }
            double square = 0;
            for (PlaceAndTime component : velocity) {
                square += Math.pow(component.at(point, 0), 2);
            }
            double froude = Math.sqrt(square) / waves;
            if (froude > LARGEST_FROUDE) {
                throw new CaseException(
                        "initial: at %s the Froude number, velocity over speed of waves, is %s, but this model is for subcritical flow, below %s. Use a lower velocity, or a larger height."
                                .formatted(place, QuantityText.about(froude), QuantityText.about(LARGEST_FROUDE)));
            }
        }
    }

    /// Why a run ends, where the bed has fallen dry.
    static Optional<String> dry(Simulation simulation, Observation flow) {
        return simulation
                .heightUnitM()
                .flatMap(unitM -> flow.density()
                        .filter(height -> height.smallest() <= 0)
                        .map(height ->
                                ("the bed falls dry at %s, %s (step %d): the height is %s. Shallow water needs water everywhere."
                                                + " Use a larger initial.height there, make the place a wall, or use a smaller spacing or a higher viscosity where the height oscillates.")
                                        .formatted(
                                                simulation
                                                        .nodes()
                                                        .placeM(height.smallestNode())
                                                        .inLengths(),
                                                QuantityText.about(simulation.timeS(), QuantityKind.TIME),
                                                simulation.steps(),
                                                QuantityText.about(height.smallest() * unitM, QuantityKind.LENGTH))));
    }
}
