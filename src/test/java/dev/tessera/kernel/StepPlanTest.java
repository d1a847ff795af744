package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Access;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.model.FluidModel;
import dev.tessera.model.KeptMoments;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Regularized;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Plans whose stages would disturb each other are refused.
final class StepPlanTest {
    private static final VelocitySet D2Q9 = Lattices.D2Q9;
    private static final NodeMap NODES = Geometries.random(2, 1).nodes();
    private static final StorageLayout STORAGE = storage(new TwoBufferPull(), new Dense());
    private static final StoredArray OIL = new StoredArray.Populations("oil", STORAGE);
    private static final StoredArray PSI = new StoredArray.Field("psi", D2Q9);
    private static final KeptMoments KEPT = KeptMoments.of(
                    new FluidModel(D2Q9, new Incompressible(), new Regularized(), FluidModel.BodyForce.NONE))
            .orElseThrow();
    private static final StoredArray MOMENTS =
            StoredArray.Moments.of("fluid", KEPT, new Dense(), NODES, Precision.FP64);
    private static final Kernel NOTHING = Kernel.empty("nothing");

    private static StorageLayout storage(StreamingPattern pattern, Addressing addressing) {
        return StorageLayout.of(D2Q9, pattern, addressing, NODES, ArraySpacing.acrossCacheSets(8));
    }

    /// A kernel that moves values: loads all sources, and stores the sum of them in all sinks.
    private static Kernel kernel(List<Source> sources, List<Sink> sinks) {
        ExprGraph graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        Expr sum = graph.constant(1);
        for (int k = 0; k < sources.size(); k++) {
            Expr symbol = graph.symbol("v" + k);
            statements.add(new Statement.Load(symbol, sources.get(k)));
            sum = sum.plus(symbol);
        }
        for (Sink sink : sinks) {
            statements.add(new Statement.Store(sink, sum));
        }
        List<KernelArray> arrays = List.of(KernelArray.populations("oil", D2Q9), KernelArray.field("psi", D2Q9));
        return new Kernel("test", arrays, graph, List.of(), statements);
    }

    private static List<Source> populationsIn() {
        List<Source> all = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            all.add(new Source.PopulationIn("oil", i));
        }
        return all;
    }

    private static List<Sink> populationsOut() {
        List<Sink> all = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            all.add(new Sink.PopulationOut("oil", i));
        }
        return all;
    }

    private static final Kernel STORE_FIELD = kernel(populationsIn(), List.of(new Sink.FieldOut("psi")));
    private static final Kernel UPDATE = kernel(List.of(new Source.FieldAt("psi", 1)), populationsOut());

    private static StepPlan plan(List<StoredArray> arrays, List<Kernel> steps) {
        return new StepPlan(NODES, arrays, List.of(NodeClass.bulk(steps, NOTHING, List.of())), Precision.FP64);
    }

    @Test
    void a_field_stored_in_one_stage_is_read_at_neighbours_in_the_next() {
        StepPlan plan = plan(List.of(OIL, PSI), List.of(STORE_FIELD, UPDATE));
        assertThat(plan.stages()).isEqualTo(2);
        assertThat(plan.updatingStage()).isEqualTo(1);
        assertThat(plan.isSimple()).isFalse();
        assertThatCode(() -> SlotAccesses.verify(plan)).doesNotThrowAnyException();
    }

    @Test
    void a_field_is_not_read_at_neighbours_in_the_stage_that_stores_it() {
        List<Sink> both = new ArrayList<>(populationsOut());
        both.add(new Sink.FieldOut("psi"));
        assertRefused(List.of(kernel(List.of(new Source.FieldAt("psi", 3)), both)), "psi at neighbours in stage 0");
    }

    @Test
    void populations_are_stored_by_exactly_one_stage() {
        assertRefused(List.of(STORE_FIELD), "stores populations oil in no stage");
        assertRefused(List.of(UPDATE, UPDATE), "in stages 0 and 1");
    }

    @Test
    void populations_are_stored_in_all_directions() {
        assertRefused(List.of(kernel(List.of(), List.of(new Sink.PopulationOut("oil", 4)))), "1 of 9 populations oil");
    }

    @Test
    void populations_are_not_loaded_after_the_stage_that_stores_them() {
        assertRefused(List.of(UPDATE, STORE_FIELD), "in stage 1, after stage 0");
    }

    @Test
    void every_class_has_a_kernel_for_every_stage_and_stores_the_same_fields() {
        NodeClass bulk = NodeClass.bulk(List.of(STORE_FIELD, UPDATE), NOTHING, List.of());
        NodeClass short1 = new NodeClass("wall", List.of(UPDATE), NOTHING, new long[] {2}, List.of());
        NodeClass idle = new NodeClass("wall", List.of(NOTHING, UPDATE), NOTHING, new long[] {2}, List.of());
        assertThatThrownBy(() -> new StepPlan(NODES, List.of(OIL, PSI), List.of(bulk, short1), Precision.FP64))
                .hasMessageContaining("1 stages, the bulk for 2");
        assertThatThrownBy(() -> new StepPlan(NODES, List.of(OIL, PSI), List.of(bulk, idle), Precision.FP64))
                .hasMessageContaining("class wall does not store field psi in stage 0");
    }

    /// A class that stores the field of its node in some stages and one that loads that of a neighbour along x.
    private static StepPlan listed(List<Kernel> storing, List<Kernel> loading) {
        Kernel update = kernel(List.of(), populationsOut());
        long loader = loaderAlongX();
        long stored = NODES.fluid().number(NODES.fluid().boxIndex(loader) + 1);
        List<NodeClass> classes = List.of(
                NodeClass.bulk(List.of(NOTHING, NOTHING, update), NOTHING, List.of()),
                new NodeClass("storing", storing, NOTHING, new long[] {stored}, List.of()),
                new NodeClass("loading", loading, NOTHING, new long[] {loader}, List.of()));
        return new StepPlan(NODES, List.of(OIL, PSI), classes, Precision.FP64);
    }

    /// The first fluid node with a fluid neighbour along x.
    private static long loaderAlongX() {
        long number = 0;
        while (NODES.fluid().boxIndex(number + 1) != NODES.fluid().boxIndex(number) + 1
                || NODES.box().x(NODES.fluid().boxIndex(number + 1)) == 0) {
            number++;
        }
        return number;
    }

    @Test
    void a_field_of_listed_classes_is_stored_at_the_neighbour_before_it_is_loaded() {
        Kernel update = kernel(List.of(), populationsOut());
        Kernel load = kernel(List.of(new Source.FieldAt("psi", alongX())), populationsOut());
        Kernel replace = kernel(List.of(new Source.FieldAt("psi", alongX())), List.of(new Sink.FieldOut("psi")));
        List<Kernel> idle = List.of(NOTHING, NOTHING, load);
        StepPlan plan = listed(List.of(STORE_FIELD, NOTHING, update), List.of(NOTHING, replace, update));
        assertThatCode(() -> SlotAccesses.verify(plan)).doesNotThrowAnyException();
        assertThat(plan.fieldsStoredIn(0)).hasSize(1);
        assertThat(plan.fieldsStoredIn(2)).isEmpty();
        assertThatCode(() -> listed(List.of(NOTHING, STORE_FIELD, update), idle))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> listed(List.of(NOTHING, NOTHING, update), List.of(STORE_FIELD, NOTHING, load)))
                .hasMessageContaining("field psi is loaded in stage 2, but not stored before at the neighbour");
        assertThatThrownBy(() -> listed(List.of(STORE_FIELD, STORE_FIELD, update), List.of(NOTHING, replace, update)))
                .hasMessageContaining("loaded in stage 1, in which the neighbour stores it");
    }

    @Test
    void the_bulk_does_not_load_a_field_that_only_listed_classes_store() {
        Kernel update = kernel(List.of(), populationsOut());
        NodeClass bulk = NodeClass.bulk(List.of(NOTHING, UPDATE), NOTHING, List.of());
        NodeClass some = new NodeClass("some", List.of(STORE_FIELD, update), NOTHING, new long[] {2}, List.of());
        assertThatThrownBy(() -> new StepPlan(NODES, List.of(OIL, PSI), List.of(bulk, some), Precision.FP64))
                .hasMessageContaining("the bulk loads field psi in stage 1, but only listed classes store it");
    }

    private static int alongX() {
        for (int i = 1; i < D2Q9.size(); i++) {
            if (D2Q9.velocity(i).x() == 1 && D2Q9.velocity(i).y() == 0) {
                return i;
            }
        }
        throw new IllegalStateException("D2Q9 has a direction along x");
    }

    @Test
    void kernels_use_arrays_of_the_plan() {
        assertThatThrownBy(() -> plan(List.of(OIL), List.of(STORE_FIELD, UPDATE)))
                .hasMessageContaining("uses psi, but the plan's arrays are [oil]");
        assertThatThrownBy(() ->
                        plan(List.of(OIL, new StoredArray.Populations("oil", STORAGE)), List.of(STORE_FIELD, UPDATE)))
                .hasMessageContaining("two arrays oil");
    }

    @Test
    void all_populations_have_one_addressing_and_one_pattern() {
        for (StorageLayout other :
                List.of(storage(new AaPattern(), new Dense()), storage(new TwoBufferPull(), new CompactTiles()))) {
            assertThatThrownBy(() -> plan(
                            List.of(OIL, new StoredArray.Populations("water", other), PSI),
                            List.of(STORE_FIELD, UPDATE)))
                    .hasMessageContaining("share nodes, addressing and pattern");
        }
    }

    @Test
    void a_pattern_that_reads_what_another_node_writes_is_refused_node_by_node() {
        StepPlan plan = TestPlans.bulk(D2Q9, new OneBuffer(), new Dense(), NODES, Precision.FP64);
        assertThatThrownBy(() -> SlotAccesses.verify(plan))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("fluid: in stage 0");
    }

    private static Kernel momentKernel(List<Source> sources, List<String> stored) {
        List<Sink> sinks = new ArrayList<>();
        stored.forEach(moment -> sinks.add(new Sink.MomentOut("fluid", moment)));
        Kernel kernel = kernel(sources, sinks);
        List<KernelArray> arrays = List.of(KernelArray.moments("fluid", D2Q9));
        return new Kernel("test", arrays, kernel.graph(), List.of(), kernel.statements());
    }

    private static StepPlan momentPlan(Precision precision, Kernel... steps) {
        return new StepPlan(
                NODES, List.of(MOMENTS), List.of(NodeClass.bulk(List.of(steps), NOTHING, List.of())), precision);
    }

    @Test
    void all_moments_are_stored_by_exactly_one_stage_and_not_loaded_after_it() {
        List<String> all = KEPT.moments().stream().map(KeptMoments.Moment::name).toList();
        Source density = new Source.MomentAt("fluid", "density", 3);
        Kernel update = momentKernel(List.of(density), all);
        assertThatCode(() -> SlotAccesses.verify(momentPlan(Precision.FP64, update)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> momentPlan(Precision.FP64, momentKernel(List.of(), all.subList(1, 6))))
                .hasMessage("class bulk stores 5 of 6 moments fluid in stage 0; it has to store all");
        assertThatThrownBy(() -> momentPlan(Precision.FP64, update, momentKernel(List.of(density), List.of())))
                .hasMessageContaining("class bulk loads moments fluid in stage 1, after stage 0");
        assertThatThrownBy(() -> momentPlan(Precision.FP64, update, momentKernel(List.of(), all)))
                .hasMessage("class bulk stores moments fluid in stages 0 and 1; one stage may");
        assertThatThrownBy(() -> momentPlan(Precision.FP64, momentKernel(List.of(), List.of("vorticity"))))
                .hasMessageContaining("there is no moment vorticity among [density, velocity-x");
    }

    @Test
    void moments_are_those_of_one_fluid_in_full_precision() {
        Kernel update = momentKernel(
                List.of(), KEPT.moments().stream().map(KeptMoments.Moment::name).toList());
        for (Precision precision : List.of(Precision.FP32_FP16, Precision.FP32_DEVIATIONS)) {
            assertThatThrownBy(() -> momentPlan(precision, update))
                    .hasMessage(
                            "precision %s stores deviations of populations; use fp64 or fp32 for moments",
                            precision.key());
        }
        assertThatThrownBy(() -> plan(List.of(MOMENTS, OIL), List.of(update)))
                .hasMessageContaining("the plan stores moments of fluid beside another fluid");
        assertThatThrownBy(() -> plan(List.of(OIL, MOMENTS), List.of(update)))
                .hasMessageContaining("the plan stores moments of fluid beside another fluid");
        assertThatThrownBy(momentPlan(Precision.FP64, update)::storage)
                .hasMessage("the plan stores moments, which have no streaming pattern");
        assertThatThrownBy(() -> StoredArray.Moments.of("fluid", KEPT, new GhostTiles(), NODES, Precision.FP64))
                .hasMessageContaining("use another addressing, such as compact-tiles");
    }

    private static void assertRefused(List<Kernel> steps, String message) {
        assertThatThrownBy(() -> plan(List.of(OIL, PSI), steps))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    /// Pull in a single buffer: a race.
    private record OneBuffer() implements StreamingPattern {
        @Override
        public String key() {
            return "one-buffer";
        }

        @Override
        public int phases() {
            return 1;
        }

        @Override
        public int copies() {
            return 1;
        }

        @Override
        public Access read(VelocitySet lattice, int phase, int direction) {
            return new Access(lattice.opposite(direction), direction, 0);
        }

        @Override
        public Access write(VelocitySet lattice, int phase, int direction) {
            return new Access(0, direction, 0);
        }

        @Override
        public Access readAcrossCut(VelocitySet lattice, int phase, int direction) {
            return new Access(0, lattice.opposite(direction), 0);
        }

        @Override
        public Access writeAcrossCut(VelocitySet lattice, int phase, int direction) {
            return new Access(0, direction, 0);
        }
    }
}
