package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WettingWall;
import dev.tessera.model.collision.ExactDifference;
import dev.tessera.model.collision.Stress;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/// The arrays and kernels of a mixture: populations and a potential for each component, and two stages. The first
/// stores the potentials, the second reads those of the neighbours and updates the populations of all components.
///
/// All components relax toward equilibria of one velocity, the mean of their momenta (each with half of its
/// force) weighted by their relaxation rates: the collision then conserves the sum of momenta. The force enters as
/// by Guo et al. (2002), so that results do not depend on the relaxation time.
///
/// With [ExactDifference] each component relaxes toward this velocity less half of what its force adds to its own, and
/// adds the equilibrium at the velocity with that half minus the equilibrium without: the same as by Guo's term but for
/// the square of the force (docs/decisions/0093).
///
/// Source: Shan, Doolen, J. Stat. Phys. 81, 379 (1995); force: Porter, Coon, Kang, Moulton, Carey, Phys. Rev. E
/// 86, 036701 (2012), explicit forcing; exact difference: Kupershtokh, Medvedev, Karpov, Comput. Math. Appl. 58, 965
/// (2009).
public final class MixtureKernels {
    private MixtureKernels() {}

    /// The stored arrays of a mixture. All components have the same storage.
    public static List<StoredArray> arrays(ShanChen mixture, StorageLayout storage) {
        List<StoredArray> arrays = new ArrayList<>();
        mixture.components().forEach(name -> arrays.add(new StoredArray.Populations(name, storage)));
        mixture.components()
                .forEach(name -> arrays.add(new StoredArray.Field(ShanChen.potentialOf(name), storage.lattice())));
        return arrays;
    }

    /// The bulk of a mixture, lowered and optimised by all passes. Its observation stores the density of each
    /// component as `density-NAME`, the pressure over the square of the speed of sound as `density` (as of a
    /// single fluid), the velocity of the mixture (the sum of momenta over the sum of densities), its `speed`,
    /// the deviatoric stress, and `inflow` 0.
    /// @param model of every component; the force is an acceleration
    /// @param drive components of the accelerations that change in time
    /// @param own how components with a force of their own are driven, by their names; a force is [#forceOn]
    public static NodeClass bulk(
            FluidModel model, ShanChen mixture, ValuesInTime drive, SequencedMap<String, BodyForce> own) {
        List<Kernel> stages = stages(model, mixture, drive, own, false);
        Kernel observe = observe(model, mixture, drive, own, false);
        return NodeClass.bulk(stages, observe, stages.getLast().fieldsIn());
    }

    /// The nodes beside walls ([WettingWall]) of a mixture with adhesion. Others belong to the bulk.
    /// @param fluidNumbers ascending
    public static NodeClass besideWalls(
            FluidModel model,
            ShanChen mixture,
            ValuesInTime drive,
            SequencedMap<String, BodyForce> own,
            String name,
            long[] fluidNumbers) {
        List<Kernel> stages = stages(model, mixture, drive, own, true);
        Kernel observe = observe(model, mixture, drive, own, true);
        return new NodeClass(
                name, stages, observe, fluidNumbers, stages.getLast().fieldsIn());
    }

    private static List<Kernel> stages(
            FluidModel model,
            ShanChen mixture,
            ValuesInTime drive,
            SequencedMap<String, BodyForce> own,
            boolean besideWalls) {
        PassRunner passes = PassRunner.standard();
        return raw(model, mixture, drive, own, besideWalls).stream()
                .map(passes::run)
                .toList();
    }

    private static Kernel observe(
            FluidModel model,
            ShanChen mixture,
            ValuesInTime drive,
            SequencedMap<String, BodyForce> own,
            boolean besideWalls) {
        return PassRunner.standard().run(new Builder(model, mixture, drive, own, besideWalls).observe());
    }

    /// The stages of a step before any pass: the potentials, then the collision.
    /// @param besideWalls whether of nodes beside walls
    public static List<Kernel> raw(
            FluidModel model,
            ShanChen mixture,
            ValuesInTime drive,
            SequencedMap<String, BodyForce> own,
            boolean besideWalls) {
        return List.of(
                new Builder(model, mixture, drive, own, besideWalls).potentials(),
                new Builder(model, mixture, drive, own, besideWalls).step());
    }

    /// The parameters of a component's relaxation rates, by the names that its collision gives them.
    public static String rate(String name, String component) {
        return name + "-" + component;
    }

    /// The name of the force on a component alone, a vector of parameters, fields or values in time.
    public static String forceOn(String component) {
        return "force-" + component;
    }

    private static final class Builder {
        private final FluidModel model;
        private final VelocitySet lattice;
        private final ShanChen mixture;
        private final ValuesInTime drive;
        private final SequencedMap<String, BodyForce> own;
        private final boolean besideWalls;
        private final KernelDraft draft = new KernelDraft();
        private final ExprGraph graph = draft.graph();
        private final List<List<Expr>> populations = new ArrayList<>(); // [component][direction]
        private final List<Expr> densities = new ArrayList<>(); // [component]

        Builder(
                FluidModel model,
                ShanChen mixture,
                ValuesInTime drive,
                SequencedMap<String, BodyForce> own,
                boolean besideWalls) {
            this.besideWalls = besideWalls;
            this.drive = drive;
            this.own = own;
            this.model = model;
            this.lattice = model.lattice();
            this.mixture = mixture;
        }

        Kernel potentials() {
            loadPopulations();
            for (int a = 0; a < densities.size(); a++) {
                draft.store(
                        new Sink.FieldOut(ShanChen.potentialOf(name(a))),
                        mixture.potential(graph, a, densities.get(a)));
            }
            return kernel(besideWalls ? "potential-beside-walls" : "potential");
        }

        Kernel step() {
            List<Collision.Input> nodes = nodes();
            List<List<Expr>> relaxed = IntStream.range(0, nodes.size())
                    .mapToObj(a -> relaxed(a, nodes.get(a)))
                    .toList();
            for (int a = 0; a < relaxed.size(); a++) {
                for (int i = 0; i < lattice.size(); i++) {
                    draft.store(
                            new Sink.PopulationOut(name(a), i), relaxed.get(a).get(i));
                }
            }
            return kernel(besideWalls ? "beside-walls" : "bulk");
        }

        Kernel observe() {
            List<Collision.Input> nodes = nodes();
            Expr density = graph.sum(densities);
            Expr pressure = mixture.pressure(graph, lattice, densities, here(), this::strength);
            draft.store("density", pressure.over(graph.constant(lattice.speedOfSoundSquared())));
            for (int a = 0; a < densities.size(); a++) {
                draft.store(Mixture.densityOf(name(a)), densities.get(a));
            }
            Expr square = graph.constant(0);
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                int along = axis;
                Expr momentum = graph.sum(
                        nodes.stream().map(node -> momentum(node).get(along)).toList());
                Expr component = draft.let("velocity_" + KernelDraft.AXES.get(axis), momentum.over(density));
                draft.store(Components.of("velocity", axis), component);
                square = square.plus(component.times(component));
            }
            draft.store("speed", graph.squareRoot(square));
            storeStress(nodes);
            draft.store("inflow", graph.constant(0));
            return kernel(besideWalls ? "beside-walls-observe" : "bulk-observe");
        }

        private void storeStress(List<Collision.Input> nodes) {
            List<Expr[][]> stresses = nodes.stream()
                    .map(node -> Stress.deviatoric(model.collision(), node))
                    .toList();
            for (int a = 0; a < lattice.dimensions(); a++) {
                for (int b = a; b < lattice.dimensions(); b++) {
                    int row = a;
                    int column = b;
                    draft.store(
                            Components.of("stress", a, b),
                            graph.sum(stresses.stream()
                                    .map(stress -> stress[row][column])
                                    .toList()));
                }
            }
        }

        private List<Expr> relaxed(int a, Collision.Input node) {
            if (!(model.collision() instanceof ExactDifference exact)) {
                return model.collision().relax(node);
            }
            List<Expr> half = halfBoost(a, node.force());
            Collision.Input before = node.withoutForce(moved(node.moments(), half, -1));
            return exact.relax(before, moved(node.moments(), half, 1));
        }

        private Moments moved(Moments moments, List<Expr> boost, int sign) {
            return new Moments(
                    moments.density(),
                    IntStream.range(0, boost.size())
                            .mapToObj(axis -> moments.velocity()
                                    .get(axis)
                                    .plus(graph.constant(sign).times(boost.get(axis))))
                            .toList());
        }

        /// Half of what the force adds to the velocity of a component. Without density there is no force, and no
        /// quotient.
        private List<Expr> halfBoost(int a, List<Expr> force) {
            Expr density = densities.get(a);
            Expr none = graph.compare(Form.Comparison.EQUAL, density, graph.constant(0));
            Expr divisor = graph.select(none, graph.constant(1), density);
            Expr factor = draft.let("half_over_rho_" + a, graph.constant(1, 2).over(divisor));
            return draft.named("boost_" + a, force.stream().map(factor::times).toList());
        }

        /// The state of each component: its populations, the velocity of all, its force.
        private List<Collision.Input> nodes() {
            loadPopulations();
            List<List<Expr>> forces = forces();
            List<Expr> velocity = draft.named("u", velocity(forces));
            List<Collision.Input> nodes = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                nodes.add(input(a, velocity, forces.get(a)));
            }
            return nodes;
        }

        /// The force density on each component, `[component][axis]`.
        private List<List<Expr>> forces() {
            List<List<Expr>> sums = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                sums.add(isFelt(a) ? ShanChen.sum(graph, lattice, neighbours(a)) : List.of());
            }
            List<List<Expr>> pulls = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                pulls.add(mixture.force(graph, lattice.dimensions(), a, here(), sums, this::strength));
            }
            if (besideWalls) {
                addAdhesion(pulls);
            }
            List<List<Expr>> accelerations = accelerations(pulls);
            List<List<Expr>> forces = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                forces.add(draft.named("force_" + a, force(a, pulls, accelerations)));
            }
            return forces;
        }

        private Collision.Input input(int a, List<Expr> velocity, List<Expr> force) {
            return new Collision.Input(
                    graph,
                    lattice,
                    model.equilibrium(),
                    populations.get(a),
                    new Moments(densities.get(a), velocity),
                    force,
                    rate -> draft.parameter(MixtureKernels.rate(rate, name(a))));
        }

        /// By body forces: that on all components and that on each, `[component][axis]`. Those that depend on the flow
        /// are evaluated twice, as that of a single fluid.
        private List<List<Expr>> accelerations(List<List<Expr>> pulls) {
            List<List<Expr>> accelerations =
                    Collections.nCopies(densities.size(), Collections.nCopies(lattice.dimensions(), graph.constant(0)));
            for (int evaluation = 0; evaluation < (drive.isOfFlow() ? 2 : 1); evaluation++) {
                List<List<Expr>> before = accelerations;
                Function<String, Expr> flow = quantity -> ofFlow(quantity, pulls, before);
                List<Expr> ofAll = acceleration("force", model.force(), flow);
                accelerations = mixture.components().stream()
                        .map(name ->
                                sum(ofAll, acceleration(forceOn(name), own.getOrDefault(name, BodyForce.NONE), flow)))
                        .toList();
            }
            return accelerations;
        }

        private List<Expr> acceleration(String vector, BodyForce kind, Function<String, Expr> flow) {
            return IntStream.range(0, lattice.dimensions())
                    .mapToObj(axis -> draft.acceleration(vector, axis, kind, drive, flow))
                    .toList();
        }

        private static List<Expr> sum(List<Expr> one, List<Expr> other) {
            return IntStream.range(0, one.size())
                    .mapToObj(axis -> one.get(axis).plus(other.get(axis)))
                    .toList();
        }

        /// The density of the mixture, or a component of its velocity.
        private Expr ofFlow(String quantity, List<List<Expr>> pulls, List<List<Expr>> accelerations) {
            Expr density = graph.sum(densities);
            if (quantity.equals("density")) {
                return density;
            }
            int axis = Components.axis("velocity", quantity);
            return graph.sum(IntStream.range(0, densities.size())
                            .mapToObj(a -> RawMoments.momentum(
                                            graph, lattice, populations.get(a), force(a, pulls, accelerations))
                                    .get(axis))
                            .toList())
                    .over(density);
        }

        private List<Expr> force(int a, List<List<Expr>> pulls, List<List<Expr>> accelerations) {
            return IntStream.range(0, lattice.dimensions())
                    .mapToObj(axis -> pulls.get(a)
                            .get(axis)
                            .plus(densities.get(a).times(accelerations.get(a).get(axis))))
                    .toList();
        }

        /// The velocity toward which all components relax.
        private List<Expr> velocity(List<List<Expr>> forces) {
            List<Expr> weights = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                weights.add(momentumRate(a, forces.get(a)));
            }
            Expr inertia = graph.constant(0);
            for (int a = 0; a < densities.size(); a++) {
                inertia = inertia.plus(weights.get(a).times(densities.get(a)));
            }
            Expr inverse = graph.constant(1).over(inertia);
            List<Expr> velocity = new ArrayList<>();
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                Expr sum = graph.constant(0);
                for (int a = 0; a < densities.size(); a++) {
                    Expr momentum = RawMoments.momentum(graph, lattice, populations.get(a), forces.get(a))
                            .get(axis);
                    sum = sum.plus(weights.get(a).times(momentum));
                }
                velocity.add(sum.times(inverse));
            }
            return velocity;
        }

        /// The rate at which the collision relaxes the momentum of a component: that of all odd moments.
        private Expr momentumRate(int a, List<Expr> force) {
            Collision.Input atRest = input(a, Collections.nCopies(lattice.dimensions(), graph.constant(0)), force);
            return model.collision().localRates(atRest).odd();
        }

        /// With half of the force.
        private List<Expr> momentum(Collision.Input node) {
            return RawMoments.momentum(graph, lattice, node.populations(), node.force());
        }

        private boolean isFelt(int a) {
            return mixture.couplings().stream()
                    .anyMatch(coupling -> coupling.first().equals(name(a))
                            || coupling.second().equals(name(a)));
        }

        private List<Expr> neighbours(int a) {
            List<Expr> neighbours = new ArrayList<>();
            String field = ShanChen.potentialOf(name(a));
            for (int i = 0; i < lattice.size(); i++) {
                String symbol = "psi_%d_%s".formatted(a, lattice.velocity(i).letters());
                neighbours.add(draft.load(symbol, new Source.FieldAt(field, i)));
            }
            return neighbours;
        }

        /// The potentials of this node, computed once more from its densities.
        private List<Expr> here() {
            return IntStream.range(0, densities.size())
                    .mapToObj(a -> mixture.potential(graph, a, densities.get(a)))
                    .toList();
        }

        private Expr strength(Coupling coupling) {
            return draft.parameter(coupling.parameter());
        }

        /// @param pulls of the components on each other, `[component][axis]`
        private void addAdhesion(List<List<Expr>> pulls) {
            List<Expr> walls = walls();
            for (int a = 0; a < pulls.size(); a++) {
                List<Expr> ofWalls = mixture.adhesion(
                        graph, a, here().get(a), walls, adhesion -> draft.parameter(adhesion.parameter()));
                List<Expr> others = pulls.get(a);
                pulls.set(
                        a,
                        IntStream.range(0, others.size())
                                .mapToObj(axis -> others.get(axis).plus(ofWalls.get(axis)))
                                .toList());
            }
        }

        /// `sum over i of w_i s(x + c_i) c_i`, as that of a field that is 1 in walls and 0 elsewhere.
        private List<Expr> walls() {
            List<Expr> solid = new ArrayList<>(List.of(graph.constant(0)));
            for (int i = 1; i < lattice.size(); i++) {
                String cut = WettingWall.cut(lattice, lattice.opposite(i));
                solid.add(draft.load(cut.replace('-', '_'), new Source.FieldIn(cut)));
            }
            return draft.named("walls", ShanChen.sum(graph, lattice, solid));
        }

        private void loadPopulations() {
            for (int a = 0; a < mixture.components().size(); a++) {
                List<Expr> of = new ArrayList<>();
                for (int i = 0; i < lattice.size(); i++) {
                    String symbol = "f_%d_%s".formatted(a, lattice.velocity(i).letters());
                    of.add(draft.load(symbol, new Source.PopulationIn(name(a), i)));
                }
                populations.add(of);
            }
            for (int a = 0; a < populations.size(); a++) {
                densities.add(draft.let("rho_" + a, RawMoments.density(graph, lattice, populations.get(a))));
            }
        }

        private String name(int a) {
            return mixture.components().get(a);
        }

        private Kernel kernel(String name) {
            List<KernelArray> arrays = new ArrayList<>();
            mixture.components().forEach(component -> arrays.add(KernelArray.populations(component, lattice)));
            mixture.components()
                    .forEach(component -> arrays.add(KernelArray.field(ShanChen.potentialOf(component), lattice)));
            return draft.kernel(name, arrays);
        }
    }
}
