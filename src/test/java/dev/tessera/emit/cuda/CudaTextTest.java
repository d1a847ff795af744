package dev.tessera.emit.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.device.DeviceKit;
import dev.tessera.emit.SampleKernels;
import dev.tessera.emit.gpu.GpuSource;
import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.FreeEnergyKernels;
import dev.tessera.kernel.Intrinsics;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepKernels;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.ValuesInTime;
import dev.tessera.kernel.gpu.Ablation;
import dev.tessera.kernel.gpu.GpuKernel;
import dev.tessera.kernel.gpu.GpuPlan;
import dev.tessera.kernel.gpu.KernelVariant;
import dev.tessera.kernel.gpu.StepForm;
import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import dev.tessera.kernel.interpret.ReadingBehind;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.ArraySpacing;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.StorageLayout;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.addressing.ConnectivityMatrix;
import dev.tessera.layout.addressing.Dense;
import dev.tessera.layout.addressing.FluidIndex;
import dev.tessera.layout.addressing.GhostTiles;
import dev.tessera.layout.addressing.TileLayout;
import dev.tessera.layout.addressing.Tiles;
import dev.tessera.layout.addressing.TilingRule;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.layout.pattern.EsotericPull;
import dev.tessera.layout.pattern.TwoBufferPull;
import dev.tessera.layout.pattern.TwoBufferPush;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.CarreauYasuda;
import dev.tessera.model.collision.Elbm;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.ShearDependent;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.collision.ViscosityOfPlace;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.equilibrium.QuasiCompressible;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.testkit.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CudaTextTest {
    private static final NodeMap WALLS =
            Geometries.nodes(FluidNodes.where(new Box(40, 8, 8, true, false, true), (x, y, z) -> x + y + z > 9));
    private static final NodeMap FLAT =
            Geometries.nodes(FluidNodes.where(new Box(40, 20, 1, true, false, true), (x, y, z) -> x + y > 9));
    private static final NodeMap FULL =
            Geometries.nodes(FluidNodes.where(new Box(32, 8, 8, true, true, true), (x, y, z) -> true));

    /// Per thread: MRT with the registers that are available with six resident blocks.
    private static final int MOST_SPILLED_BYTES = 96;

    @TempDir
    Path folder;

    private record Sample(
            VelocitySet lattice,
            Collision collision,
            StreamingPattern pattern,
            Addressing addressing,
            Precision precision,
            NodeMap nodes,
            @Nullable Tuning tuning,
            StepForm form) {
        Sample(
                VelocitySet lattice,
                Collision collision,
                StreamingPattern pattern,
                Addressing addressing,
                Precision precision,
                NodeMap nodes) {
            this(lattice, collision, pattern, addressing, precision, nodes, null, StepForm.FUSED);
        }

        Sample with(Tuning other) {
            return new Sample(lattice, collision, pattern, addressing, precision, nodes, other, form);
        }

        Sample split() {
            return new Sample(lattice, collision, pattern, addressing, precision, nodes, tuning, StepForm.SPLIT);
        }

        GpuSource source() {
            return GpuSource.print(kernels(), new CudaDialect());
        }

        List<GpuKernel> kernels() {
            StepKernels kernels = StepKernels.bulk(
                    new FluidModel(lattice, new Incompressible(), collision, FluidModel.BodyForce.NONE));
            StorageLayout storage = StorageLayout.of(
                    lattice, pattern, addressing, nodes, ArraySpacing.onPages(precision.storedBytes()));
            NodeClass bulk = NodeClass.bulk(
                    kernels.step(), kernels.observe(), kernels.step().fieldsIn());
            GpuPlan plan =
                    GpuPlan.of(new StepPlan(nodes, storage, List.of(bulk), precision), tuning, form, Ablation.NOTHING);
            return plan.stepKernels();
        }
    }

    private static List<Sample> samples() {
        return List.of(
                sample(Lattices.D3Q19, new TwoBufferPull(), new Dense(), Precision.FP32, FULL),
                sample(Lattices.D3Q19, new TwoBufferPush(), new Dense(), Precision.FP64, FULL)
                        .with(Tuning.of(128, 1).with(KernelVariant.SHARED_ROWS)),
                sample(Lattices.D3Q19, new TwoBufferPull(), new Dense(), Precision.FP64, WALLS)
                        .with(Tuning.of(128, 1).with(KernelVariant.THREADS_YXZ)),
                sample(Lattices.D3Q19, new AaPattern(), new Tiles(), Precision.FP64, WALLS),
                sample(
                                Lattices.D3Q19,
                                new TwoBufferPull(),
                                new Tiles(TilingRule.usual(), TileLayout.byKey("mirrored")),
                                Precision.FP64,
                                WALLS)
                        .with(Tuning.of(128, 1).with(TileLookup.SHARED).with(TileOrder.MORTON)),
                sample(
                        Lattices.D3Q19,
                        new AaPattern(),
                        new Tiles(TilingRule.usual(), TileLayout.byKey("grouped")),
                        Precision.FP32,
                        WALLS),
                sample(Lattices.D3Q19, new TwoBufferPush(), new GhostTiles(), Precision.FP64, WALLS),
                sample(Lattices.D2Q9, new TwoBufferPush(), new GhostTiles(), Precision.FP32, FLAT),
                sample(Lattices.D3Q19, new TwoBufferPush(), new GhostTiles(), Precision.FP32_FP16, WALLS),
                sample(Lattices.D3Q15, new EsotericPull(), new CompactTiles(), Precision.FP32, WALLS),
                new Sample(Lattices.D3Q13, new Mrt(), new EsotericPull(), new CompactTiles(), Precision.FP64, WALLS),
                new Sample(
                        Lattices.D3Q19,
                        new Smagorinsky(new Mrt(), Smagorinsky.USUAL),
                        new AaPattern(),
                        CompactTiles.forGpu(),
                        Precision.FP64,
                        WALLS),
                new Sample(
                        Lattices.D3Q19,
                        new ShearDependent(new Trt(), new CarreauYasuda(16.2, 1, 40, 0.3568, 2)),
                        new EsotericPull(),
                        CompactTiles.forGpu(),
                        Precision.FP32,
                        WALLS),
                new Sample(
                        Lattices.D3Q19,
                        new ViscosityOfPlace(new Trt()),
                        new AaPattern(),
                        CompactTiles.forGpu(),
                        Precision.FP64,
                        WALLS),
                new Sample(
                        Lattices.D3Q19, new Mrt(), new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP64, WALLS),
                sample(Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP32_FP16, WALLS)
                        .with(Tuning.of(128, 2)),
                sample(Lattices.D3Q27, new EsotericPull(), new ConnectivityMatrix(), Precision.FP64, WALLS),
                sample(Lattices.D2Q9, new TwoBufferPush(), new FluidIndex(), Precision.FP32, FLAT),
                sample(Lattices.D3Q19, new TwoBufferPull(), new FluidIndex(), Precision.FP64, WALLS)
                        .split(),
                sample(Lattices.D2Q9, new EsotericPull(), new Dense(), Precision.FP32, FLAT),
                sample(Lattices.D3Q19, new TwoBufferPull(), new Dense(), Precision.FP32_FP16, FULL),
                sample(Lattices.D3Q19, new TwoBufferPull(), new Tiles(), Precision.FP32_FP16, WALLS),
                sample(Lattices.D3Q19, new AaPattern(), CompactTiles.forGpu(), Precision.FP32_FP16, WALLS));
    }

    private static Sample sample(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, Precision precision, NodeMap nodes) {
        return new Sample(lattice, new Bgk(), pattern, addressing, precision, nodes);
    }

    /// A node outside the bulk has no private slots unless one of its links is cut: its rank would exceed the
    /// last slot.
    @Test
    void only_bulk_nodes_compute_private_slots() {
        NodeMap nodes = Geometries.random(2, 2).nodes();
        String text = sample(Lattices.D2Q9, new EsotericPull(), new Tiles(), Precision.FP64, nodes)
                .with(Tuning.of(128, 2))
                .source()
                .text();
        String arrives = text.substring(text.indexOf("// incoming populations"), text.indexOf("// computation"));
        assertThat(arrives).contains("private_slot(");
        assertThat(arrives.substring(0, arrives.indexOf("private_slot("))).contains("if (links[j] >> 31) {");
        assertThat(arrives.substring(arrives.lastIndexOf("private_slot("))).contains("else {\n");
    }

    /// Where a wall is beyond the tile's end, the value is in a slot of the node itself, whichever node uses
    /// the buffer.
    @Test
    void values_come_from_another_tile_only_where_its_node_is_fluid() {
        for (boolean isFull : new boolean[] {false, true}) {
            NodeMap nodes = isFull ? FULL : WALLS;
            StepPlan plan = TestPlans.bulkAndDriven(
                    Lattices.D3Q19, new TwoBufferPush(), new GhostTiles(), nodes, Precision.FP64);
            String text = GpuSource.print(GpuPlan.of(plan, null).stepKernels(), new CudaDialect())
                    .text();
            List<String> ghosts = text.lines()
                    .filter(line -> line.contains("const int ghost_") && line.contains("ghost_reads["))
                    .toList();
            assertThat(ghosts).isNotEmpty().allMatch(line -> line.contains("masks[") == !isFull);
        }
    }

    @Test
    void nvcc_compiles_kernels_of_every_addressing_with_few_spills() throws IOException, InterruptedException {
        Needs.part("nvcc", hasNvcc());
        StringBuilder all = new StringBuilder();
        List<GpuSource> sources =
                new ArrayList<>(samples().stream().map(Sample::source).toList());
        sources.addAll(mixtures());
        sources.add(freeEnergy(Lattices.D2Q9, new AaPattern(), new Dense(), FLAT, Precision.FP64));
        sources.add(freeEnergy(Lattices.D3Q19, new EsotericPull(), CompactTiles.forGpu(), WALLS, Precision.FP32));
        sources.addAll(readingBehind());
        for (Precision precision : List.of(Precision.FP64, Precision.FP32)) {
            sources.add(of(SampleKernels.elementaryFunctions(), precision));
            sources.add(of(SampleKernels.iterations(), precision));
        }
        changingPlans().forEach(plan -> sources.add(GpuSource.print(plan.stepKernels(), new CudaDialect())));
        for (int number = 0; number < sources.size(); number++) {
            String text = sources.get(number).text().replace(" tessera_", " sample%d_".formatted(number));
            all.append("namespace sample%d {\n%s}\n".formatted(number, text));
        }
        Path file = folder.resolve("samples.cu");
        Files.writeString(file, all);
        Process nvcc = new ProcessBuilder(
                        "nvcc",
                        "-arch=sm_90",
                        "--fmad=false",
                        "-Werror=all-warnings",
                        "-diag-suppress=177", // unused variable
                        "-Xptxas=-v",
                        "-cubin",
                        "-o",
                        folder.resolve("samples.cubin").toString(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(nvcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(nvcc.waitFor()).as(said).isZero();
        assertThat(said.lines().filter(line -> line.contains("spill")))
                .isNotEmpty()
                .allMatch(line -> Integer.parseInt(line.strip().split(" ", 2)[0]) <= MOST_SPILLED_BYTES);
    }

    /// Two components, with fields that are read at neighbours, in every kind of look-up.
    private static List<GpuSource> mixtures() {
        return List.of(
                mixture(Lattices.D2Q9, new AaPattern(), new Dense(), Precision.FP64, FLAT, null),
                mixture(Lattices.D3Q19, new TwoBufferPull(), CompactTiles.forGpu(), Precision.FP32_FP16, WALLS, null),
                mixture(
                        Lattices.D3Q19,
                        new TwoBufferPush(),
                        new Tiles(),
                        Precision.FP32,
                        WALLS,
                        Tuning.of(128, 1).with(TileLookup.SHARED)),
                mixture(Lattices.D3Q15, new EsotericPull(), new CompactTiles(), Precision.FP64, WALLS, null),
                mixture(Lattices.D2Q9, new EsotericPull(), new ConnectivityMatrix(), Precision.FP32, FLAT, null),
                mixture(Lattices.D2Q9, new TwoBufferPull(), new FluidIndex(), Precision.FP64, FLAT, null));
    }

    /// With a class of nodes beside walls.
    private static GpuSource freeEnergy(
            VelocitySet lattice, StreamingPattern pattern, Addressing addressing, NodeMap nodes, Precision precision) {
        var fluid = new FluidModel(lattice, new QuasiCompressible(), new Trt(), FluidModel.BodyForce.UNIFORM);
        var mixture = new FreeEnergy(List.of("oil", "water"), 0.02, 2, OptionalDouble.empty(), 1);
        StorageLayout storage =
                StorageLayout.of(lattice, pattern, addressing, nodes, ArraySpacing.onPages(precision.storedBytes()));
        NodeClass bulk = FreeEnergyKernels.bulk(fluid, mixture, ValuesInTime.NONE);
        NodeClass walls =
                FreeEnergyKernels.besideWalls(fluid, mixture, ValuesInTime.NONE, "wall", new long[] {0, 3, 4});
        var plan = new StepPlan(nodes, FreeEnergyKernels.arrays(storage), List.of(bulk, walls), precision);
        GpuPlan made = GpuPlan.of(DeviceKit.lowered(plan), null);
        return GpuSource.print(
                Stream.concat(made.stepKernels().stream(), made.observers().stream())
                        .toList(),
                new CudaDialect());
    }

    /// With fields that only listed classes store.
    private static List<GpuSource> readingBehind() {
        return Stream.of(
                        ReadingBehind.plan(Lattices.D2Q9, new AaPattern(), new Dense(), FLAT, Precision.FP64),
                        ReadingBehind.plan(
                                Lattices.D3Q19, new EsotericPull(), CompactTiles.forGpu(), WALLS, Precision.FP32_FP16))
                .map(plan -> GpuPlan.of(DeviceKit.lowered(plan), null))
                .map(made -> GpuSource.print(
                        Stream.concat(made.stepKernels().stream(), made.observers().stream())
                                .toList(),
                        new CudaDialect()))
                .toList();
    }

    private static GpuSource mixture(
            VelocitySet lattice,
            StreamingPattern pattern,
            Addressing addressing,
            Precision precision,
            NodeMap nodes,
            @Nullable Tuning tuning) {
        StepPlan plan = DeviceKit.lowered(TestPlans.twoComponents(
                lattice, pattern, addressing, nodes, precision, ArraySpacing.onPages(precision.storedBytes())));
        GpuPlan made = GpuPlan.of(plan, tuning);
        List<GpuKernel> kernels = new ArrayList<>(made.stepKernels());
        kernels.addAll(made.observers());
        return GpuSource.print(kernels, new CudaDialect());
    }

    /// With values in time: a sweep over single nodes and over groups of nodes, and tiles with ghost buffers.
    private static List<GpuPlan> changingPlans() {
        return List.of(
                changing(new AaPattern(), CompactTiles.forGpu(), Tuning.of(128, 1)),
                changing(new TwoBufferPull(), new Dense(), Tuning.of(128, 2)),
                changing(new TwoBufferPush(), new GhostTiles(), null));
    }

    private static GpuPlan changing(StreamingPattern pattern, Addressing addressing, @Nullable Tuning tuning) {
        return GpuPlan.of(
                TestPlans.changing(TestPlans.bulkAndDriven(Lattices.D3Q19, pattern, addressing, WALLS, Precision.FP64)),
                tuning);
    }

    private static GpuSource of(Kernel step, Precision precision) {
        return of(step, precision, Intrinsics.EXACT);
    }

    private static GpuSource of(Kernel step, Precision precision, Intrinsics intrinsics) {
        StorageLayout storage = StorageLayout.of(
                Lattices.D2Q9, new TwoBufferPull(), new Dense(), FLAT, ArraySpacing.onPages(precision.storedBytes()));
        List<String> fields = Stream.concat(step.fieldsIn().stream(), step.fieldsOut().stream())
                .toList();
        Kernel observe = step.with(step.statements().subList(0, 1)).named("nothing");
        var plan = new StepPlan(
                FLAT,
                List.of(new StoredArray.Populations(Kernel.FLUID, storage)),
                List.of(NodeClass.bulk(step, observe, fields)),
                precision,
                intrinsics);
        return GpuSource.print(GpuPlan.of(plan, null).stepKernels(), new CudaDialect());
    }

    /// Functions of a node, and within Newton's method of `elbm`.
    @Test
    void nvcc_compiles_fast_functions_to_instructions_of_the_hardware() throws IOException, InterruptedException {
        Kernel functions = SampleKernels.elementaryFunctions();
        Kernel entropic = StepKernels.bulk(
                        new FluidModel(Lattices.D2Q9, new QuasiCompressible(), new Elbm(), FluidModel.BodyForce.NONE))
                .step();
        assertThat(of(entropic, Precision.FP32).text()).doesNotContain("__logf");
        assertThat(of(entropic, Precision.FP32, Intrinsics.FAST).text()).contains("__logf(");
        Needs.part("nvcc", hasNvcc());
        for (Kernel kernel : List.of(functions, entropic)) {
            Path file = folder.resolve(kernel.name() + ".cu");
            Path ptx = folder.resolve(kernel.name() + ".ptx");
            Files.writeString(file, of(kernel, Precision.FP32, Intrinsics.FAST).text());
            Process nvcc = new ProcessBuilder(
                            "nvcc",
                            "-arch=sm_90",
                            "--fmad=false",
                            "-Werror=all-warnings",
                            "-diag-suppress=177", // unused variable
                            "-ptx",
                            "-o",
                            ptx.toString(),
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(nvcc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(nvcc.waitFor()).as(said).isZero();
            assertThat(Files.readString(ptx)).contains("lg2.approx.f32");
        }
        assertThat(Files.readString(folder.resolve(functions.name() + ".ptx"))).contains("ex2.approx.f32");
    }

    /// A load after the branches would be issued only after the other loads have completed: incompressible BGK
    /// in FP32 was 10 % slower because of one.
    @Test
    void no_load_is_moved_after_the_branches_of_nodes_near_and_far_from_walls()
            throws IOException, InterruptedException {
        Sample tiles = sample(Lattices.D3Q19, new TwoBufferPull(), new Tiles(), Precision.FP32, WALLS)
                .with(Tuning.of(128, 1).with(TileLookup.SHARED));
        String arrives = tiles.source().text().replaceAll("(?s)// computation.*?// results", "");
        assertThat(arrives.split("asm volatile\\(\"\" ::: \"memory\"\\);", -1))
                .as("one at the end of the branch near walls, for each phase")
                .hasSize(tiles.kernels().size() + 1);
        Needs.part("nvcc", hasNvcc());
        Path file = folder.resolve("tiles.cu");
        Files.writeString(file, tiles.source().text());
        Path ptx = folder.resolve("tiles.ptx");
        assertThat(new ProcessBuilder(
                                "nvcc", "-arch=sm_90", "--fmad=false", "-ptx", "-o", ptx.toString(), file.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        for (String function : Files.readString(ptx).split("\\.entry ", -1)) {
            int firstSum = function.indexOf("add.rn.f32");
            assertThat(function.substring(Math.max(firstSum, 0)))
                    .as(function.lines().findFirst().orElse(""))
                    .doesNotContain(firstSum < 0 ? "ld.global.f32" : "ld.global");
        }
    }

    private static boolean hasNvcc() {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(on -> Files.isExecutable(Path.of(on, "nvcc")));
    }

    @Test
    void the_same_kernel_always_gives_the_same_text() {
        for (Sample sample : samples()) {
            assertThat(sample.source().text()).isEqualTo(sample.source().text());
        }
    }

    /// Such storages are too large for a test; only one type differs.
    @Test
    void slots_of_large_storages_are_counted_in_64_bits() {
        for (Sample sample : samples()) {
            List<GpuKernel> wide =
                    sample.kernels().stream().map(CudaTextTest::wide).toList();
            String text = withoutHead(GpuSource.print(wide, new CudaDialect()));
            assertThat(text).contains("typedef long long slot_t;");
            assertThat(text.replace("typedef long long slot_t", "typedef int slot_t"))
                    .isEqualTo(withoutHead(sample.source()));
        }
    }

    private static String withoutHead(GpuSource source) {
        return source.text().substring(source.text().indexOf('\n'));
    }

    private static GpuKernel wide(GpuKernel kernel) {
        assertThat(kernel.isNarrow()).isTrue();
        return new GpuKernel(
                kernel.function(),
                kernel.kernel(),
                kernel.precision(),
                kernel.nodes(),
                kernel.locator(),
                kernel.walls(),
                kernel.selective(),
                kernel.links(),
                kernel.reads(),
                kernel.writes(),
                kernel.copies(),
                kernel.bundle(),
                false,
                kernel.fieldsIn(),
                kernel.fieldsOut(),
                kernel.fieldsInAt(),
                kernel.fieldsOutAt(),
                kernel.tuning(),
                kernel.cut(),
                kernel.swept());
    }

    @Test
    void a_full_periodic_box_tests_no_links() {
        assertThat(samples().getFirst().source().text())
                .contains("load_left(")
                .doesNotContain("links")
                .doesNotContain("?  :");
    }
}
