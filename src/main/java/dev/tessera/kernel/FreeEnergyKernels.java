package dev.tessera.kernel;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Rational;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.pass.PassRunner;
import dev.tessera.layout.StorageLayout;
import dev.tessera.model.Collision;
import dev.tessera.model.Components;
import dev.tessera.model.FluidModel;
import dev.tessera.model.Moments;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WettingWall;
import dev.tessera.model.collision.Stress;
import dev.tessera.model.equilibrium.RawMoments;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.Mixture;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The arrays and kernels of a free-energy mixture: populations of the fluid and of the order parameter, and
/// the order parameter as a field. The first stage stores the field, the second reads it at the neighbours and
/// updates both sets of populations.
///
/// The collision relaxes the fluid at the viscosity of the node, which the order parameter interpolates. The
/// populations of the order parameter relax at rate 1: after a step they are their equilibrium, so that the
/// second stage loads none of them.
public final class FreeEnergyKernels {
    private static final Rational CORNER = Rational.of(7071, 10_000); // from a node half-way to the other, 1 / sqrt(2)

    private FreeEnergyKernels() {}

    /// The stored arrays. Both populations have the same storage.
    public static List<StoredArray> arrays(StorageLayout storage) {
        return List.of(
                new StoredArray.Populations(FreeEnergy.FLUID, storage),
                new StoredArray.Populations(FreeEnergy.ORDER, storage),
                new StoredArray.Field(FreeEnergy.FIELD, storage.lattice()));
    }

    /// The nodes without cut links, lowered and optimised by all passes. Their observation stores what that of
    /// [MixtureKernels#bulk] does, and `order-parameter`. The pressure is `rho / 3 + phi mu`: the fluid feels
    /// `-grad p + mu grad phi`, so that it is uniform in each phase and has no minimum in the interface.
    /// @param model of the fluid; the force is an acceleration
    /// @param drive components of the acceleration that change in time
    public static NodeClass bulk(FluidModel model, FreeEnergy mixture, ValuesInTime drive) {
        Kernel[] kernels = kernels(model, mixture, drive, false);
        return NodeClass.bulk(List.of(kernels[0], kernels[1]), kernels[2], kernels[1].fieldsIn());
    }

    /// The nodes beside walls ([WettingWall]): solid neighbours have the order parameter that the contact angle
    /// needs.
    /// @param fluidNumbers ascending
    public static NodeClass besideWalls(
            FluidModel model, FreeEnergy mixture, ValuesInTime drive, String name, long[] fluidNumbers) {
        Kernel[] kernels = kernels(model, mixture, drive, true);
        return new NodeClass(name, List.of(kernels[0], kernels[1]), kernels[2], fluidNumbers, kernels[1].fieldsIn());
    }

    private static Kernel[] kernels(FluidModel model, FreeEnergy mixture, ValuesInTime drive, boolean besideWalls) {
        PassRunner passes = PassRunner.standard();
        List<Kernel> stages = raw(model, mixture, drive, besideWalls);
        return new Kernel[] {
            passes.run(stages.getFirst()),
            passes.run(stages.getLast()),
            passes.run(new Builder(model, mixture, drive, besideWalls).observe())
        };
    }

    /// The stages of a step before any pass: the order parameter, then the collision.
    /// @param besideWalls whether of nodes beside walls
    public static List<Kernel> raw(FluidModel model, FreeEnergy mixture, ValuesInTime drive, boolean besideWalls) {
        return List.of(
                new Builder(model, mixture, drive, besideWalls).orderParameter(),
                new Builder(model, mixture, drive, besideWalls).step());
    }

    private static final class Builder {
        private final FluidModel model;
        private final VelocitySet lattice;
        private final FreeEnergy mixture;
        private final ValuesInTime drive;
        private final boolean besideWalls;
        private final KernelDraft draft = new KernelDraft();
        private final ExprGraph graph = draft.graph();

        Builder(FluidModel model, FreeEnergy mixture, ValuesInTime drive, boolean besideWalls) {
            this.model = model;
            this.lattice = model.lattice();
            this.mixture = mixture;
            this.drive = drive;
            this.besideWalls = besideWalls;
        }

        Kernel orderParameter() {
            List<Expr> populations = load("g", FreeEnergy.ORDER);
            draft.store(new Sink.FieldOut(FreeEnergy.FIELD), RawMoments.density(graph, lattice, populations));
            return draft.kernel(name("order"), List.of(KernelArray.populations(FreeEnergy.ORDER, lattice), field()));
        }

        Kernel step() {
            Node node = node();
            List<Expr> relaxed = model.collision().relax(node.input);
            List<Expr> ofInterface = model.collision().relaxedAddition(node.input, node.interfaceTerms);
            for (int i = 0; i < lattice.size(); i++) {
                draft.store(
                        new Sink.PopulationOut(FreeEnergy.FLUID, i),
                        relaxed.get(i).plus(ofInterface.get(i)));
            }
            List<Expr> order = order(node);
            for (int i = 0; i < lattice.size(); i++) {
                draft.store(new Sink.PopulationOut(FreeEnergy.ORDER, i), order.get(i));
            }
            return draft.kernel(
                    name("bulk"),
                    List.of(
                            KernelArray.populations(FreeEnergy.FLUID, lattice),
                            KernelArray.populations(FreeEnergy.ORDER, lattice),
                            field()));
        }

        Kernel observe() {
            Node node = node();
            Expr density = node.input.moments().density();
            Expr inverse = graph.constant(lattice.speedOfSoundSquared().inverse());
            draft.store("density", density.plus(inverse.times(node.phi).times(node.potential)));
            Expr half = graph.constant(1, 2).times(density);
            Expr difference = half.times(node.phi);
            draft.store(Mixture.densityOf(mixture.components().getFirst()), half.plus(difference));
            draft.store(Mixture.densityOf(mixture.components().getLast()), half.minus(difference));
            draft.store(FreeEnergy.ORDER_PARAMETER, node.phi);
            Expr square = graph.constant(0);
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                Expr component = node.input.moments().velocity().get(axis);
                draft.store(Components.of("velocity", axis), component);
                square = square.plus(component.squared());
            }
            draft.store("speed", graph.squareRoot(square));
            storeStress(node);
            draft.store("inflow", graph.constant(0));
            return draft.kernel(
                    name("bulk-observe"), List.of(KernelArray.populations(FreeEnergy.FLUID, lattice), field()));
        }

        /// The viscous stress: that of the fluid without the deviatoric part of the interface's pressure
        /// tensor, `kappa d_a phi d_b phi`.
        private void storeStress(Node node) {
            Expr[][] stress = Stress.deviatoric(model.collision(), node.input);
            Expr share = graph.constant(1).minus(graph.constant(1, 2).times(node.omega));
            Expr mean = graph.constant(0);
            for (Expr slope : node.gradient) {
                mean = mean.plus(slope.squared());
            }
            mean = mean.times(graph.constant(1, lattice.dimensions()));
            Expr scale = share.times(draft.parameter(FreeEnergy.GRADIENT_ENERGY));
            for (int a = 0; a < lattice.dimensions(); a++) {
                for (int b = a; b < lattice.dimensions(); b++) {
                    Expr product = node.gradient.get(a).times(node.gradient.get(b));
                    Expr deviator = a == b ? product.minus(mean) : product;
                    draft.store(Components.of("stress", a, b), stress[a][b].plus(scale.times(deviator)));
                }
            }
        }

        /// @param input of the collision, at the viscosity of the node
        /// @param omega its shear rate
        /// @param potential chemical
        /// @param interfaceTerms what the interface adds to the equilibrium of the fluid
        private record Node(
                Collision.Input input,
                Expr omega,
                Expr phi,
                List<Expr> gradient,
                Expr potential,
                List<Expr> interfaceTerms) {}

        private Node node() {
            List<Expr> populations = load("f", FreeEnergy.FLUID);
            Expr density = draft.let("rho", RawMoments.density(graph, lattice, populations));
            Expr inverse = graph.constant(1).over(density);
            List<Expr> values = besideWalls ? valuesBesideWalls() : values();
            Expr phi = values.getFirst();
            List<Expr> force = force(populations, density, inverse, phi);
            List<Expr> velocity = draft.named("u", velocity(populations, inverse, force));
            List<Expr> gradient = draft.named("slope", FreeEnergy.gradient(graph, lattice, values));
            Expr laplacian = draft.let("laplacian", FreeEnergy.laplacian(graph, lattice, values));
            Expr bulk = draft.parameter(FreeEnergy.BULK_ENERGY);
            Expr kappa = draft.parameter(FreeEnergy.GRADIENT_ENERGY);
            Expr potential = draft.let("mu", FreeEnergy.chemicalPotential(phi, laplacian, bulk, kappa));
            Expr omega = draft.let("omega", omega(phi));
            var moments = new Moments(density, velocity);
            var atRest = new Collision.Input(
                    graph, lattice, model.equilibrium(), populations, moments, force, this::otherRate);
            return new Node(
                    model.collision().atShearRate(atRest, omega),
                    omega,
                    phi,
                    gradient,
                    potential,
                    FreeEnergy.interfaceTerms(lattice, phi, gradient, laplacian, bulk, kappa));
        }

        /// A rate that the viscosity does not determine: 1, unless the case sets it.
        private Expr otherRate(String name) {
            return model.collision().fixedRates().containsKey(name) ? draft.parameter(name) : graph.constant(1);
        }

        private List<Expr> velocity(List<Expr> populations, Expr inverseDensity, List<Expr> force) {
            return RawMoments.momentum(graph, lattice, populations, force).stream()
                    .map(inverseDensity::times)
                    .toList();
        }

        /// A force that depends on the flow is evaluated twice, as that of a single fluid.
        private List<Expr> force(List<Expr> populations, Expr density, Expr inverseDensity, Expr phi) {
            List<Expr> force = Collections.nCopies(lattice.dimensions(), graph.constant(0));
            for (int evaluation = 0; evaluation < (drive.isOfFlow() ? 2 : 1); evaluation++) {
                List<Expr> velocity = velocity(populations, inverseDensity, force);
                List<Expr> next = new ArrayList<>();
                for (int axis = 0; axis < lattice.dimensions(); axis++) {
                    Expr acceleration =
                            draft.acceleration("force", axis, model.force(), drive, quantity -> switch (quantity) {
                                case "density" -> density;
                                case FreeEnergy.ORDER_PARAMETER -> phi;
                                default -> velocity.get(Components.axis("velocity", quantity));
                            });
                    next.add(density.times(acceleration));
                }
                force = next;
            }
            return force;
        }

        /// The rate of a fluidity between those of the components, linear in the order parameter: an interface
        /// along the flow then resists shear like layers of both components that meet in its middle.
        private Expr omega(Expr phi) {
            Expr one = graph.constant(1);
            Expr first =
                    draft.parameter(FreeEnergy.fluidityOf(mixture.components().getFirst()));
            Expr second =
                    draft.parameter(FreeEnergy.fluidityOf(mixture.components().getLast()));
            Expr within = graph.maximum(graph.constant(-1), graph.minimum(one, phi));
            Expr share = graph.constant(1, 2).times(within.plus(one));
            Expr fluidity = draft.let("fluidity", second.plus(share.times(first.minus(second))));
            return fluidity.over(one.plus(graph.constant(1, 2).times(fluidity)));
        }

        /// The populations of the order parameter in equilibrium. Their second moment at rest is the chemical
        /// potential times `2 M`, where that of a fluid is its density times c_s².
        private List<Expr> order(Node node) {
            var carried = new Moments(node.phi, node.input.moments().velocity());
            List<Expr> order = new ArrayList<>(model.equilibrium().populations(graph, lattice, carried));
            Expr spread = graph.constant(lattice.speedOfSoundSquared().inverse())
                    .times(draft.parameter(FreeEnergy.MOBILITY))
                    .times(node.potential)
                    .minus(node.phi);
            Expr moving = graph.constant(0);
            for (int i = 1; i < lattice.size(); i++) {
                Expr all = draft.let(
                        "g_eq_" + lattice.velocity(i).letters(),
                        order.get(i).plus(graph.constant(lattice.weight(i)).times(spread)));
                order.set(i, all);
                moving = moving.plus(all);
            }
            order.set(0, node.phi.minus(moving));
            return order;
        }

        /// The order parameter by direction; 0: of the node.
        private List<Expr> values() {
            List<Expr> values = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                String symbol = "phi_" + lattice.velocity(i).letters();
                values.add(draft.load(symbol, new Source.FieldAt(FreeEnergy.FIELD, i)));
            }
            return values;
        }

        /// With solid nodes: the value of a solid node is that of its mirror image, plus what the contact angle
        /// adds.
        private List<Expr> valuesBesideWalls() {
            List<Expr> open = values(); // across a cut link that of the node itself
            Expr excess = draft.parameter(FreeEnergy.WETTING);
            List<Expr> values = new ArrayList<>(open);
            for (int i = 1; i < lattice.size(); i++) {
                Expr solid = solid(open, i, excess);
                values.set(
                        i,
                        draft.let(
                                "phi_at_" + lattice.velocity(i).letters(), graph.select(isCut(i), solid, open.get(i))));
            }
            return values;
        }

        private Expr solid(List<Expr> open, int direction, Expr excess) {
            Expr here = open.getFirst();
            List<Integer> along = new ArrayList<>(); // directions along axes whose sum it is
            Velocity c = lattice.velocity(direction);
            for (int axis = 0; axis < lattice.dimensions(); axis++) {
                if (c.along(axis) != 0) {
                    along.add(towards(axis, c.along(axis)));
                }
            }
            if (along.size() == 1) {
                return here.plus(excess);
            }
            int a = along.getFirst();
            int b = along.getLast();
            Expr sum = open.get(a).plus(open.get(b));
            Expr one = graph.constant(1);
            Expr edges =
                    graph.select(isCut(a), one, graph.constant(0)).plus(graph.select(isCut(b), one, graph.constant(0)));
            Expr besideFaces = sum.minus(here).plus(edges.times(excess));
            Expr besideEdge =
                    graph.constant(1, 2).times(sum).plus(graph.constant(CORNER).times(excess));
            return graph.select(graph.compare(Comparison.EQUAL, edges, graph.constant(0)), besideEdge, besideFaces);
        }

        private int towards(int axis, int step) {
            for (int i = 1; i < lattice.size(); i++) {
                Velocity c = lattice.velocity(i);
                if (Math.abs(c.x()) + Math.abs(c.y()) + Math.abs(c.z()) == 1 && c.along(axis) == step) {
                    return i;
                }
            }
            throw new IllegalStateException("lattice %s has no velocity along its axes".formatted(lattice.name()));
        }

        /// Whether the neighbour in a direction is solid.
        private Expr isCut(int direction) {
            String name = WettingWall.cut(lattice, lattice.opposite(direction));
            return graph.compare(Comparison.EQUAL, draft.load(name, new Source.FieldIn(name)), graph.constant(1));
        }

        private List<Expr> load(String letter, String array) {
            List<Expr> populations = new ArrayList<>();
            for (int i = 0; i < lattice.size(); i++) {
                String symbol = letter + "_" + lattice.velocity(i).letters();
                populations.add(draft.load(symbol, new Source.PopulationIn(array, i)));
            }
            return populations;
        }

        private KernelArray field() {
            return KernelArray.field(FreeEnergy.FIELD, lattice);
        }

        private String name(String of) {
            return besideWalls ? of.replace("bulk", "wall") : of;
        }
    }
}
