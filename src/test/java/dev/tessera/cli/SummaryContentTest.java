package dev.tessera.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/// The content of `summary.json`: the flow, the parameters and the origin of its numbers.
final class SummaryContentTest extends TinyCaseKit {
    @Test
    void a_driven_run_has_the_numbers_of_its_flow_as_soon_as_it_flows() throws IOException {
        Files.writeString(
                theCase,
                TINY.replace(
                                "boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}",
                                "sides: {x: periodic}\ndrive: {pressure-gradient: [1 Pa/m, 0 Pa/m]}")
                        .replace("lattice-speed: 0.1", "relaxation-time: 0.8"));
        assertThat(run()).as(console.err()).isZero();
        Map<String, Object> json = summary();
        double velocity = number(json, "observables", "velocity.maximum");
        assertThat(velocity).isPositive();
        assertThat((Double) json.get("mach")).isPositive().isEqualTo(json.get("mach_maximum"));
        assertThat((Double) json.get("reynolds"))
                .isCloseTo(velocity * number(json, "parameters", "reynolds_length") / 1e-6, withinPercentage(1e-6));
        assertThat(json.toString()).contains("is=largest velocity.maximum in log.csv");
    }

    @Test
    void a_resumed_run_has_the_largest_velocity_of_before_too() throws IOException {
        Files.writeString(
                theCase,
                TINY.replace(
                                "boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}",
                                "sides: {x: periodic}\ninitial: {velocity: [1 mm/s, 0 mm/s]}\nreference: {length: 8 mm}\n"
                                        + "drive: {pressure-gradient: [1e-9 Pa/m, 0 Pa/m]}")
                        .replace("lattice-speed: 0.1", "relaxation-time: 0.8"));
        String[] often = {"--set", "output.log-every=1 steps", "--set", "output.checkpoints.every=2 steps"};
        assertThat(run(often)).as(console.err()).isZero();
        Object whole = summary().get("mach_maximum");
        assertThat(run("--overwrite", often[0], often[1], often[2], often[3], "--set", "time.stop.steps=2"))
                .as(console.err())
                .isZero();
        assertThat(run("--resume", out.toString(), often[0], often[1], often[2], often[3]))
                .as(console.err())
                .isZero();
        assertThat(summary()).containsEntry("steps", 4).containsEntry("mach_maximum", whole);
    }

    @Test
    void every_key_is_explained() throws IOException {
        assertThat(run()).as(console.err()).isZero();
        String page = Files.readString(Path.of("docs/reference/summary.md"));
        List<Object> keys = new ArrayList<>(summary().keySet());
        keys.addAll(group(summary(), "parameters").keySet());
        assertThat(keys).allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    }

    @Test
    void a_fluid_at_rest_has_no_reynolds_number() throws IOException {
        Files.writeString(
                theCase,
                TINY.replace("boundaries: {y-max: {scheme: moving, velocity: [1 mm/s, 0 mm/s]}}\n", "")
                        .replace("lattice-speed: 0.1", "relaxation-time: 0.8"));
        assertThat(run()).as(console.err()).isZero();
        assertThat(Files.readString(out.resolve("summary.json")))
                .contains("\"reynolds\": null", "\"mach\": null", "\"grid_reynolds\": null");
    }

    @Test
    void the_summary_contains_the_origin_of_its_numbers() throws IOException {
        assertThat(run("--set", "title=It's tiny")).as(console.err()).isZero();
        Map<String, Object> json = summary();
        assertThat(json)
                .containsEntry("started", TestConsole.NOW.toString())
                .containsEntry("ended", TestConsole.NOW.toString())
                .containsEntry(
                        "command",
                        "tessera run %s --device cpu:interpreter --out %s --set 'title=It'\\''s tiny'"
                                .formatted(theCase, out));
        assertThat(json.get("inputs"))
                .isEqualTo(List.of(Map.of(
                        "file", theCase.toString(), "bytes", TINY.length(), "sha256", sha256(TINY.getBytes(UTF_8)))));
        assertThat(number(json, "parameters", "viscosity")).isEqualTo(1e-6);
        assertThat(number(json, "parameters", "density")).isEqualTo(1000);
        assertThat(number(json, "parameters", "dynamic_viscosity")).isCloseTo(1e-3, withinPercentage(1e-9));
        assertThat(number(json, "parameters", "reynolds_velocity")).isEqualTo(1e-3);
        assertThat(json.toString()).contains("is=largest velocity imposed");
        assertThat(console.out())
                .containsPattern("Reynolds number [0-9.]+ of 1 mm/s \\(largest velocity imposed\\) and ");
    }

    @Test
    void inputs_that_the_case_names_have_their_digests_and_openings_their_areas() throws IOException {
        byte[] image = new byte[8 * 8 * 4];
        Files.write(temp.resolve("scan.raw"), image);
        Files.writeString(theCase, """
                tessera: 1
                geometry: {image: {file: scan.raw, size: [8, 8, 4], type: uint8, order: x-fastest, pore: [0]}, spacing: 1 mm}
                sides: {x-min: inlet, x-max: outlet, y: wall, z: wall}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}
                time: {lattice-speed: 0.02, stop: {steps: 4}}
                """);
        assertThat(run()).as(console.err()).isZero();
        Map<String, Object> json = summary();
        assertThat(String.valueOf(json.get("inputs")))
                .contains(temp.resolve("scan.raw").toString(), "bytes=256", sha256(image));
        assertThat(String.valueOf(json.get("openings")))
                .contains("inlet={area={value=3.2E-5, unit=m2}", "outlet={area={value=3.2E-5, unit=m2}");
    }

    @Test
    void buffer_layers_do_not_count_for_the_wall_shear_stress() throws IOException {
        Files.write(temp.resolve("scan.raw"), new byte[16 * 8 * 8]);
        Files.writeString(theCase, """
                tessera: 1
                geometry: {image: {file: scan.raw, size: [16, 8, 8], type: uint8, order: x-fastest, pore: [0]}, spacing: 1 mm}
                sides: {x-min: inlet, x-max: outlet, y: wall, z: wall, buffer: 4}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}
                time: {lattice-speed: 0.02, stop: {steps: 4}}
                output: {fields: [wall-shear-stress], wall-shear-stress: {exclude: 0 mm}}
                """);
        assertThat(run()).as(console.err()).isZero();
        assertThat(number(summary(), "observables", "wall_shear_stress.counted"))
                .as("the nodes of the ends are openings")
                .isCloseTo(16.0 / (16 + 2 * 4 - 2), withinPercentage(1e-9));
        assertThat(run("--overwrite", "--set", "output.wall-shear-stress.exclude=3 mm"))
                .as(console.err())
                .isZero();
        assertThat(number(summary(), "observables", "wall_shear_stress.counted"))
                .as("3 mm from where the image begins")
                .isCloseTo((16.0 - 2 * 3) / (16 + 2 * 4 - 2), withinPercentage(1e-9));
    }

    @Test
    void areas_of_a_flat_case_are_those_of_a_metre_of_depth() throws IOException {
        Files.writeString(theCase, """
                tessera: 1
                geometry: {box: [16 mm, 8 mm], spacing: 1 mm}
                sides: {x-min: inlet, x-max: outlet}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                model: {lattice: D2Q9}
                boundaries: {inlet: {mean-velocity: 1 mm/s}, outlet: {pressure: 0 Pa}}
                time: {lattice-speed: 0.02, stop: {steps: 4}}
                """);
        assertThat(run()).as(console.err()).isZero();
        assertThat(String.valueOf(summary().get("openings")))
                .contains("inlet={area={value=0.008, unit=m2/m}, width={value=0.008, unit=m}");
        assertThat(Main.run(console.pipe(), "geometry", theCase.toString(), "--out", out.toString()))
                .isZero();
        assertThat(console.out())
                .contains(
                        "17 × 8 nodes, 1.0000 mm apart, 17.000 × 8.0000 mm from (-0.50000, 0) mm on",
                        "width 8.0000 mm, area 0.0080000 m² per metre of depth")
                .doesNotContain("mm²");
    }

    private Map<String, Object> summary() throws IOException {
        Object json = new Load(
                        LoadSettings.builder().setSchema(new JsonSchema()).build())
                .loadFromString(Files.readString(out.resolve("summary.json")));
        return ((Map<?, ?>) json)
                .entrySet().stream()
                        .collect(
                                LinkedHashMap::new,
                                (map, entry) -> map.put(String.valueOf(entry.getKey()), entry.getValue()),
                                Map::putAll);
    }

    private static double number(Map<String, Object> json, String group, String name) {
        Map<?, ?> quantity =
                (Map<?, ?>) Objects.requireNonNull(group(json, group).get(name));
        return ((Number) Objects.requireNonNull(quantity.get("value"))).doubleValue();
    }

    private static Map<?, ?> group(Map<String, Object> json, String name) {
        return (Map<?, ?>) Objects.requireNonNull(json.get(name));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
