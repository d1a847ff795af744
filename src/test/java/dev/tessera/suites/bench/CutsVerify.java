package dev.tessera.suites.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.casefile.RowsFile;
import dev.tessera.cluster.CommunicationModel;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.partition.Cut;
import dev.tessera.geometry.partition.CutMethod;
import dev.tessera.geometry.partition.PartSize;
import dev.tessera.geometry.partition.StepCosts;
import dev.tessera.geometry.partition.TileGraph;
import dev.tessera.model.Velocity;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.output.Json;
import dev.tessera.suites.generator.TunedVessel;
import dev.tessera.testkit.Covering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Recomputes `docs/benchmarks/cuts.json`: what crosses the cuts of vessels, a packing and a cube by every method, and
/// the predicted speed. Compares the cube, with `-Dtessera.tests=all` also the packing and the smaller vessel;
/// `-Dtessera.cuts=aneurysm-1e9` selects one geometry, which needs 8 GB and some minutes on two cores, without the
/// slowest methods. `-Dtessera.update=cuts` writes those that are computed, all but the largest, beside the others.
final class CutsVerify {
    private static final Path FILE = Path.of("docs/benchmarks/cuts.json");
    private static final Set<String> FAST = Set.of("planes", "axes-in-rows");
    private static final double VESSEL_NODES = 14_793_736;

    private static final int[] D3Q19 = Lattices.D3Q19.velocities().stream()
            .mapToInt(Velocity::code)
            .filter(code -> code != 13)
            .toArray();

    /// One H100 on compact storage (scaling-h100-x2.json), in million updates per second.
    private static final Map<Integer, Double> MLUPS_BY_BYTES = Map.of(8, 9502.0, 4, 18694.0);

    private final ForkJoinPool workers = ForkJoinPool.commonPool();

    @Test
    void cuts_are_those_of_the_page() throws IOException {
        boolean isUpdate = "cuts".equals(System.getProperty("tessera.update"));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String key : geometries(isUpdate)) {
            rows.addAll(rows(key));
        }
        Set<Object> computed = rows.stream().map(row -> row.get("geometry")).collect(Collectors.toSet());
        List<Map<String, Object>> known = new ArrayList<>(RowsFile.read(FILE));
        List<Map<String, Object>> others = known.stream()
                .filter(row -> !computed.contains(row.get("geometry")))
                .toList();
        if (isUpdate) {
            rows.addAll(others);
            Files.writeString(FILE, Json.text(rows));
            return;
        }
        known.removeAll(others);
        assertThat(Json.text(rows)).as("-Dtessera.update=cuts writes %s", FILE).isEqualTo(Json.text(known));
    }

    private static List<String> geometries(boolean isUpdate) {
        String wanted = System.getProperty("tessera.cuts", "");
        if (!wanted.isEmpty()) {
            return List.of(wanted);
        }
        return isUpdate || Covering.isWhole()
                ? List.of("cube-256", "spheres-0.4-in-384", "aneurysm-730")
                : List.of("cube-256");
    }

    private List<Map<String, Object>> rows(String key) {
        TileGraph tiles = TileGraph.of(fluid(key), Cut.usualTiles(false), workers);
        boolean isLarge = key.equals("aneurysm-1e9");
        List<CutMethod> methods = Cut.methods().stream()
                .filter(method -> !isLarge || FAST.contains(method.key()))
                .toList();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int parts : isLarge ? new int[] {8, 64, 1024} : new int[] {2, 4, 8, 64}) {
            rows.addAll(rows(key, tiles, parts, methods));
        }
        return rows;
    }

    private FluidNodes fluid(String key) {
        return switch (key) {
            case "cube-256" ->
                BenchGeometry.periodicBox(256, 256, 256).make(workers).fluid();
            case "spheres-0.4-in-384" ->
                BenchGeometry.spheresIn(384, 0.4).make(workers).fluid();
            case "aneurysm-730" -> TunedVessel.aneurysm().fluid(workers);
            default -> TunedVessel.aneurysm().fluid(Math.cbrt(1e9 / VESSEL_NODES), workers);
        };
    }

    /// Sorted by the time of a step in single precision.
    private List<Map<String, Object>> rows(String key, TileGraph tiles, int parts, List<CutMethod> methods) {
        CommunicationModel link = CommunicationModel.of(parts > 8 ? "infiniband" : "nvlink");
        List<Cut> cuts = Cut.all(tiles, D3Q19, costs(link, parts, 4), methods, workers);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Cut cut : cuts) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("geometry", key);
            row.put("fluid_nodes", tiles.fluidNodes());
            row.put("parts", parts);
            row.put("cut_method", cut.method());
            row.put("used", cut == cuts.getFirst());
            row.put("cut_links", cut.links());
            row.put("imbalance", cut.imbalance());
            row.put("most_edge_nodes", most(cut, PartSize::edgeNodes));
            row.put(
                    "scattered_nodes",
                    cut.sizes().stream().mapToLong(PartSize::scatteredNodes).sum());
            row.put("most_scattered_nodes", most(cut, PartSize::scatteredNodes));
            row.put("most_halo_nodes", most(cut, PartSize::haloNodes));
            row.put("most_populations", most(cut, PartSize::populations));
            row.put("most_neighbours", most(cut, PartSize::neighbours));
            row.put("link", link.key());
            for (int bytes : new int[] {8, 4}) {
                put(row, tiles, cut, link, bytes);
            }
            rows.add(row);
        }
        return rows;
    }

    private static StepCosts costs(CommunicationModel link, int parts, int bytes) {
        double[] nodeS = new double[parts];
        Arrays.fill(nodeS, 1e-6 / Objects.requireNonNull(MLUPS_BY_BYTES.get(bytes)));
        return link.costs(nodeS, bytes, false);
    }

    private static void put(Map<String, Object> row, TileGraph tiles, Cut cut, CommunicationModel link, int bytes) {
        int parts = cut.sizes().size();
        StepCosts costs = costs(link, parts, bytes);
        double whole = tiles.fluidNodes() * costs.nodeS()[0];
        double stepS = link.stepS(costs, cut.sizes());
        double transferS = 0;
        for (PartSize size : cut.sizes()) {
            transferS = Math.max(
                    transferS, size.populations() * costs.populationS() + size.neighbours() * costs.messageS());
        }
        String precision = bytes == 8 ? "fp64" : "fp32";
        row.put(precision + "_work_s", costs.of(cut.sizes()));
        row.put(precision + "_transfer_s", transferS);
        row.put(precision + "_step_s", stepS);
        row.put(precision + "_mlups", 1e-6 * tiles.fluidNodes() / stepS);
        row.put(precision + "_efficiency", whole / (parts * stepS));
        row.put(precision + "_efficiency_without_host", whole / (parts * costs.of(cut.sizes())));
    }

    private static long most(Cut cut, ToLongFunction<PartSize> count) {
        return cut.sizes().stream().mapToLong(count).max().orElseThrow();
    }
}
