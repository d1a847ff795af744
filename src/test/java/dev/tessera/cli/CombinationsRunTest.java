package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Cells of `docs/reference/combinations.md` against runs of cases that are written here: refused with the reason of
/// the
/// page, or run.
final class CombinationsRunTest {
    private static final Path PAGE = Path.of("docs/reference/combinations.md");
    private static final Pattern REFUSED = Pattern.compile("no \\((\\d+)\\)");
    private static final String BOX = """
            tessera: 1
            geometry: {spacing: 1 m}
            fluid: {density: 1 kg/m3, viscosity: 0.1 m2/s}
            time: {time-step: 1 s, stop: {steps: 1}}
            output: {fields: [velocity], pictures: [], plots: []}
            """;
    private static final List<String> FLAT = List.of("geometry.box=[6 m, 6 m]", "sides.x=periodic");
    private static final List<String> DEEP =
            List.of("geometry.box=[6 m, 6 m, 6 m]", "sides.x=periodic", "sides.z=periodic");
    private static final String DROPS = "fluid.components={a: {density: 0.5 kg/m3}, b: {density: 0.5 kg/m3}}";
    private static final String FREE_ENERGY =
            "model={mixture: free-energy, surface-tension: 1 mN/m, interface-width: 2 m, %s}";
    private static final String SHAN_CHEN = "model={mixture: shan-chen, coupling: {a-b: 1}, %s}";

    private final TestConsole console = new TestConsole();

    @TempDir
    Path temp;

    /// The cell of a table: the reason, or nothing where it says `yes`.
    private static Optional<String> cell(String table, String row, String column) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int title = lines.indexOf("## " + table);
        assertThat(title).as("the table %s", table).isNotNegative();
        List<String> head = cells(lines.get(title + 1));
        assertThat(head).as("columns of %s", table).contains(column);
        List<String> found = lines.stream()
                .skip(title + 3L)
                .takeWhile(line -> !line.isEmpty())
                .map(CombinationsRunTest::cells)
                .filter(cells -> cells.getFirst().equals("`" + row + "`"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("%s has no row %s".formatted(table, row)));
        String cell = found.get(head.indexOf(column));
        Matcher refused = REFUSED.matcher(cell);
        if (!refused.matches()) {
            assertThat(cell).isEqualTo("yes");
            return Optional.empty();
        }
        String number = refused.group(1) + ". ";
        return lines.stream()
                .skip(lines.indexOf("## Reasons"))
                .filter(line -> line.startsWith(number))
                .map(line -> line.substring(number.length()))
                .findFirst();
    }

    private static List<String> cells(String line) {
        return Arrays.stream(line.split("\\|"))
                .map(String::strip)
                .filter(cell -> !cell.isEmpty())
                .toList();
    }

    private int run(List<String> settings) throws IOException {
        Path theCase = Files.writeString(temp.resolve("case.yaml"), BOX);
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                theCase.toString(),
                "--device",
                "cpu:interpreter",
                "--out",
                temp.resolve("out").toString()));
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        return Main.run(console.pipe(), arguments.toArray(String[]::new));
    }

    /// The place of a problem may contain the beginning of its path of keys.
    private static String withoutPath(String reason) {
        return reason.replaceFirst("^[a-z.-]+: ", "").replaceFirst("\\.$", "");
    }

    private void assertSame(String table, String row, String column, List<String> settings) throws IOException {
        Optional<String> reason = cell(table, row, column);
        int code = run(settings);
        if (reason.isPresent()) {
            assertThat(code).as(console.err()).isEqualTo(2);
            assertThat(console.err()).contains(withoutPath(reason.get()));
        } else {
            assertThat(code).as(console.err()).isZero();
        }
    }

    /// What the tables of models say.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            Equilibrium incompressible; elbm; D2Q9; collision: elbm, equilibrium: incompressible;
            Equilibrium incompressible; trt; D3Q13; collision: trt, lattice: D3Q13;
            Equilibrium incompressible; mrt; D3Q13; collision: mrt, lattice: D3Q13;
            Equilibrium shallow-water; trt; D2Q9; collision: trt, equilibrium: shallow-water; initial.height=1 cm
            Equilibrium shallow-water; bgk; D3Q19; collision: bgk, equilibrium: shallow-water, lattice: D3Q19; initial.height=1 cm
            Precisions and collisions; elbm; fp32-deviations; collision: elbm, precision: fp32-deviations;
            Precisions and collisions; elbm; fp32; collision: elbm, precision: fp32;
            Fluids and precisions; fp32/fp16; shallow-water; equilibrium: shallow-water, precision: fp32/fp16; initial.height=1 cm
            Collisions and other keys; trt; storage.state: moments; collision: trt; storage.state=moments
            Collisions and other keys; kbc; storage.state: moments; collision: kbc; storage.state=moments
            Collisions and other keys; elbm; initial.density: consistent; collision: elbm; initial.density=consistent
            Fluids and other keys; storage.state: moments; single fluid; collision: regularized; storage.state=moments
            """)
    void models_are_refused_or_run_as_the_page_says(
            String table, String row, String column, String model, @Nullable String more) throws IOException {
        List<String> settings = new ArrayList<>(model.contains("D3") ? DEEP : FLAT);
        settings.add("model={%s}".formatted(model));
        if (more != null) {
            settings.add(more);
        }
        assertSame(table, row, column, settings);
    }

    /// What the tables of mixtures say.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            Mixture free-energy; trt; D3Q27; true; lattice: D3Q27
            Mixture free-energy; trt; D3Q19; true; lattice: D3Q19
            Mixture free-energy; bgk; D2Q9; true; collision: bgk
            Mixture free-energy; cumulant; D2Q9; true; collision: cumulant
            Mixture shan-chen; bgk; D3Q13; false; collision: bgk, lattice: D3Q13
            Mixture shan-chen; trt; D3Q15; false; collision: trt, lattice: D3Q15
            Mixture shan-chen; elbm; D2Q9; false; collision: elbm
            Mixtures and equilibria; incompressible; shan-chen; false; equilibrium: incompressible
            Fluids and precisions; fp64-deviations; shan-chen; false; precision: fp64-deviations
            Fluids and precisions; fp32; free-energy; true; precision: fp32
            Fluids and walls; curved; free-energy; true; walls: curved
            """)
    void mixtures_are_refused_or_run_as_the_page_says(
            String table, String row, String column, boolean isFreeEnergy, String model) throws IOException {
        List<String> settings = new ArrayList<>(model.contains("D3") ? DEEP : FLAT);
        settings.add(DROPS);
        settings.add((isFreeEnergy ? FREE_ENERGY : SHAN_CHEN).formatted(model));
        assertSame(table, row, column, settings);
    }

    /// What the table of boundaries says; the last column is the other end of the box.
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            velocity, zou-he; D3Q13; scheme: zou-he, mean-velocity: 1 cm/s, profile: plug; scheme: do-nothing
            velocity, link-wise; D3Q13; scheme: link-wise, mean-velocity: 1 cm/s, profile: plug; scheme: do-nothing
            velocity, regularized; D3Q19; scheme: regularized, mean-velocity: 1 cm/s, profile: plug; pressure: 0 Pa
            symmetry, slip; D3Q13; scheme: slip; scheme: bounce-back
            symmetry, slip; D3Q15; scheme: slip; scheme: bounce-back
            tamm-mott-smith; D3Q13; scheme: tamm-mott-smith; scheme: bounce-back
            full-way; D3Q13; scheme: full-way; scheme: bounce-back
            yu; D3Q13; scheme: yu; scheme: link-wise, mean-velocity: 0 m/s, profile: plug
            yu; D3Q27; scheme: yu; scheme: link-wise, mean-velocity: 0 m/s, profile: plug
            pressure, characteristic; D3Q13; scheme: characteristic, pressure: 0 Pa; scheme: do-nothing
            """)
    void boundaries_are_refused_or_run_as_the_page_says(String row, String lattice, String boundary, String other)
            throws IOException {
        assertSame(
                "Boundaries and lattices",
                row,
                lattice,
                List.of(
                        "geometry.box=[6 m, 6 m, 6 m]",
                        "sides={x-min: first, x-max: second, y: periodic, z: periodic}",
                        "model={collision: mrt, lattice: %s}".formatted(lattice),
                        "boundaries.first={%s}".formatted(boundary),
                        "boundaries.second={%s}".formatted(other)));
    }
}
