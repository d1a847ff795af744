package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidComponents.Connectivity;
import dev.tessera.geometry.FluidParts;
import dev.tessera.geometry.FluidParts.Part;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Slab;
import dev.tessera.geometry.SlabNodes;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Collectors;

/// Checks whether the boundary conditions and the drive of a case can move its fluid, and whether inflow can leave.
/// The check uses the nodes: the connected parts of the fluid, the openings and walls that each part touches, and
/// the periodic axes along which it percolates.
///
/// @param problems why results would be wrong; each begins with the key concerned
/// @param doubts warnings about parts without flow, which do not affect the rest; sentences with a remedy
public record FlowPaths(List<String> problems, List<String> doubts) {
    /// A case is refused where the unbalanced flow exceeds this fraction of the imposed flow.
    private static final double IMBALANCE = 0.05;

    public FlowPaths {
        problems = List.copyOf(problems);
        doubts = List.copyOf(doubts);
    }

    /// @param nodes the case's geometry at its spacing
    public static FlowPaths of(Case theCase, NodeMap nodes, ForkJoinPool workers) {
        return of(theCase, new SlabNodes(Slab.whole(nodes.box()), nodes, nodes.originM()), workers);
    }

    /// The same from all slabs of the geometry. The balance of imposed velocities is checked by one process only:
    /// several report where it matters. Collective.
    public static FlowPaths of(Case theCase, SlabNodes nodes, ForkJoinPool workers) {
        Checker checker = new Checker(theCase, nodes, workers);
        checker.velocities();
        checker.joined();
        checker.resistance();
        checker.drive();
        checker.motion();
        return new FlowPaths(checker.problems, checker.doubts);
    }

    /// @throws CaseException where there are problems; names all of them
    void require() {
        if (!problems.isEmpty()) {
            throw new CaseException(String.join("\nAlso: ", problems));
        }
    }

    private static final class Checker {
        private static final String PICTURE =
                "The picture of `tessera geometry` shows what is in the way;" + " a finer spacing may open it";

        private final Case theCase;
        private final NodeMap nodes;
        private final Slab slab;
        private final double[] originM; // of the whole
        private final FluidParts parts;
        private final List<Opening> openings; // that are no walls
        private final Imposed imposed;
        private final List<String> problems = new ArrayList<>();
        private final List<String> doubts = new ArrayList<>();

        Checker(Case theCase, SlabNodes ofSlab, ForkJoinPool workers) {
            this.theCase = theCase;
            this.nodes = ofSlab.nodes();
            this.slab = ofSlab.slab();
            this.originM = ofSlab.originM();
            this.parts = FluidParts.of(
                    nodes.fluid(), nodes.links(), connectivity(theCase.model().lattice()), slab, workers);
            this.openings = nodes.openings().stream()
                    .filter(opening -> isVelocity(opening) || isOutlet(opening))
                    .toList();
            this.imposed = new Imposed(theCase, nodes, slab.whole());
        }

        /// Neighbours to which the lattice streams.
        private static Connectivity connectivity(VelocitySet lattice) {
            boolean corners = lattice.velocities().stream().anyMatch(c -> c.x() != 0 && c.y() != 0 && c.z() != 0);
            return corners ? Connectivity.CORNERS : Connectivity.EDGES;
        }

        private boolean isVelocity(Opening opening) {
            return theCase.boundaries().get(opening.name()) instanceof Boundary.VelocityImposed;
        }

        /// Whether the flow through an opening follows from the rest: it has a pressure, or imposes
        /// nothing.
        private boolean isOutlet(Opening opening) {
            return theCase.boundaries().get(opening.name()) instanceof Boundary.Opening && !isVelocity(opening);
        }

        private List<Opening> openingsOf(Part part) {
            return openings.stream()
                    .filter(opening -> part.surfaces().get(opening.surface()))
                    .toList();
        }

        /// Parts with inflow through velocity openings and no pressure opening.
        void velocities() {
            List<Opening> velocity = openings.stream().filter(this::isVelocity).toList();
            if (velocity.isEmpty()) {
                return;
            }
            boolean[] closed = new boolean[parts.all().size()];
            boolean any = false;
            for (int i = 0; i < closed.length; i++) {
                List<Opening> here = openingsOf(parts.all().get(i));
                closed[i] = !here.isEmpty() && here.stream().noneMatch(this::isOutlet);
                any |= closed[i];
            }
            if (!any) {
                return;
            }
            if (!slab.isWhole()) {
                doubts.add(
                        "boundaries: no path leads from some openings with a velocity (%s) to one with a pressure. Whether their flows balance is checked by one process only: run the command without mpirun."
                                .formatted(names(velocity)));
                return;
            }
            Imposed.Balance[] balance = imposed.balances(parts, closed, velocity);
            long pockets = 0;
            long pocketNodes = 0;
            Vec first = Vec.ZERO;
            String names = "";
            for (int i = 0; i < closed.length; i++) {
                if (!closed[i] || balance[i].gross() == 0) {
                    continue;
                }
                List<Opening> here = openingsOf(parts.all().get(i));
                boolean isPocket = here.stream().allMatch(opening -> reachesElsewhere(opening, closed));
                if (isPocket) {
                    first = pockets++ == 0 ? place(parts.all().get(i)) : first;
                    pocketNodes += parts.all().get(i).component().nodes();
                    names = names(here);
                } else if (Math.abs(balance[i].net()) > IMBALANCE * balance[i].gross()) {
                    problems.add(unbalanced(here, balance[i]));
                } else {
                    doubts.add(
                            "boundaries: only velocities are imposed on %s, so that the pressure is undetermined: it drifts with the smallest difference between them. Give one of them a pressure."
                                    .formatted(names(here)));
                }
            }
            if (pockets > 0) {
                problems.add(
                        ("boundaries.%s: a velocity is imposed on %,d pore%s (%,d node%s, the largest at %s) that lead%s to no other opening: the mass in them would grow without limit."
                                        + " Put layers of nodes without solid before the openings (sides.buffer), or impose a pressure instead of the velocity.")
                                .formatted(
                                        names,
                                        pockets,
                                        pockets == 1 ? "" : "s",
                                        pocketNodes,
                                        pocketNodes == 1 ? "" : "s",
                                        first.inLengths(),
                                        pockets == 1 ? "s" : ""));
            }
        }

        /// Whether an opening also touches a part from which fluid can leave.
        private boolean reachesElsewhere(Opening opening, boolean[] closed) {
            for (int i = 0; i < closed.length; i++) {
                if (!closed[i] && parts.all().get(i).surfaces().get(opening.surface())) {
                    return true;
                }
            }
            return false;
        }

        private String unbalanced(List<Opening> here, Imposed.Balance balance) {
            String names = names(here);
            String what = here.size() == 1
                    ? "%s imposes a flow %s the fluid".formatted(names, balance.net() > 0 ? "into" : "out of")
                    : "%s impose velocities with a net flow of %.3g %% of the total"
                            .formatted(names, 100 * Math.abs(balance.net()) / balance.gross());
            boolean another = openings.size() > here.size();
            String reason = another
                    ? "no path through the fluid leads from there to %s. %s."
                            .formatted(
                                    names(openings.stream()
                                            .filter(opening -> !here.contains(opening))
                                            .toList()),
                                    PICTURE)
                    : here.size() == 1
                            ? "there is no other opening. Give another side or open end a pressure (boundaries.outlet: {pressure: 0 Pa})."
                            : "no opening has a pressure. Give one of them a pressure instead of a velocity (boundaries.%s: {pressure: 0 Pa})."
                                    .formatted(here.getLast().name());
            return "boundaries.%s: %s, and no other opening balances it, so that the mass would %s without limit: %s"
                    .formatted(here.getFirst().name(), what, balance.net() > 0 ? "grow" : "shrink", reason);
        }

        /// Openings between which no fluid can flow.
        void joined() {
            List<Opening> apart = openings.stream()
                    .filter(opening -> parts.all().stream().noneMatch(part -> joins(part, opening)))
                    .toList();
            if (openings.size() < 2 || apart.isEmpty()) {
                return;
            }
            if (apart.size() == openings.size()) {
                if (problems.isEmpty()) {
                    String sentence =
                            "boundaries.%s: no path through the fluid leads from one opening to another (%s), so that nothing can flow through. %s."
                                    .formatted(openings.getFirst().name(), names(openings), PICTURE);
                    (hasOtherCause() ? doubts : problems).add(sentence);
                }
                return;
            }
            for (Opening opening : apart) {
                if (isOutlet(opening)) {
                    doubts.add(
                            "boundaries.%s: no path through the fluid leads from %s to another opening, so that nothing flows through it. %s."
                                    .formatted(opening.name(), opening.name(), PICTURE));
                }
            }
        }

        private boolean joins(Part part, Opening opening) {
            return part.surfaces().get(opening.surface()) && openingsOf(part).size() > 1;
        }

        private boolean hasOtherCause() {
            return imposed.movesWalls()
                    || imposed.startsMoving()
                    || theCase.model().mixture().isPresent() // interfaces, and forces on components
                    || hasSlope()
                    || !theCase.drive().isNone();
        }

        /// Of the surface of shallow water.
        private boolean hasSlope() {
            return theCase.initial()
                    .heightM()
                    .filter(height -> !(height instanceof Value.Constant))
                    .isPresent();
        }

        /// A uniform drive needs a fluid path along its direction. Phases of a Shan–Chen mixture may differ in density,
        /// so that it moves them in a closed box too.
        void drive() {
            boolean movesPhases = theCase.model().mixture().orElse(null) instanceof ShanChen;
            if (theCase.drive().isNone() || !theCase.drive().isUniform() || movesPhases) {
                return;
            }
            double[] work = imposed.overPeriods(theCase.drive().accelerationMPerS2());
            boolean conducts = false;
            boolean[] along = new boolean[3];
            for (Part part : parts.all()) {
                boolean through = openingsOf(part).size() > 1;
                conducts |= through || part.loops().stream().anyMatch(loop -> direction(work, loop) != 0);
                for (int axis = 0; axis < 3; axis++) {
                    int a = axis;
                    along[axis] |= through || part.loops().stream().anyMatch(loop -> loop[a] != 0);
                }
            }
            if (!conducts) {
                String sentence = "drive: it cannot move the fluid: %s".formatted(whyNot(work));
                (imposed.movesWalls() || imposed.startsMoving() || !openings.isEmpty() ? doubts : problems)
                        .add(sentence);
                return;
            }
            for (int axis = 0; axis < 3; axis++) {
                if (work[axis] != 0 && !along[axis]) {
                    doubts.add("drive: its component along %c cannot move the fluid: %s"
                            .formatted("xyz".charAt(axis), whyNot(only(work, axis))));
                }
            }
        }

        private boolean isMirror(int surface) {
            return nodes.surfaces().get(surface).kind() == Surface.Kind.SYMMETRY;
        }

        private static double[] only(double[] work, int axis) {
            double[] one = new double[3];
            one[axis] = work[axis];
            return one;
        }

        /// Uniform forces on the fluid or on components that do work around closed paths need walls that resist.
        /// Forces on components may balance each other, which depends on their masses.
        void resistance() {
            SequencedMap<String, List<Value>> forces = BodyForces.accelerations(theCase);
            forces.values().removeIf(force -> force.stream().allMatch(Value.ZERO::equals));
            SequencedMap<String, double[]> works = new LinkedHashMap<>();
            forces.forEach((key, force) -> {
                if (new Case.Drive(force).isUniform()) {
                    works.put(key, imposed.overPeriods(force));
                }
            });
            boolean areKnown = works.size() == forces.size();
            for (Part part : parts.all()) {
                if (part.surfaces().stream().allMatch(this::isMirror)) {
                    List<int[]> driven = part.loops().stream()
                            .filter(loop -> directions(works, loop) > 0)
                            .toList();
                    driven.stream()
                            .filter(loop -> directions(works, loop) == 1) // certain, where the others may balance
                            .findFirst()
                            .or(() -> driven.stream().findFirst())
                            .ifPresent(loop -> unresisted(part, loop, works, areKnown));
                }
            }
        }

        /// @param works by the key of the force, @param areKnown whether these are all forces
        private void unresisted(Part part, int[] loop, SequencedMap<String, double[]> works, boolean areKnown) {
            String keys = works.entrySet().stream()
                    .filter(force -> direction(force.getValue(), loop) != 0)
                    .map(Map.Entry::getKey)
                    .collect(Collectors.joining(", "));
            String place = parts.all().size() == 1 ? "" : " at " + place(part).inLengths();
            if (areKnown && directions(works, loop) == 1) {
                problems.add(
                        "%s: no wall resists the flow%s, so that it accelerates without limit, and a permeability has no meaning. Make a side a wall, or put a body into the fluid."
                                .formatted(keys, place));
            } else {
                doubts.add(
                        "%s: no wall resists the flow%s, so that it accelerates without limit where the forces on all components do not balance. Make a side a wall, or choose accelerations in the inverse ratio of the components' masses."
                                .formatted(keys, place));
            }
        }

        /// In how many directions forces do work around a loop: 0, 1 or 2.
        private static long directions(SequencedMap<String, double[]> works, int[] loop) {
            return works.values().stream()
                    .mapToInt(work -> direction(work, loop))
                    .filter(direction -> direction != 0)
                    .distinct()
                    .count();
        }

        /// Of the work of a force around a loop: 1, -1, or 0 for none.
        private static int direction(double[] work, int[] loop) {
            double sum = 0;
            double size = 0;
            for (int axis = 0; axis < 3; axis++) {
                sum += work[axis] * loop[axis];
                size += Math.abs(work[axis] * loop[axis]);
            }
            return Math.abs(sum) > 1e-9 * size ? (int) Math.signum(sum) : 0;
        }

        private String whyNot(double[] work) {
            Box box = slab.whole();
            boolean[] periodic = {box.periodicX(), box.periodicY(), box.periodicZ()};
            List<String> closed = new ArrayList<>();
            List<String> blocked = new ArrayList<>();
            for (int axis = 0; axis < 3; axis++) {
                if (work[axis] != 0) {
                    (periodic[axis] ? blocked : closed).add(String.valueOf("xyz".charAt(axis)));
                }
            }
            if (blocked.isEmpty()) {
                String axes = String.join(" and ", closed);
                return "the box is closed along %s, and no fluid path joins two openings. Write sides: {%s: periodic}, or give openings."
                        .formatted(axes, closed.getFirst());
            }
            return "no fluid path crosses the box along %s from one periodic side to the other. %s."
                    .formatted(String.join(" and ", blocked), PICTURE);
        }

        /// Refuses cases in which the fluid stays at rest.
        void motion() {
            if (!problems.isEmpty() || hasOtherCause()) {
                return;
            }
            if (openings.isEmpty()) {
                doubts.add(
                        "boundaries: nothing moves the fluid: there is no opening with a velocity or pressure, no moving wall, no drive and no initial velocity. It stays at rest.");
            } else if (openings.size() == 1 && isOutlet(openings.getFirst())) {
                String name = openings.getFirst().name();
                problems.add(
                        "boundaries.%s: it is the only opening, and nothing else moves the fluid, so that nothing can flow through it. Give another side or open end a velocity or pressure."
                                .formatted(name));
            } else if (openings.stream().allMatch(this::isOutlet) && imposed.pressuresAreEqual(openings)) {
                doubts.add(
                        "boundaries: %s have the same pressure, and nothing else moves the fluid: it stays at rest. Give them different pressures."
                                .formatted(names(openings)));
            } else if (hasNoWall()) {
                doubts.add(
                        "sides: no wall or body bounds the fluid between the openings (%s), so that only they limit the flow; flows and pressures depend on the size of the box. Make a side a wall, or put a body into the fluid."
                                .formatted(names(openings)));
            }
        }

        private boolean hasNoWall() {
            return parts.all().stream()
                    .flatMapToInt(part -> part.surfaces().stream())
                    .mapToObj(id -> nodes.surfaces().get(id))
                    .allMatch(this::isOpen);
        }

        private boolean isOpen(Surface surface) {
            return surface.kind() == Surface.Kind.SYMMETRY
                    || openings.stream().anyMatch(opening -> opening.surface() == surface.id());
        }

        private Vec place(Part part) {
            Box box = slab.whole();
            long at = part.component().firstNode();
            return Vec.of(originM).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(nodes.spacingM()));
        }

        private static String names(List<Opening> openings) {
            return openings.stream().map(Opening::name).distinct().collect(Collectors.joining(", "));
        }
    }
}
