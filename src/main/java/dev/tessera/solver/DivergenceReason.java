package dev.tessera.solver;

import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.solver.field.Height;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The probable cause of a divergence, estimated from the numbers of the case and the flow, and a remedy.
///
/// @param neighbours the nearest wall and the nearest opening, with distances
/// @param cause sentences
/// @param remedy sentences
record DivergenceReason(String neighbours, String cause, String remedy) {
    /// Relative change of density above which compressibility changes a flow that is driven by pressure.
    private static final double LARGE_DENSITY_CHANGE = 0.1;

    private static final double SMALL_DENSITY_CHANGE = 0.03;

    /// Up to this many sound crossings of the box a start without a ramp affects the flow.
    private static final double CROSSINGS_OF_START = 2;
    private static final double NEAR_NODES = 5;

    /// Of the mean height: shallow water that is lower has nearly fallen dry.
    private static final double LOW_WATER = 0.1;

    /// @param simulation at that step
    /// @param node fluid number of the diverged node
    /// @param commonSpeed of the flow as a whole, lattice units
    static DivergenceReason of(Simulation simulation, long step, int node, double commonSpeed) {
        return new Finder(simulation, step, node, commonSpeed).reason();
    }

    /// A surface's distance from the node.
    private record Near(Surface surface, double distanceM) {
        String words() {
            return "%s from %s".formatted(QuantityText.about(distanceM, QuantityKind.LENGTH), surface.name());
        }
    }

    private static final class Finder {
        private final Simulation simulation;
        private final Case theCase;
        private final FlowNumbers numbers;
        private final long step;
        private final double timeS;
        private final int node;
        private final List<Near> near;
        private final double commonMPerS;
        private final ImposedSpeed imposed;
        private final List<String> causes = new ArrayList<>();
        private final List<String> remedies = new ArrayList<>();

        Finder(Simulation simulation, long step, int node, double commonSpeed) {
            this.simulation = simulation;
            this.theCase = simulation.theCase();
            this.numbers = simulation.numbers();
            this.step = step;
            this.timeS = simulation.units().timeS((double) step);
            this.node = node;
            this.near = nearest(simulation, node);
            this.commonMPerS = simulation.units().velocityMPerS(commonSpeed);
            this.imposed = ImposedSpeed.of(theCase, simulation.nodes());
        }

        DivergenceReason reason() {
            boolean isShallow = theCase.model().shallowWater().isPresent();
            if (!isShallow) {
                imposedVelocity();
                imposedPressure();
                drive();
            }
            if (isShallow) {
                shallowWater();
            } else if (causes.isEmpty()) {
                flow();
                start();
                backflow();
            }
            if (causes.isEmpty()) {
                unknown();
            }
            return new DivergenceReason(
                    near.isEmpty()
                            ? "no surface"
                            : near.stream().map(Near::words).collect(Collectors.joining(", ")),
                    String.join(" ", causes),
                    String.join(" ", remedies));
        }

        private double mach(double speedMPerS) {
            return speedMPerS / simulation.units().velocityUnitMPerS() * Math.sqrt(3);
        }

        private void imposedVelocity() {
            ImposedSpeed.Peak now = imposed.at(timeS);
            if (mach(now.mPerS()) > FlowNumbers.LARGEST_MACH) {
                causes.add("The velocity of %s that boundaries.%s imposes at that time is too high: Mach %s."
                        .formatted(
                                QuantityText.about(now.mPerS(), QuantityKind.VELOCITY),
                                now.where(),
                                QuantityText.about(mach(now.mPerS()))));
                remedies.add("Check the value and its unit" + orShorter(FlowNumbers.LARGEST_MACH / mach(now.mPerS())));
            }
        }

        /// Pressure differences to the initial state or between openings drive flow and sound.
        private void imposedPressure() {
            ImposedPressure pressures = ImposedPressure.of(theCase, simulation.nodes());
            double initial = PlaceAndTime.of(theCase.initial().pressurePa())
                    .at(Vec.of(simulation.nodes().originM()).toArray(), 0);
            double unit = simulation.units().stressUnitPa() / 3;
            if (startsElsewhere(pressures, initial, unit)) {
                return;
            }
            for (ImposedPressure.Source one : pressures.openings()) {
                double others = pressures.openings().size() == 1
                        ? initial
                        : pressures.openings().stream()
                                .filter(other -> other != one)
                                .mapToDouble(other -> other.at(timeS))
                                .min()
                                .orElse(initial);
                double excess = one.at(timeS) - others;
                if (excess / unit > LARGE_DENSITY_CHANGE) {
                    causes.add(("The pressure at %s is %s above that %s. It compresses the fluid by %s %%,"
                                    + " and can drive up to %s (Mach %s).")
                            .formatted(
                                    one.name(),
                                    QuantityText.about(excess, QuantityKind.PRESSURE),
                                    pressures.openings().size() == 1 ? "at the start" : "of the other openings",
                                    QuantityText.about(100 * excess / unit),
                                    QuantityText.about(bernoulli(excess), QuantityKind.VELOCITY),
                                    QuantityText.about(mach(bernoulli(excess)))));
                    remedies.add("Check the pressure and its unit, let it rise over a ramp"
                            + orShorter(Math.sqrt(SMALL_DENSITY_CHANGE * unit / excess)));
                    return;
                }
            }
        }

        /// Whether all imposed pressures are far from the initial one: only their differences drive the
        /// flow.
        private boolean startsElsewhere(ImposedPressure pressures, double initialPa, double unitPa) {
            Optional<ImposedPressure.Source> closest = pressures.openings().stream()
                    .min(Comparator.comparingDouble(
                            opening -> Math.abs(opening.pa().at(timeS) - initialPa)));
            double stepPa =
                    closest.map(opening -> opening.pa().at(timeS) - initialPa).orElse(0.0);
            if (closest.isEmpty() || Math.abs(stepPa) / unitPa <= LARGE_DENSITY_CHANGE) {
                return false;
            }
            String pressure = QuantityText.about(closest.get().pa().at(timeS), QuantityKind.PRESSURE);
            causes.add("The pressure at %s, %s, is far from the initial pressure, %s: it changes the density by %s %%."
                    .formatted(
                            closest.get().name(),
                            pressure,
                            QuantityText.about(initialPa, QuantityKind.PRESSURE),
                            QuantityText.about(100 * Math.abs(stepPa) / unitPa)));
            remedies.add(
                    ("Check the pressure and its unit. If it is right, use initial.pressure: %s, or impose pressures"
                                    + " relative to that of %s: the flow depends on their differences only.")
                            .formatted(pressure, closest.get().name()));
            return true;
        }

        private double bernoulli(double pa) {
            return Math.sqrt(2 * pa / theCase.fluid().densityKgPerM3());
        }

        private void drive() {
            if (theCase.drive().isNone()) {
                return;
            }
            ImposedDrive drive = ImposedDrive.of(theCase, simulation.nodes());
            double dt = simulation.units().timeStepS();
            double reached = Math.max(drive.speedWithoutWalls(timeS), drive.at(timeS) * dt);
            FastestFlow estimate = FastestFlow.underDrive(theCase, simulation.nodes(), Math.max(timeS, dt));
            double speed = Math.min(reached, Math.max(estimate.speedMPerS(), drive.at(timeS) * dt));
            if (mach(speed) > FlowNumbers.LARGEST_MACH) {
                causes.add("The drive of %s m/s2 is too strong: it accelerates the fluid to about %s (Mach %s) by then."
                        .formatted(
                                QuantityText.about(drive.at(timeS)),
                                QuantityText.about(speed, QuantityKind.VELOCITY),
                                QuantityText.about(mach(speed))));
                remedies.add("Check the drive and its unit" + orShorter(FlowNumbers.LARGEST_MACH / mach(speed)));
            }
        }

        /// The remedy of a shorter time step, where the relaxation time allows one.
        private String orShorter(double factor) {
            double tau = 0.5 + (numbers.relaxationTime() - 0.5) * factor;
            return tau < KnownStability.smallestRelaxationTime(theCase)
                    ? ". No time step is stable with it at this spacing."
                    : ", or use a time step below %s (relaxation time %.4f)."
                            .formatted(
                                    QuantityText.about(simulation.units().timeStepS() * factor, QuantityKind.TIME),
                                    tau);
        }

        /// The flow is too fast for spacing and time step: its present speed, or the speed predicted for
        /// that time.
        private void flow() {
            FastestFlow byThen = FastestFlow.until(timeS, theCase, simulation.nodes(), imposed);
            boolean isMixture = theCase.model().mixture().isPresent(); // whose forces make it fast as it diverges
            boolean isSeen = !isMixture && commonMPerS > byThen.speedMPerS();
            FastestFlow there = isSeen ? new FastestFlow(commonMPerS, "at one node in 10") : byThen;
            FastestFlow atMost = FastestFlow.of(theCase, simulation.nodes(), imposed);
            FastestFlow worst = atMost.speedMPerS() > there.speedMPerS() ? atMost : there;
            List<String> excesses = excesses(worst.speedMPerS());
            if (excesses.isEmpty()) {
                return;
            }
            causes.add("The flow reaches about %s %s: grid Reynolds number %s, Mach %s."
                    .formatted(
                            QuantityText.about(there.speedMPerS(), QuantityKind.VELOCITY),
                            there.where(),
                            QuantityText.about(gridReynolds(there.speedMPerS())),
                            QuantityText.about(mach(there.speedMPerS()))));
            if (worst != there) {
                causes.add("It will reach %s %s."
                        .formatted(QuantityText.about(worst.speedMPerS(), QuantityKind.VELOCITY), worst.where()));
            }
            excesses.forEach(excess -> remedies.add(Character.toUpperCase(excess.charAt(0)) + excess.substring(1)));
        }

        private List<String> excesses(double speedMPerS) {
            var model = theCase.model();
            return numbers.excesses(
                    speedMPerS,
                    KnownStability.of(theCase),
                    model.collision().stabilityKey(),
                    model.lattice().name(),
                    model.equilibrium().key());
        }

        private double gridReynolds(double speedMPerS) {
            return speedMPerS * numbers.units().spacingM() / numbers.viscosityM2PerS();
        }

        private void start() {
            var box = simulation.nodes().box();
            int longest = Math.max(box.nx(), Math.max(box.ny(), box.nz()));
            List<String> abrupt = new ArrayList<>();
            theCase.boundaries().forEach((name, boundary) -> {
                boolean isAbrupt = boundary instanceof Boundary.VelocityImposed && !imposed.isZeroAtStart(name)
                        || boundary instanceof Boundary.PressureImposed p
                                && !p.pressurePa().equals(theCase.initial().pressurePa());
                if (isAbrupt && ((Boundary.Opening) boundary).rampS() == 0) {
                    abrupt.add(name);
                }
            });
            double crossing = longest * Math.sqrt(3);
            if (step < CROSSINGS_OF_START * crossing && !abrupt.isEmpty()) {
                String names = String.join(", ", abrupt);
                causes.add("The start is abrupt: %s without a ramp, and sound has not yet crossed the box twice."
                        .formatted(names));
                remedies.add("Give %s a ramp of at least %s (boundaries.NAME.ramp)."
                        .formatted(names, QuantityText.about(simulation.units().timeS(crossing), QuantityKind.TIME)));
            }
        }

        /// Backflow through a near opening with imposed pressure.
        private void backflow() {
            double reach = NEAR_NODES * simulation.nodes().spacingM();
            for (Near one : near) {
                String name = one.surface().name();
                if (one.distanceM() <= reach
                        && theCase.boundaries().get(name) instanceof Boundary.PressureImposed p
                        && !p.backflowGuard()
                        && p.spongeLayer().isEmpty()
                        && isNetInflow(one.surface())) {
                    causes.add("It began next to %s, where there is backflow.".formatted(name));
                    remedies.add("A backflow-guard or a sponge at %s may help.".formatted(name));
                }
            }
        }

        /// Whether the net flow through an opening is into the fluid.
        private boolean isNetInflow(Surface surface) {
            OpeningNodes opening = simulation.boundaries().openings()[surface.id()];
            double[][] velocity = simulation.velocityLattice();
            double outward = 0;
            for (int b : opening.boundaryNodes()) {
                int node = (int) simulation.nodes().links().node(b);
                for (int axis = 0; axis < velocity.length; axis++) {
                    outward += velocity[axis][node] * opening.opening().normal()[axis];
                }
            }
            return outward < 0;
        }

        /// Low water has slow waves, which the flow outruns.
        private void heights(double[] heights, double mean, double[][] velocity) {
            int lowest = IntStream.range(0, heights.length)
                    .reduce(0, (one, other) -> heights[other] < heights[one] ? other : one);
            double waves =
                    Math.sqrt(theCase.model().shallowWater().orElseThrow().gravityMPerS2() * heights[node]);
            double square = 0;
            for (double[] component : velocity) {
                square += component[node] * component[node];
            }
            double froude = simulation.units().velocityMPerS(Math.sqrt(square)) / waves;
            if (heights[lowest] < LOW_WATER * mean) {
                causes.add("The bed falls %s at %s: the height is %s there, and %s on average."
                        .formatted(
                                heights[lowest] > 0 ? "nearly dry" : "dry",
                                simulation.nodes().placeM(lowest).inLengths(),
                                QuantityText.about(heights[lowest], QuantityKind.LENGTH),
                                QuantityText.about(mean, QuantityKind.LENGTH)));
                remedies.add(
                        "Shallow water needs water everywhere: use a larger initial.height where the bed falls dry,"
                                + " or make the place a wall.");
            } else if (froude > ShallowWaterChecks.LARGEST_FROUDE) {
                causes.add("The flow is faster than waves on its height of %s: the Froude number is %s."
                        .formatted(QuantityText.about(heights[node], QuantityKind.LENGTH), QuantityText.about(froude)));
            }
        }

        private void shallowWater() {
            var height = new Height();
            // both on all ranks, though only the first one has the values
            double[] heights =
                    height.of(new ObservedFlow(simulation, List.of(height))).values()[0];
            double[][] velocity = simulation.velocityLattice();
            double mean = Arrays.stream(heights).average().orElse(0);
            if (Double.isFinite(mean) && mean > 0) {
                heights(heights, mean, velocity);
            }
            causes.add(
                    ("Shallow water is stable where waves are slower than %s nodes per step and the flow is slower than"
                                    + " waves, by less the nearer the relaxation time, here %.4f, is to 1/2.")
                            .formatted(QuantityText.about(Health.LIMIT), numbers.relaxationTime()));
            remedies.add("Use a smaller spacing, a higher viscosity, or smaller differences of heights.");
        }

        private void unknown() {
            causes.add(("No imposed value explains it: grid Reynolds number %s, Mach %s, relaxation time %.4f.")
                    .formatted(
                            QuantityText.about(gridReynolds(commonMPerS)),
                            QuantityText.about(mach(commonMPerS)),
                            numbers.relaxationTime()));
            Optional<Mixture> mixture = theCase.model().mixture();
            if (mixture.isPresent()) {
                causes.add("The forces between its components may be too strong for the lattice.");
                remedies.add(MixtureRemedies.of(theCase, mixture.get(), numbers));
                return;
            }
            remedies.add("Use a smaller spacing, half the %s, or%s collision mrt or regularized."
                    .formatted(
                            numbers.hasSpeed() ? "lattice speed" : "time step",
                            theCase.model().lattice().dimensions() == 3 ? " lattice D3Q27 with" : ""));
        }

        /// The nearest wall, and the nearest opening.
        private static List<Near> nearest(Simulation simulation, int node) {
            var nodes = simulation.nodes();
            var links = nodes.links();
            var box = nodes.box();
            long at = nodes.fluid().boxIndex(node);
            double[] square = new double[nodes.surfaces().size()];
            Arrays.fill(square, Double.POSITIVE_INFINITY);
            for (int b = 0; b < links.boundaryNodes(); b++) {
                long other = nodes.fluid().boxIndex(links.node(b));
                double dx = box.x(other) - box.x(at);
                double dy = box.y(other) - box.y(at);
                double dz = box.z(other) - box.z(at);
                for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                    int code = links.code(link);
                    double q = links.distance(link);
                    double x = dx + q * (code % 3 - 1);
                    double y = dy + q * (code / 3 % 3 - 1);
                    double z = dz + q * (code / 9 - 1);
                    int surface = links.surface(link);
                    square[surface] = Math.min(square[surface], x * x + y * y + z * z);
                }
            }
            return Stream.of(Surface.Kind.WALL, Surface.Kind.OPENING)
                    .flatMap(kind -> nodes.surfaces().stream()
                            .filter(surface ->
                                    surface.kind() == kind && square[surface.id()] < Double.POSITIVE_INFINITY)
                            .map(surface -> new Near(surface, Math.sqrt(square[surface.id()]) * nodes.spacingM()))
                            .min((one, other) -> Double.compare(one.distanceM(), other.distanceM()))
                            .stream())
                    .toList();
        }
    }
}
