package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WettingWall;
import dev.tessera.model.collision.Stress;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.Coupling;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/// The arrays and kernels of a mixture: populations and a potential for each component, and two stages. The first
/// stores the potentials, the second reads those of the neighbours and updates the populations of all components.
///
/// All components relax toward equilibria of one velocity, the mean of their momenta (each with half of its
/// force) weighted by their relaxation rates: the collision then conserves the sum of momenta. The force enters as
/// by Guo et al. (2002), so that results do not depend on the relaxation time.
///
/// Source: Shan, Doolen, J. Stat. Phys. 81, 379 (1995); force: Porter, Coon, Kang, Moulton, Carey, Phys. Rev. E
/// 86, 036701 (2012), explicit forcing.
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
    /// @param drive components of the acceleration that change in time
    public static NodeClass bulk(FluidModel model, ShanChen mixture, ValuesInTime drive) {
        List<Kernel> stages = stages(model, mixture, drive, false);
        Kernel observe = observe(model, mixture, drive, false);
        return NodeClass.bulk(stages, observe, stages.getLast().fieldsIn());
    }

    /// The nodes beside walls ([WettingWall]) of a mixture with adhesion. Others belong to the bulk.
    /// @param fluidNumbers ascending
    public static NodeClass besideWalls(
            FluidModel model, ShanChen mixture, ValuesInTime drive, String name, long[] fluidNumbers) {
        List<Kernel> stages = stages(model, mixture, drive, true);
        Kernel observe = observe(model, mixture, drive, true);
        return new NodeClass(
                name, stages, observe, fluidNumbers, stages.getLast().fieldsIn());
    }

    private static List<Kernel> stages(FluidModel model, ShanChen mixture, ValuesInTime drive, boolean besideWalls) {
        PassRunner passes = PassRunner.standard();
        return raw(model, mixture, drive, besideWalls).stream().map(passes::run).toList();
    }

    private static Kernel observe(FluidModel model, ShanChen mixture, ValuesInTime drive, boolean besideWalls) {
        return PassRunner.standard().run(new Builder(model, mixture, drive, besideWalls).observe());
    }

    /// The stages of a step before any pass: the potentials, then the collision.
    /// @param besideWalls whether of nodes beside walls
    public static List<Kernel> raw(FluidModel model, ShanChen mixture, ValuesInTime drive, boolean besideWalls) {
        return List.of(
                new Builder(model, mixture, drive, besideWalls).potentials(),
                new Builder(model, mixture, drive, besideWalls).step());
    }

    /// The parameters of a component's relaxation rates, by the names that its collision gives them.
    public static String rate(String name, String component) {
        return name + "-" + component;
    }

    private static final class Builder {
        private final FluidModel model;
        private final VelocitySet lattice;
        private final ShanChen mixture;
        private final ValuesInTime drive;
        private final boolean besideWalls;
        private final KernelDraft draft = new KernelDraft();
        private final ExprGraph graph = draft.graph();
        private final List<List<Expr>> populations = new ArrayList<>(); // [component][direction]
        private final List<Expr> densities = new ArrayList<>(); // [component]

        Builder(FluidModel model, ShanChen mixture, ValuesInTime drive, boolean besideWalls) {
            this.besideWalls = besideWalls;
            this.drive = drive;
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
            List<List<Expr>> relaxed =
                    nodes.stream().map(model.collision()::relax).toList();
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

        /// The state of each component: its populations, the velocity of all, its force.
        private List<Collision.Input> nodes() {
            loadPopulations();
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
            List<Expr> acceleration = acceleration(pulls);
            List<List<Expr>> forces = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                forces.add(draft.named("force_" + a, force(a, pulls, acceleration)));
            }
            List<Expr> velocity = draft.named("u", velocity(forces));
            List<Collision.Input> nodes = new ArrayList<>();
            for (int a = 0; a < densities.size(); a++) {
                nodes.add(input(a, velocity, forces.get(a)));
            }
            return nodes;
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

        /// The body force of all components. One that depends on the flow is evaluated twice, as that of a single
        /// fluid.
        private List<Expr> acceleration(List<List<Expr>> pulls) {
            List<Expr> acceleration = Collections.nCopies(lattice.dimensions(), graph.constant(0));
            for (int evaluation = 0; evaluation < (drive.isOfFlow() ? 2 : 1); evaluation++) {
                List<Expr> before = acceleration;
                acceleration = IntStream.range(0, lattice.dimensions())
                        .mapToObj(axis -> draft.acceleration(
                                axis, model.force(), drive, quantity -> ofFlow(quantity, pulls, before)))
                        .toList();
            }
            return acceleration;
        }

        /// The density of the mixture, or a component of its velocity.
        private Expr ofFlow(String quantity, List<List<Expr>> pulls, List<Expr> acceleration) {
            Expr density = graph.sum(densities);
            if (quantity.equals("density")) {
                return density;
            }
            int axis = Components.axis("velocity", quantity);
            return graph.sum(IntStream.range(0, densities.size())
                            .mapToObj(a -> RawMoments.momentum(
                                            graph, lattice, populations.get(a), force(a, pulls, acceleration))
                                    .get(axis))
                            .toList())
                    .over(density);
        }

        private List<Expr> force(int a, List<List<Expr>> pulls, List<Expr> acceleration) {
            return IntStream.range(0, lattice.dimensions())
                    .mapToObj(
                            axis -> pulls.get(a).get(axis).plus(densities.get(a).times(acceleration.get(axis))))
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
            Collision.Input atRest =
                    input(a, force.stream().map(f -> graph.constant(0)).toList(), force);
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
