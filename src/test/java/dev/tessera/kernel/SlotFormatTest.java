package dev.tessera.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.expr.Arithmetic;
import dev.tessera.expr.ExprGraph;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.pass.Lower;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SlotFormatTest {
    private static final SlotFormat HALVES = new SlotFormat.HalfDeviations();

    @Test
    void rest_is_stored_as_zero() {
        for (VelocitySet lattice : Lattices.all()) {
            PopulationCodec codec = new PopulationCodec(HALVES, lattice);
            for (int i = 0; i < lattice.size(); i++) {
                double rest = lattice.weight(i).toFloat();
                assertThat(codec.encode(i, rest)).isZero();
                assertThat(codec.decode(i, 0)).isEqualTo(rest);
            }
        }
    }

    @Test
    void encoding_of_every_decoded_half_is_lossless() {
        for (VelocitySet lattice : Lattices.all()) {
            PopulationCodec codec = new PopulationCodec(HALVES, lattice);
            for (int bits = 0; bits < 1 << 16; bits++) {
                float half = Float.float16ToFloat((short) bits);
                if (Float.isFinite(half)) {
                    for (int i = 0; i < lattice.size(); i += 6) {
                        assertThat((float) codec.encode(i, codec.decode(i, half)))
                                .isEqualTo(half);
                    }
                }
            }
        }
    }

    @Test
    void a_kernel_of_halves_rounds_once_on_load_and_store() {
        VelocitySet lattice = Lattices.D3Q19;
        Kernel step = StepKernels.bulk(
                        new FluidModel(lattice, new Incompressible(), new Bgk(), FluidModel.BodyForce.NONE))
                .step();
        Kernel encoded = step.storing(HALVES);
        assertThat(Lower.isLowered(encoded)).isTrue();
        assertThat(encoded.storing(HALVES)).isSameAs(encoded);
        assertThat(step.storing(new SlotFormat.Plain(Real.FP32))).isSameAs(step);
        float[] arrived = new float[lattice.size()]; // as halves
        for (int i = 0; i < lattice.size(); i++) {
            arrived[i] = Float.float16ToFloat((short) (0x2000 + 977 * i));
        }
        var plain = NodeEvaluator.of(step).<Float>run(Arithmetic.FLOAT, source -> switch (source) {
            case Source.FieldAt at -> throw new AssertionError(at);
            case Source.MomentAt at -> throw new AssertionError(at);
            case Source.PopulationIn(String array, int i) ->
                Math.fma(arrived[i], 0x1p-15f, lattice.weight(i).toFloat());
            case Source.FieldIn f -> 0f;
            case Source.Parameter p -> 1.2f;
            case Source.Series s -> 0.5f;
        });
        var stored = NodeEvaluator.of(encoded).<Float>run(Arithmetic.FLOAT, source -> switch (source) {
            case Source.FieldAt at -> throw new AssertionError(at);
            case Source.MomentAt at -> throw new AssertionError(at);
            case Source.PopulationIn(String array, int i) -> arrived[i];
            case Source.FieldIn f -> 0f;
            case Source.Parameter p -> 1.2f;
            case Source.Series s -> 0.5f;
        });
        plain.forEach((sink, value) -> {
            float weight =
                    lattice.weight(((Sink.PopulationOut) sink).direction()).toFloat();
            assertThat(stored.get(sink)).isEqualTo((value - weight) * 0x1p15f);
        });
    }

    @Test
    void populations_moved_between_directions_of_one_weight_are_unchanged() {
        VelocitySet lattice = Lattices.D2Q9;
        var graph = new ExprGraph();
        List<Statement> statements = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            statements.add(new Statement.Load(graph.symbol(lattice.populationName(i)), new Source.PopulationIn(i)));
        }
        for (int i = 0; i < 3; i++) {
            var from = graph.symbol(lattice.populationName(lattice.opposite(i)));
            statements.add(new Statement.Store(new Sink.PopulationOut(i), from));
        }
        Kernel moves = new Kernel("moves", lattice, graph, List.of(), statements).storing(HALVES);
        assertThat(moves.statements()).hasSize(6).noneMatch(Statement.Let.class::isInstance);
    }

    @Test
    void precisions_are_named_computed_and_stored() {
        assertThat(Precision.byKey("fp32/fp16")).isEqualTo(Precision.FP32_FP16);
        assertThat(Precision.FP32_FP16.storedBytes()).isEqualTo(2);
        assertThat(Precision.FP32_FP16.computedBytes()).isEqualTo(4);
        assertThat(Precision.FP64.key()).isEqualTo("fp64");
        assertThatThrownBy(() -> Precision.byKey("fp8")).hasMessageContaining("fp64, fp32, fp32/fp16");
    }
}
