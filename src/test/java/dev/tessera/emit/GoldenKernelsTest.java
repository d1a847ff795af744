package dev.tessera.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.emit.c.CTarget;
import dev.tessera.emit.cuda.CudaDialect;
import dev.tessera.emit.gpu.Dialect;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.emit.jvm.JvmTarget;
import dev.tessera.emit.opencl.OpenClDialect;
import dev.tessera.expr.Form.ElementaryFunction;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The source of one or two kernels per target, reviewed like code when it changes. The first line, with version
/// and hash, is not compared.
final class GoldenKernelsTest {
    private static final Tuning TWO_NODES = Tuning.of(128, 2);

    private static final Path NEW = Path.of("target", "golden");

    /// A golden file and how its text is generated.
    enum Golden {
        C("bulk-d2q9-bgk-fp64.c") {
            @Override
            String text() {
                return new CTarget()
                        .print(bgk(Lattices.D2Q9).step(), Precision.FP64)
                        .text();
            }
        },
        JAVA("bulk-d2q9-bgk-fp64.java") {
            @Override
            String text() {
                return new JvmTarget()
                        .print(bgk(Lattices.D2Q9).step(), Precision.FP64)
                        .text();
            }
        },
        CUDA_DENSE("pull-dense-d2q9-bgk-fp64.cu") {
            @Override
            String text() {
                return gpu(plan(Lattices.D2Q9, new TwoBufferPull(), new Dense(), Precision.FP64), TWO_NODES);
            }
        },
        CUDA_TILES("aa-tiles-d3q19-bgk-fp32.cu") {
            @Override
            String text() {
                return gpu(Lattices.D3Q19, new AaPattern(), new Tiles(), Precision.FP32, new CudaDialect());
            }
        },
        CUDA_GHOST_TILES("push-ghost-tiles-d2q9-bgk-fp32.cu") {
            @Override
            String text() {
                return gpu(Lattices.D2Q9, new TwoBufferPush(), new GhostTiles(), Precision.FP32, new CudaDialect());
            }
        },
        CUDA_SEGMENTS("pull-segments-d3q19-bgk-fp64.cu") {
            @Override
            String text() {
                return gpu(
                        Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP64, new CudaDialect());
            }
        },
        OPENCL("esoteric-pull-compact-tiles-d2q9-bgk-halves.cl") {
            @Override
            String text() {
                return gpu(
                        Lattices.D2Q9,
                        new EsotericPull(),
                        new CompactTiles(),
                        Precision.FP32_FP16,
                        new OpenClDialect());
            }
        },
        CUDA_FAST("fast-functions-fp32.cu") {
            @Override
            String text() {
                return fastFunctions(new CudaDialect());
            }
        },
        OPENCL_FAST("fast-functions-fp32.cl") {
            @Override
            String text() {
                return fastFunctions(new OpenClDialect());
            }
        };

        private final String file;

        Golden(String file) {
            this.file = file;
        }

        abstract String text();
    }

    @ParameterizedTest
    @EnumSource
    void a_kernel_is_printed_as_in_its_golden_file(Golden golden) throws IOException {
        String printed = golden.text();
        String text = printed.substring(printed.indexOf('\n') + 1);
        Files.createDirectories(NEW);
        Files.writeString(NEW.resolve(golden.file), text);
        assertThat(text)
                .as("the current text is in %s; if the change is intended, copy it over the golden file", NEW)
                .isEqualTo(stored(golden.file));
    }

    private static StepKernels bgk(VelocitySet lattice) {
        return StepKernels.bulk(new FluidModel(lattice, new Incompressible(), new Bgk(), BodyForce.NONE));
    }

    /// All steps of a box with a few solid nodes.
    private static String gpu(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            Precision precision,
            Dialect dialect) {
        StepPlan plan = plan(lattice, pattern, addressing, precision);
        return GpuSource.print(GpuPlan.of(plan, null).stepKernels(), dialect).text();
    }

    private static String gpu(StepPlan plan, Tuning tuning) {
        return GpuSource.print(GpuPlan.of(plan, tuning).stepKernels(), new CudaDialect())
                .text();
    }

    /// exp, log and pow of fields, with fast intrinsics.
    private static String fastFunctions(Dialect dialect) {
        StepPlan usual = plan(Lattices.D2Q9, new TwoBufferPull(), new Dense(), Precision.FP32);
        Kernel step = SampleKernels.elementaryFunctions(
                List.of(ElementaryFunction.EXP, ElementaryFunction.LOG, ElementaryFunction.POW));
        List<String> fields = new ArrayList<>(step.fieldsIn());
        fields.addAll(step.fieldsOut());
        NodeClass bulk = NodeClass.bulk(step, usual.classes().getFirst().observe(), fields);
        StepPlan plan = new StepPlan(usual.nodes(), usual.arrays(), List.of(bulk), usual.precision(), Intrinsics.FAST);
        return GpuSource.print(GpuPlan.of(plan, Tuning.of(128, 1)).stepKernels(), dialect)
                .text();
    }

    private static StepPlan plan(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, Precision precision) {
        Box box = lattice.dimensions() == 2
                ? new Box(40, 20, 1, true, false, true)
                : new Box(40, 8, 8, true, false, true);
        NodeMap nodes = Geometries.nodes(FluidNodes.where(box, (x, y, z) -> x + y + z > 9));
        StorageLayout storage =
                StorageLayout.of(lattice, pattern, addressing, nodes, ArraySpacing.onPages(precision.storedBytes()));
        StepKernels kernels = bgk(lattice);
        NodeClass bulk = NodeClass.bulk(kernels.step(), kernels.observe(), List.of());
        return new StepPlan(nodes, storage, List.of(bulk), precision);
    }

    private static String stored(String name) throws IOException {
        try (InputStream stream = GoldenKernelsTest.class.getResourceAsStream("golden/" + name)) {
            return stream == null ? "" : new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
