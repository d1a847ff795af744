package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.Moments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.ExactDifference;
import dev.tessera.model.collision.Stress;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.Mixture;
import dev.tessera.model.mixture.ShanChen;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
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
///
/// @param model of every component; the force is an acceleration
/// @param drive components of the accelerations that change in time
/// @param own how components with a force of their own are driven, by their names; a force is [#forceOn]
public record MixtureKernels(
        FluidModel model, ShanChen mixture, ValuesInTime drive, SequencedMap<String, BodyForce> own) {
    public MixtureKernels {
        own = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(own));
    }

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
    public NodeClass bulk() {
        List<Kernel> stages = stages(false);
        return NodeClass.bulk(stages, observe(false), stages.getLast().fieldsIn());
    }

    /// The nodes beside walls ([dev.tessera.model.boundary.WettingWall]) of a mixture with adhesion. Others belong to
    /// the bulk.
    /// @param fluidNumbers ascending
    public NodeClass besideWalls(String name, long[] fluidNumbers) {
        List<Kernel> stages = stages(true);
        return new NodeClass(
                name, stages, observe(true), fluidNumbers, stages.getLast().fieldsIn());
    }

    private List<Kernel> stages(boolean besideWalls) {
        PassRunner passes = PassRunner.standard();
        return raw(besideWalls).stream().map(passes::run).toList();
    }

    private Kernel observe(boolean besideWalls) {
        return PassRunner.standard().run(new Builder(this, besideWalls).observe());
    }

    /// The stages of a step before any pass: the potentials, then the collision.
    /// @param besideWalls whether of nodes beside walls
    public List<Kernel> raw(boolean besideWalls) {
        return List.of(new Builder(this, besideWalls).potentials(), new Builder(this, besideWalls).step());
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
        private final boolean besideWalls;
        private final KernelDraft draft = new KernelDraft();
        private final ExprGraph graph = draft.graph();
        private final MixtureNode node;
        private final MixtureForces forces;

        Builder(MixtureKernels kernels, boolean besideWalls) {
            this.model = kernels.model;
            this.lattice = model.lattice();
            this.mixture = kernels.mixture;
            this.besideWalls = besideWalls;
            this.node = new MixtureNode(mixture, lattice, draft);
            this.forces = new MixtureForces(kernels, besideWalls, draft, node);
        }

        Kernel potentials() {
            for (int a = 0; a < node.components(); a++) {
                draft.store(
                        new Sink.FieldOut(ShanChen.potentialOf(node.name(a))),
                        mixture.potential(graph, a, node.density(a)));
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
                            new Sink.PopulationOut(node.name(a), i),
                            relaxed.get(a).get(i));
                }
            }
            return kernel(besideWalls ? "beside-walls" : "bulk");
        }

        Kernel observe() {
            List<Collision.Input> nodes = nodes();
            Expr density = graph.sum(node.densities());
            Expr pressure = mixture.pressure(graph, lattice, node.densities(), node.potentials(), node::strength);
            draft.store("density", pressure.over(graph.constant(lattice.speedOfSoundSquared())));
            for (int a = 0; a < node.components(); a++) {
                draft.store(Mixture.densityOf(node.name(a)), node.density(a));
            }
            Expr square = graph.constant(0);
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                int along = axis;
                Expr momentum = graph.sum(
                        nodes.stream().map(input -> momentum(input).get(along)).toList());
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
                    .map(input -> Stress.deviatoric(model.collision(), input))
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

        private List<Expr> relaxed(int a, Collision.Input input) {
            if (!(model.collision() instanceof ExactDifference exact)) {
                return model.collision().relax(input);
            }
            List<Expr> half = halfBoost(a, input.force());
            Collision.Input before = input.withoutForce(moved(input.moments(), half, -1));
            return exact.relax(before, moved(input.moments(), half, 1));
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
            Expr density = node.density(a);
            Expr none = graph.compare(Form.Comparison.EQUAL, density, graph.constant(0));
            Expr divisor = graph.select(none, graph.constant(1), density);
            Expr factor = draft.let("half_over_rho_" + a, graph.constant(1, 2).over(divisor));
            return draft.named("boost_" + a, force.stream().map(factor::times).toList());
        }

        /// The state of each component: its populations, the velocity of all, its force.
        private List<Collision.Input> nodes() {
            List<List<Expr>> onEach = forces.all();
            List<Expr> velocity = draft.named("u", velocity(onEach));
            List<Collision.Input> nodes = new ArrayList<>();
            for (int a = 0; a < node.components(); a++) {
                nodes.add(input(a, velocity, onEach.get(a)));
            }
            return nodes;
        }

        private Collision.Input input(int a, List<Expr> velocity, List<Expr> force) {
            return new Collision.Input(
                    graph,
                    lattice,
                    model.equilibrium(),
                    node.populations(a),
                    new Moments(node.density(a), velocity),
                    force,
                    rate -> draft.parameter(MixtureKernels.rate(rate, node.name(a))));
        }

        /// The velocity toward which all components relax.
        private List<Expr> velocity(List<List<Expr>> forces) {
            List<Expr> weights = new ArrayList<>();
            for (int a = 0; a < node.components(); a++) {
                weights.add(momentumRate(a, forces.get(a)));
            }
            Expr inertia = graph.constant(0);
            for (int a = 0; a < node.components(); a++) {
                inertia = inertia.plus(weights.get(a).times(node.density(a)));
            }
            Expr inverse = graph.constant(1).over(inertia);
            List<Expr> velocity = new ArrayList<>();
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                Expr sum = graph.constant(0);
                for (int a = 0; a < node.components(); a++) {
                    Expr momentum = RawMoments.momentum(graph, lattice, node.populations(a), forces.get(a))
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
        private List<Expr> momentum(Collision.Input input) {
            return RawMoments.momentum(graph, lattice, input.populations(), input.force());
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
