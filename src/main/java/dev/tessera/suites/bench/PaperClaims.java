package dev.tessera.suites.bench;

import dev.tessera.suites.Page;
import dev.tessera.suites.ReferenceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// Findings of Tomczak & Szafran as ratios of their speeds, compared with the same ratios of rows of suite `papers`:
/// does a finding still hold? Both sides of a ratio come from the same rows, ours from `mlups`, theirs from
/// `paper_mlups`; fractions of the sheet's bandwidth where machines differ.
final class PaperClaims {
    /// A ratio closer to 1 than this is no effect.
    private static final double NOTHING = 0.025;

    /// Slopes that differ by less than this are the same.
    private static final double SAME_SLOPE = 0.1;

    private static final int LEAST_POINTS = 4;

    private final List<Map<String, Object>> rows;
    private final PaperOperations operations = PaperOperations.counted();
    private final List<Claim> claims = new ArrayList<>();

    /// @param operations per node update in both kernels, theirs and ours; empty where arithmetic is not compared
    private record Claim(String what, double theirs, double ours, Today today, String operations) {}

    /// Whether a finding still holds.
    private enum Today {
        HOLDS("holds"),
        LESS("less than half as much"),
        MORE("more"),
        GONE("no effect today"),
        REVERSED("reversed"),
        NEW("effect only today");

        private final String words;

        Today(String words) {
            this.words = words;
        }
    }

    /// @param rows of suite `papers`
    PaperClaims(List<Map<String, Object>> rows) {
        this.rows = rows.stream()
                .filter(row -> PaperSuite.NAME.equals(row.get("suite")))
                .toList();
        layouts();
        kernels();
        utilisation();
        otherStorages();
    }

    /// A list of findings by their state today, and a table.
    String text() {
        if (claims.isEmpty()) {
            return "This run measured too few rows for a comparison.";
        }
        List<String> lines = new ArrayList<>();
        for (Today today : Today.values()) {
            String found = claims.stream()
                    .filter(claim -> claim.today() == today)
                    .map(Claim::what)
                    .collect(Collectors.joining("; "));
            if (!found.isEmpty()) {
                lines.add("* **%s**: %s.".formatted(today.words, found));
            }
        }
        lines.add("");
        lines.add(Page.row("finding", "theirs", "ours", "today", "operations per node"));
        lines.add("|---|---|---|---|---|");
        claims.forEach(claim -> lines.add(Page.row(
                claim.what(),
                "%.2f".formatted(claim.theirs()),
                "%.2f".formatted(claim.ours()),
                claim.today().words,
                claim.operations())));
        return String.join("\n", lines);
    }

    private void layouts() {
        ratio(
                "layouts speed up propagation, FP64 (papers' / XYZ, 100³)",
                at("cavity-3d-100", "fp64").and(is("layout", "papers")).and(is("kernel", "propagate")),
                at("cavity-3d-100", "fp64").and(is("layout", "xyz")).and(is("kernel", "propagate")));
        Predicate<Map<String, Object>> small = at("cavity-3d-100", "fp32").and(row -> isFree(row));
        Predicate<Map<String, Object>> two = small.and(row -> Page.number(row, "threads") == 128);
        Predicate<Map<String, Object>> one = small.and(row -> Page.number(row, "threads") == 64);
        ratio(
                "layouts speed up propagation, FP32 (papers' / XYZ, 100³)",
                two.and(is("layout", "papers")).and(is("kernel", "propagate")),
                two.and(is("layout", "xyz")).and(is("kernel", "propagate")));
        ratio(
                "layouts do little for BGK, FP32 (papers' / XYZ, 100³)",
                two.and(is("layout", "papers")).and(bgk()),
                two.and(is("layout", "xyz")).and(bgk()));
        ratio(
                "two tiles per block are faster than one (BGK, FP32, 100³)",
                two.and(is("layout", "xyz")).and(bgk()),
                one.and(is("layout", "xyz")).and(bgk()));
    }

    private void kernels() {
        Predicate<Map<String, Object>> large = at("cavity-3d-252", "fp64").and(is("addressing", "tiles"));
        ratio(
                "propagation is slower than reading and writing, FP64 (252³)",
                large.and(is("kernel", "propagate")),
                large.and(is("kernel", "read-write")));
        ratio(
                "BGK is slower than reading and writing, FP64 (252³)",
                large.and(bgk()),
                large.and(is("kernel", "read-write")));
        ratio(
                "quasi-compressible BGK is slower than incompressible, FP64 (252³)",
                large.and(step("bgk", "quasi-compressible")),
                large.and(bgk()));
        ratio(
                "MRT is slower than BGK, FP64 (incompressible, 252³)",
                large.and(step("mrt", "incompressible")),
                large.and(bgk()));
        Predicate<Map<String, Object>> spheres = at("spheres-0.9", "fp32").and(is("addressing", "tiles"));
        ratio(
                "MRT is slower than BGK, FP32 (incompressible, spheres of porosity 0.9)",
                spheres.and(step("mrt", "incompressible")),
                spheres.and(bgk()));
        ratio(
                "MRT is slower than BGK, FP32 (incompressible, 100³)",
                plain(step("mrt", "incompressible")),
                plain(bgk()));
        ratio(
                "quasi-compressible BGK is as fast as incompressible, FP32 (100³)",
                plain(step("bgk", "quasi-compressible")),
                plain(bgk()));
        ratio(
                "BGK is slower than propagation, FP32 (spheres of porosity 0.9)",
                spheres.and(bgk()),
                spheres.and(is("kernel", "propagate")));
        ratio(
                "BGK is slower than reading and writing, FP32 (spheres of porosity 0.9)",
                spheres.and(bgk()),
                spheres.and(is("kernel", "read-write")));
        ratio(
                "the aneurysm is as fast as a cavity (BGK, FP64, 252³)",
                at("aneurysm-730", "fp64").and(is("addressing", "tiles")).and(bgk()),
                large.and(bgk()));
        ratio(
                "the small aorta is slower than the aneurysm (BGK, FP64)",
                at("coarctation-93", "fp64").and(is("addressing", "tiles")).and(bgk()),
                at("aneurysm-730", "fp64").and(is("addressing", "tiles")).and(bgk()));
    }

    /// Figure 19: speed over that of full tiles = 1 - slope (1 - η), by least squares over the spheres of table 6,
    /// theirs with the utilisation that they print. Their own lines, over all sparse geometries, have 0.56
    /// (reading and writing), 0.65 (BGK) and 0.8 (MRT) in FP64, 0.8 in FP32.
    private void utilisation() {
        slope("fp64", is("kernel", "read-write"), "reading and writing");
        slope("fp64", bgk(), "BGK");
        slope("fp64", step("mrt", "incompressible"), "MRT");
        slope("fp32", bgk(), "BGK");
        slope("fp32", step("mrt", "incompressible"), "MRT");
    }

    private void slope(String precision, Predicate<Map<String, Object>> kernel, String words) {
        List<Map<String, Object>> spheres = rows.stream()
                .filter(row -> PageTable.text(row, "geometry").startsWith("spheres"))
                .filter(is("precision", precision)
                        .and(is("addressing", "tiles"))
                        .and(kernel))
                .filter(row -> Double.isFinite(Page.number(row, "paper_mlups")))
                .toList();
        if (spheres.size() < LEAST_POINTS) {
            return;
        }
        double theirs = slope(spheres, PaperClaims::theirUtilisation, "paper_mlups");
        double ours = slope(spheres, row -> Page.number(row, "tile_utilisation"), "mlups");
        claims.add(new Claim(
                "speed falls with the utilisation in spheres (slope; %s, %s)"
                        .formatted(words, precision.toUpperCase(Locale.ROOT)),
                theirs,
                ours,
                Math.abs(ours - theirs) <= SAME_SLOPE ? Today.HOLDS : ours > theirs ? Today.MORE : Today.LESS,
                operations.of(spheres.getFirst())));
    }

    private static double slope(
            List<Map<String, Object>> spheres, ToDoubleFunction<Map<String, Object>> utilisation, String speed) {
        double x = spheres.stream().mapToDouble(utilisation).average().orElseThrow();
        double y = spheres.stream()
                .mapToDouble(row -> Page.number(row, speed))
                .average()
                .orElseThrow();
        double slope = spheres.stream()
                        .mapToDouble(row -> (utilisation.applyAsDouble(row) - x) * (Page.number(row, speed) - y))
                        .sum()
                / spheres.stream()
                        .mapToDouble(row -> Math.pow(utilisation.applyAsDouble(row) - x, 2))
                        .sum();
        return slope / (y + slope * (1 - x));
    }

    private static double theirUtilisation(Map<String, Object> row) {
        String porosity = PageTable.text(row, "geometry").substring("spheres-".length());
        return ReferenceTable.rows("tomczak_szafran2019_table6_tile_utilisation.csv").stream()
                .filter(line -> line[0].equals(porosity))
                .mapToDouble(line -> Double.parseDouble(line[1]))
                .findFirst()
                .orElse(Double.NaN);
    }

    private void otherStorages() {
        for (String geometry : List.of("spheres-0.9", "spheres-0.7")) {
            sheets(
                    "T2C is faster than a connectivity matrix, FP64 (BGK, fractions of the sheet, %s)"
                            .formatted(geometry),
                    at(geometry, "fp64").and(is("addressing", "tiles")).and(bgk()),
                    at(geometry, "fp64").and(is("addressing", "connectivity-matrix")));
        }
        sheets(
                "T2C is faster than a connectivity matrix, FP32 (BGK, fractions of the sheet, spheres-0.7)",
                at("spheres-0.7", "fp32").and(is("addressing", "tiles")).and(bgk()),
                at("spheres-0.7", "fp32").and(is("addressing", "connectivity-matrix")));
        sheets(
                "T2C is faster than a connectivity matrix, FP32 (BGK, fractions of the sheet, aneurysm)",
                at("aneurysm-730", "fp32").and(is("addressing", "tiles")).and(bgk()),
                at("aneurysm-730", "fp32").and(is("addressing", "connectivity-matrix")));
        sheets(
                "T2C is faster than a fluid index array in two kernels, FP64 (fractions of the sheet, aorta)",
                at("coarctation-93", "fp64").and(is("addressing", "tiles")).and(step("bgk", "quasi-compressible")),
                at("coarctation-93", "fp64")
                        .and(is("addressing", "fluid-index"))
                        .and(is("kernel", GpuTrial.SPLIT)));
        Predicate<Map<String, Object>> plane = at("cavity-2d-2048", "fp64").and(is("addressing", "ghost-tiles"));
        ratio(
                "ghost values slow TGB (D2Q9, without barriers / also without ghost values)",
                plane.and(is("kernel", "step without barriers")),
                plane.and(is("kernel", "step without ghosts")));
    }

    /// Keeps the ratio of speeds, where all four are known.
    private void ratio(String what, Predicate<Map<String, Object>> over, Predicate<Map<String, Object>> under) {
        keep(what, over, under, "mlups", "paper_mlups");
    }

    private void sheets(String what, Predicate<Map<String, Object>> over, Predicate<Map<String, Object>> under) {
        keep(what, over, under, "sheet_fraction", "paper_sheet_fraction");
    }

    private void keep(
            String what,
            Predicate<Map<String, Object>> over,
            Predicate<Map<String, Object>> under,
            String ourKey,
            String theirKey) {
        OptionalDouble ours = ratioOf(over, under, ourKey);
        OptionalDouble theirs = ratioOf(over, under, theirKey);
        if (ours.isPresent() && theirs.isPresent()) {
            claims.add(new Claim(
                    what,
                    theirs.getAsDouble(),
                    ours.getAsDouble(),
                    today(theirs.getAsDouble(), ours.getAsDouble()),
                    operations(over, under)));
        }
    }

    /// Operations of both kernels, if they differ.
    private String operations(Predicate<Map<String, Object>> over, Predicate<Map<String, Object>> under) {
        String above =
                rows.stream().filter(over).findFirst().map(operations::of).orElse("");
        String below =
                rows.stream().filter(under).findFirst().map(operations::of).orElse("");
        return above.equals(below) ? "" : "%s / %s".formatted(above, below);
    }

    private OptionalDouble ratioOf(
            Predicate<Map<String, Object>> over, Predicate<Map<String, Object>> under, String key) {
        double ratio = first(over, key) / first(under, key);
        return Double.isFinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }

    private double first(Predicate<Map<String, Object>> isSelected, String key) {
        return rows.stream()
                .filter(isSelected)
                .mapToDouble(row -> Page.number(row, key))
                .filter(Double::isFinite)
                .findFirst()
                .orElse(Double.NaN);
    }

    /// Compares the distances of two ratios from 1.
    private static Today today(double theirs, double ours) {
        double was = theirs - 1;
        double is = ours - 1;
        if (Math.abs(was) <= NOTHING) {
            return Math.abs(is) <= NOTHING ? Today.HOLDS : Today.NEW;
        }
        if (Math.abs(is) <= NOTHING) {
            return Today.GONE;
        }
        if (was * is < 0) {
            return Today.REVERSED;
        }
        return is / was < 0.5 ? Today.LESS : is / was > 2 ? Today.MORE : Today.HOLDS;
    }

    /// On the cavity of 100³ in FP32, XYZ, two tiles per block, registers not limited.
    private static Predicate<Map<String, Object>> plain(Predicate<Map<String, Object>> kernel) {
        return at("cavity-3d-100", "fp32")
                .and(is("layout", "xyz"))
                .and(row -> isFree(row) && Page.number(row, "threads") == 128)
                .and(kernel);
    }

    /// Whether a launch leaves the registers to the compiler.
    private static boolean isFree(Map<String, Object> row) {
        return PaperSuite.registers(row).isEmpty();
    }

    private static Predicate<Map<String, Object>> at(String geometry, String precision) {
        return is("geometry", geometry).and(is("precision", precision));
    }

    private static Predicate<Map<String, Object>> bgk() {
        return step("bgk", "incompressible");
    }

    private static Predicate<Map<String, Object>> step(String collision, String equilibrium) {
        return is("kernel", "step").and(is("collision", collision)).and(is("equilibrium", equilibrium));
    }

    private static Predicate<Map<String, Object>> is(String key, String value) {
        return row -> value.equals(row.get(key));
    }
}
