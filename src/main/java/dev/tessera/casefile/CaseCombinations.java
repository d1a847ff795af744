package dev.tessera.casefile;

import dev.tessera.casefile.CombinationTables.Side;
import dev.tessera.device.Devices;
import dev.tessera.kernel.Precision;
import dev.tessera.layout.Addressing;
import dev.tessera.layout.StreamingPattern;
import dev.tessera.layout.addressing.Addressings;
import dev.tessera.layout.pattern.Patterns;
import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.CaseException;
import dev.tessera.solver.SimulationPlanner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.stream.Stream;

/// What parts of a case can be used with each other: for each pair a small case with both is read and planned as a run
/// does it, and its refusal is the reason.
final class CaseCombinations {
    /// A key of the model before a sentence that names the part itself.
    private static final String KEY_OF_PART = "^model\\.\\w+: (?=(collision|equilibrium|precision) )";

    private static final Part SINGLE = Part.of("single fluid");
    private static final Part SHAN_CHEN = Part.of(
            "shan-chen",
            "model.mixture=shan-chen",
            "fluid.components={oil: {density: 0.5 kg/m3}, water: {density: 0.5 kg/m3}}",
            "model.coupling={oil-water: 1}");
    private static final Part FREE_ENERGY = Part.of(
            "free-energy",
            "model.mixture=free-energy",
            "fluid.components={oil: {density: 0.5 kg/m3}, water: {density: 0.5 kg/m3}}",
            "model.surface-tension=0.001 N/m",
            "model.interface-width=2 m");
    private static final Part SHALLOW_WATER =
            Part.of("shallow-water", "model.equilibrium=shallow-water", "initial.height=0.01 m");
    private static final Side<Part> MIXTURES = parts(SHAN_CHEN, FREE_ENERGY);
    private static final Side<Part> FLUIDS = parts(SINGLE, SHAN_CHEN, FREE_ENERGY, SHALLOW_WATER);

    private static final Part WALLS = Part.of("walls", "sides.y-min=wall", "sides.y-max=wall");
    private static final Part EXACT_DIFFERENCE = Part.of(
            "drive.scheme: exact-difference",
            "drive.acceleration=[1e-6 m/s2, 0 m/s2]",
            "drive.scheme=exact-difference");
    private static final Part EXACT_DIFFERENCE_ALONG_Y = Part.of(
            EXACT_DIFFERENCE.words(), "drive.acceleration=[0 m/s2, 1e-6 m/s2]", "drive.scheme=exact-difference");
    private static final Part CONSISTENT = Part.of("initial.density: consistent", "initial.density=consistent");
    private static final Part LARGE_EDDY = Part.of("smagorinsky", "model.smagorinsky=0.1");
    private static final Part LAW = Part.of(
            "law of viscosity",
            "fluid.viscosity={law: casson, yield-stress: 0.001 Pa, plastic-viscosity: 0.1 m2/s, maximum: 1 m2/s}");
    private static final Part OF_PLACE = Part.of(
            "viscosity of place",
            "fluid.viscosity={expression: \"0.2 + 0.05*sin(x)\", unit: m2/s}",
            "fluid.reference-viscosity=0.1 m2/s");
    private static final Part MOMENTS =
            Part.of("storage.state: moments", "storage.state=moments", "model.collision=regularized");
    private static final Part MOMENTS_ALONE = Part.of(MOMENTS.words(), "storage.state=moments");
    private static final Part FORCE_OF_FLOW = Part.of(
            "drive that depends on the flow", "drive.acceleration=[{expression: \"-1e-3*u_x\", unit: m/s2}, 0 m/s2]");

    private final CombinationTables page;
    private final Devices devices;
    private final ForkJoinPool workers;

    /// A part of a case, as settings `KEY=VALUE` of its text.
    record Part(String words, List<String> settings) {
        Part {
            settings = List.copyOf(settings);
        }

        static Part of(String words, String... settings) {
            return new Part(words, List.of(settings));
        }
    }

    /// @param workers plan
    CaseCombinations(CombinationTables page, ForkJoinPool workers) {
        this.page = page;
        this.devices = Devices.on(workers);
        this.workers = workers;
    }

    private static Side<Part> parts(Part... all) {
        return new Side<>(List.of(all), Part::words);
    }

    private static <T> Side<Part> parts(String key, List<T> all, Function<T, String> word) {
        return new Side<>(
                all.stream()
                        .map(one -> Part.of(word.apply(one), "%s=%s".formatted(key, word.apply(one))))
                        .toList(),
                Part::words);
    }

    void write() {
        Side<Part> collisions = parts("model.collision", Collisions.all(), Collision::key);
        for (Part mixture : MIXTURES.all()) {
            page.table(
                    "Mixture " + mixture.words(),
                    "collision",
                    collisions,
                    new Side<>(Lattices.all(), VelocitySet::name),
                    collision -> lattice -> refusal(lattice.dimensions(), mixture, collision, on(lattice)));
        }
        pairs(
                "Mixtures and equilibria",
                "equilibrium",
                parts("model.equilibrium", Equilibria.all(), Equilibrium::key),
                MIXTURES);
        pairs(
                "Fluids and precisions",
                "precision",
                parts("model.precision", Arrays.asList(Precision.values()), Precision::key),
                FLUIDS);
        fluidsAndKeys();
        page.table(
                "Fluids and boundaries",
                "boundary",
                boundaries(),
                FLUIDS,
                boundary -> fluid -> refusal(2, fluid, between(boundary, Lattices.D2Q9)));
        page.table(
                "Fluids and storages",
                "addressing",
                parts("storage.addressing", Addressings.all(), Addressing::key),
                FLUIDS,
                addressing -> fluid -> refusal(2, addressing, fluid));
        pairs(
                "Streaming patterns and addressings",
                "pattern",
                parts("storage.pattern", Patterns.all(), StreamingPattern::key),
                parts("storage.addressing", Addressings.all(), Addressing::key));
        page.table(
                "Collisions and other keys",
                "collision",
                collisions,
                parts(EXACT_DIFFERENCE, FORCE_OF_FLOW, CONSISTENT, MOMENTS_ALONE, sponge()),
                collision -> key -> refusal(2, WALLS, key, collision));
        page.table(
                "Boundaries and lattices",
                "boundary",
                boundaries(),
                new Side<>(Lattices.all(), VelocitySet::name),
                boundary -> lattice -> refusal(
                        lattice.dimensions(),
                        on(lattice),
                        Part.of("mrt", "model.collision=mrt"),
                        between(boundary, lattice)));
        boundariesAndKeys();
        edges();
        page.table(
                "Keys and devices",
                "key",
                parts(MOMENTS, Part.of("storage.lookup", "storage.addressing=compact-tiles", "storage.lookup=cached")),
                new Side<>(List.of("cpu:interpreter", "cpu:jvm"), device -> device),
                key -> device -> refusal(device, 2, key));
    }

    private void pairs(String title, String corner, Side<Part> rows, Side<Part> columns) {
        page.table(title, corner, rows, columns, row -> column -> refusal(2, column, row));
    }

    private static Part on(VelocitySet lattice) {
        return Part.of(lattice.name(), "model.lattice=" + lattice.name());
    }

    private static Side<BoundaryWords> boundaries() {
        return new Side<>(BoundaryWords.all(), BoundaryWords::words);
    }

    private void fluidsAndKeys() {
        Side<Part> keys = parts(
                Part.of("drive", "drive.acceleration=[1e-6 m/s2, 0 m/s2]"),
                FORCE_OF_FLOW,
                EXACT_DIFFERENCE,
                Part.of("initial.velocity", "initial.velocity=[0.01 m/s, 0 m/s]"),
                Part.of("initial.pressure", "initial.pressure=1e-3 Pa"),
                CONSISTENT,
                LARGE_EDDY,
                LAW,
                OF_PLACE,
                MOMENTS_ALONE,
                Part.of("output.quantities: kinetic-energy", "output.quantities=[kinetic-energy]"),
                Part.of("output.quantities: enstrophy", "output.quantities=[enstrophy]"),
                Part.of("output.quantities: dissipation", "output.quantities=[dissipation]"));
        page.table("Fluids and other keys", "key", keys, FLUIDS, key -> fluid -> {
            boolean needsCollision = fluid == SINGLE && key == MOMENTS_ALONE;
            return refusal(2, fluid, WALLS, needsCollision ? MOMENTS : key);
        });
        page.table(
                "Fluids and walls",
                "model.walls",
                parts("model.walls", Arrays.asList(WallScheme.values()), WallScheme::key),
                FLUIDS,
                walls -> fluid -> refusal(2, fluid, walls, WALLS));
    }

    private void boundariesAndKeys() {
        Side<Part> keys = parts(
                EXACT_DIFFERENCE_ALONG_Y,
                CONSISTENT,
                LARGE_EDDY,
                LAW,
                OF_PLACE,
                MOMENTS,
                Part.of("elbm", "model.collision=elbm"),
                Part.of("fp32/fp16", "model.precision=fp32/fp16"),
                Part.of("fp64-deviations", "model.precision=fp64-deviations"),
                Part.of("walls: curved", "model.walls=curved"),
                Part.of("walls: bouzidi-quadratic", "model.walls=bouzidi-quadratic"));
        page.table(
                "Boundaries and other keys",
                "boundary",
                boundaries(),
                keys,
                boundary -> key -> refusal(2, key, between(boundary, Lattices.D2Q9)));
    }

    /// A boundary at the lower end of x, and at the other end one that goes with it.
    private static Part between(BoundaryWords boundary, VelocitySet lattice) {
        String opposite = lattice.isotropy() < 4 ? "{scheme: do-nothing}" : "{pressure: 0 Pa, scheme: link-wise}";
        String other = boundary.kind().isWall()
                ? "{scheme: bounce-back}"
                : boundary.imposesVelocity() ? opposite : "{mean-velocity: 0 m/s, profile: plug, scheme: link-wise}";
        return Part.of(
                boundary.words(),
                "sides.x-min=first",
                "sides.x-max=second",
                boundary.setting("first", lattice.dimensions(), 0, 1),
                "boundaries.second=" + other);
    }

    private static Part sponge() {
        return Part.of(
                "sponge",
                "sides.x-min=inlet",
                "sides.x-max=outlet",
                "boundaries.inlet={mean-velocity: 0 m/s, profile: plug}",
                "boundaries.outlet={pressure: 0 Pa, sponge: {length: 3 m}}");
    }

    /// Both ends of x have one boundary, both ends of y another.
    private Optional<String> atEdges(BoundaryWords one, BoundaryWords other) {
        return refusal(
                2,
                Part.of(
                        one.words(),
                        "sides.x-min=first",
                        "sides.x-max=first-end",
                        one.setting("first", 2, 0, 1),
                        one.setting("first-end", 2, 0, -1)),
                Part.of(
                        other.words(),
                        "sides.y-min=second",
                        "sides.y-max=second-end",
                        other.setting("second", 2, 1, 1),
                        other.setting("second-end", 2, 1, -1)));
    }

    private void edges() {
        page.text("""

                ## Boundaries that meet at an edge of the box
                Boundaries without a row can meet all others, and themselves.

                | boundary | cannot meet |
                |---|---|
                """);
        List<BoundaryWords> all = BoundaryWords.all();
        List<SequencedMap<Integer, List<String>>> refused = new ArrayList<>();
        all.forEach(one -> refused.add(new TreeMap<>()));
        for (int i = 0; i < all.size(); i++) {
            for (int k = i; k < all.size(); k++) {
                Optional<String> reason = atEdges(all.get(i), all.get(k)).map(CaseCombinations::ofAnyRules);
                if (reason.isPresent()) {
                    int number = page.number(reason.get());
                    with(refused.get(i), number).add("`%s`".formatted(all.get(k).words()));
                    if (k > i) {
                        with(refused.get(k), number)
                                .add("`%s`".formatted(all.get(i).words()));
                    }
                }
            }
        }
        for (int i = 0; i < all.size(); i++) {
            List<String> groups = new ArrayList<>();
            refused.get(i)
                    .forEach((number, words) -> groups.add("%s (%d)".formatted(String.join("; ", words), number)));
            if (!groups.isEmpty()) {
                page.text("| `%s` | %s |\n".formatted(all.get(i).words(), String.join("; ", groups)));
            }
        }
    }

    private static List<String> with(SequencedMap<Integer, List<String>> refused, int number) {
        return refused.computeIfAbsent(number, unknown -> new ArrayList<>());
    }

    /// A reason without the names of the rules that a node touches.
    private static String ofAnyRules(String reason) {
        return reason.replaceAll("imposed on nodes \\([a-z, -]+\\)", "imposed on nodes");
    }

    /// Why a run refuses a case with some parts; empty where it does not.
    Optional<String> refusal(int dimensions, Part... parts) {
        return refusal("cpu:interpreter", dimensions, parts);
    }

    private Optional<String> refusal(String device, int dimensions, Part... parts) {
        String text =
                """
                tessera: 1
                geometry: {box: [%s], spacing: 1 m}
                sides: {x-min: periodic, x-max: periodic, y-min: periodic, y-max: periodic%s}
                fluid: {density: 1 kg/m3, viscosity: 0.1 m2/s}
                time: {time-step: 1 s, stop: {steps: 1}}
                output: {fields: [velocity]}
                """.formatted(dimensions == 2 ? "8 m, 8 m" : "8 m, 8 m, 8 m", dimensions == 2 ? "" : ", z: periodic");
        List<String> settings =
                Stream.of(parts).flatMap(part -> part.settings().stream()).toList();
        try {
            var theCase = CaseFile.parse("case.yaml", text, Path.of("/cases"), settings)
                    .theCase();
            new SimulationPlanner(theCase, devices.byKey(device), workers).check();
            return Optional.empty();
        } catch (CaseFileException refused) {
            return Optional.of(sentence(refused.problems().getFirst().message()));
        } catch (CaseException refused) {
            return Optional.of(sentence(String.valueOf(refused.getMessage())));
        }
    }

    private static String sentence(String message) {
        return message.replaceFirst(KEY_OF_PART, "");
    }
}
