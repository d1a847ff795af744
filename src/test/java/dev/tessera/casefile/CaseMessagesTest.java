package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tessera.solver.Boundary;
import dev.tessera.solver.Case;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.boundary.VelocityOpening;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The most likely mistakes, and their exact messages.
final class CaseMessagesTest {
    static final String CHANNEL = """
            tessera: 1
            title: Flow past a cylinder
            constants: {height: 0.41 m, U: 0.3}
            geometry:
              box: [2.2 m, 0.41 m]
              obstacles: {cylinder: {disc: {centre: [0.2 m, 0.2 m], diameter: 0.1 m}}}
              spacing: 5 mm
            sides: {x-min: inlet, x-max: outlet}
            fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}
            model: {lattice: D2Q9, collision: bgk}
            boundaries:
              inlet:
                velocity: [{expression: "4*U*y*(height - y)/height^2", unit: m/s}, 0 m/s]
              outlet: {pressure: 0 Pa}
            reference: {velocity: 0.2 m/s, length: 0.1 m}
            time: {lattice-speed: 0.05, stop: {steady: 1e-6, at-most: 60 s}}
            output: {every: 1 s, fields: [velocity, pressure], pictures: [slice z 50%]}
            """;

    private static CaseFile parse(String text, String... overrides) {
        return CaseFile.parse("case.yaml", text, Path.of("/cases/channel"), List.of(overrides));
    }

    private static String problem(String from, String to, String... overrides) {
        assertThat(CHANNEL).contains(from);
        return message(CHANNEL.replace(from, to), overrides);
    }

    private static String message(String text, String... overrides) {
        return String.valueOf(catchThrowableOfType(CaseFileException.class, () -> parse(text, overrides))
                .getMessage());
    }

    @Test
    void the_case_itself_is_right() {
        assertThat(parse(CHANNEL).theCase().name()).isEqualTo("channel");
        assertThat(parse(CHANNEL).theCase().boundaries()).containsOnlyKeys("inlet", "outlet");
    }

    @Test
    void adhesion_is_of_components_of_a_shan_chen_mixture() {
        String model = "model: {lattice: D2Q9, collision: bgk}";
        String fluid = "viscosity: 1e-3 m2/s}";
        String mixed = CHANNEL.replace(
                fluid, "viscosity: 1e-3 m2/s, components: {oil: {density: 1 g/cm3}, water: {density: 1 g/cm3}}}");
        assertThat(message(mixed.replace(
                        model, "model: {mixture: shan-chen, coupling: {oil-water: 3}, adhesion: {air: 1}}")))
                .isEqualTo("case.yaml:10:18: model.adhesion: adhesion of air: the components are [oil, water]");
        assertThat(message(mixed.replace(model, "model: {adhesion: {oil: 1}}")))
                .isEqualTo(
                        "case.yaml:10:19: model.adhesion: this belongs to mixture: shan-chen; write mixture: shan-chen");
    }

    @Test
    void potentials_are_of_components_and_expressions_of_rho() {
        String model = "model: {lattice: D2Q9, collision: bgk}";
        String fluid = "viscosity: 1e-3 m2/s}";
        String mixed = CHANNEL.replace(
                fluid, "viscosity: 1e-3 m2/s, components: {oil: {density: 1 g/cm3}, water: {density: 1 g/cm3}}}");
        String given = "model: {mixture: shan-chen, coupling: {oil-water: 3}, potential: %s}";
        assertThat(message(mixed.replace(model, given.formatted("{air: linear}"))))
                .isEqualTo("case.yaml:10:18: model.potential: potential of air: the components are [oil, water]");
        assertThat(message(mixed.replace(model, given.formatted("{oil: {expression: exp(-1/r)}}"))))
                .startsWith("case.yaml:10:")
                .contains("model.potential.oil.expression: ")
                .contains("r")
                .contains("(character 8 of \"exp(-1/r)\")");
        assertThat(message(mixed.replace(model, given.formatted("{expression: tan(rho)}"))))
                .contains("model.potential: a pseudopotential is computed by devices, which have no tan");
        assertThat(message(mixed.replace(model, given.formatted("square"))))
                .contains("model.potential: unknown potential 'square'");
        String right = given.formatted("{oil: {expression: U*exp(-1/rho)}}, lattice: D2Q9, collision: bgk");
        assertThat(CaseText.of(parse(mixed.replace(model, right)).theCase()))
                .contains("expression: 0.3*exp(-1/rho)", "water: linear");
    }

    @Test
    void an_unknown_key_lists_the_known_ones_nearest_first() {
        assertThat(problem("viscosity: 1e-3", "viscocity: 1e-3"))
                .isEqualTo(
                        "case.yaml:9:27: fluid: unknown key 'viscocity'; did you mean viscosity? known keys: viscosity,"
                                + " density, reference-viscosity, components");
    }

    @Test
    void a_number_without_unit_is_asked_for_one() {
        assertThat(problem("spacing: 5 mm", "spacing: 0.005"))
                .isEqualTo("case.yaml:7:12: geometry.spacing: '0.005' has no unit; expected a length, such as 0.1 mm");
    }

    @Test
    void a_misspelled_unit_shows_near_ones_at_its_column() {
        assertThat(problem("5 mm", "5 milimetre"))
                .startsWith("case.yaml:7:14: geometry.spacing: unknown unit 'milimetre'; known units: m cm mm");
        assertThat(problem("0.2 m/s, length", "0.2 m/S, length"))
                .isEqualTo("case.yaml:15:29: reference.velocity: unknown unit 'S'; near ones: s, ms, us, St");
    }

    @Test
    void an_end_in_steps_is_told_its_key() {
        assertThat(problem("at-most: 60 s", "at-most: 200 steps"))
                .isEqualTo("case.yaml:16:59: time.stop.at-most: '200 steps' is a number of steps, not a time; write"
                        + " steps: 200 instead of at-most");
    }

    @Test
    void the_clock_time_of_checkpoints_is_a_positive_time() {
        String output = "pictures: [slice z 50%]}";
        String where = "case.yaml:17:78: output.checkpoints.clock-time: ";
        assertThat(problem(output, "checkpoints: {clock-time: 0 min}}")).isEqualTo(where + "'0 min' must be positive");
        assertThat(problem(output, "checkpoints: {clock-time: -5 h}}")).isEqualTo(where + "'-5 h' must be positive");
        assertThat(problem(output, "checkpoints: {clock-time: 30}}"))
                .isEqualTo(where + "'30' has no unit; expected a time, such as 0.05 s");
        assertThat(problem(output, "checkpoints: {clock-time: 30 mm}}")).startsWith(where + "'30 mm' is a length");
        assertThat(problem(output, "checkpoints: {clock-time: 5000 steps}}"))
                .isEqualTo(where + "'5000 steps' is a number of steps, not a time; write every: 5000 steps instead of"
                        + " clock-time");
    }

    @Test
    void several_units_of_time_fit_the_clock_time_of_checkpoints() {
        String channel = CHANNEL.replace("pictures: [slice z 50%]}", "checkpoints: {clock-time: 1.5 h}}");
        OutputChoice.Checkpoints checkpoints = parse(channel).theCase().output().checkpoints();
        assertThat(checkpoints.clockTimeS()).hasValue(5400);
        assertThat(checkpoints.every()).isEqualTo(OutputChoice.Schedule.ONLY_AT_END);
        assertThat(checkpoints.keep()).isEqualTo(2);
        assertThat(parse(CHANNEL, "output.checkpoints.clock-time=20 min")
                        .theCase()
                        .output()
                        .checkpoints()
                        .clockTimeS())
                .hasValue(1200);
    }

    @Test
    void a_unit_of_another_dimension_says_what_was_expected() {
        assertThat(problem("1e-3 m2/s", "1e-3 Pa/m"))
                .isEqualTo("case.yaml:9:38: fluid.viscosity: '1e-3 Pa/m' is a force per volume or pressure gradient;"
                        + " expected a dynamic viscosity, such as 3.5 mPa.s, or a kinematic viscosity, such as 3.3e-6"
                        + " m^2/s");
    }

    @Test
    void control_characters_are_refused_everywhere() {
        String escape = "\\e[31m";
        assertThat(message(CHANNEL, "title=\"a " + escape + "b\""))
                .isEqualTo(
                        "--set title: this text has a control character (U+001B) in it; remove it, since terminals obey"
                                + " such characters");
        assertThat(message(CHANNEL + "\n\"a" + escape + "\": 1\n"))
                .contains("control character (U+001B)")
                .doesNotContain("\u001b");
        assertThat(parse(CHANNEL, "title=\"Strömung, 流れ\"").theCase().title()).isEqualTo("Strömung, 流れ");
    }

    @Test
    void a_range_of_colours_has_the_unit_of_the_field_and_goes_upward() {
        assertThat(message(CHANNEL, "output.pictures={picture: pressure slice z 50%, range: [0, 2 m/s]}"))
                .contains("output.pictures: the range is a velocity, but the picture shows pressure")
                .contains("80 mmHg");
        assertThat(message(CHANNEL, "output.pictures=[{picture: slice z 50%, range: [2 m/s, 0]}]"))
                .contains("from a smaller to a larger value");
        assertThat(message(CHANNEL, "output.pictures=[{picture: slice z 50%, range: serie}]"))
                .contains("did you mean series?");
    }

    @Test
    void the_direction_of_a_surface_is_an_axis_or_three_numbers() {
        for (String direction : List.of("w", "from y", "from 1 2", "from 1 2 3 4", "from 1 2 three", "1 2 3", "y y")) {
            assertThat(message(CHANNEL, "output.pictures=[pressure surface " + direction + "]"))
                    .contains("output.pictures")
                    .contains("an axis or three numbers without commas; write surface, surface y");
        }
        assertThat(message(CHANNEL, "output.pictures=[surface from 0 0 0]")).contains("(0, 0, 0) is no direction");
        assertThat(message(CHANNEL, "output.pictures=[surface from 1e999 0 0]")).contains("is no direction");
        assertThat(message(CHANNEL, "output.pictures=[pressure surfaces]"))
                .contains("[field] surface, or [field] streamlines");
        for (String wrong : List.of("slice z 50% within", "slice z 50% in surface", "maximum z 50% within surface")) {
            assertThat(message(CHANNEL, "output.pictures=[%s]".formatted(wrong)))
                    .contains("is no picture; write");
        }
        assertThat(message(CHANNEL, "output.pictures=[slice z 50% within surface y]"))
                .contains("seen from its edge; choose a direction");
        assertThat(message(CHANNEL, "output.pictures=[surfaces]"))
                .contains("'surfaces' is no field and no kind of picture; known: surface, ");
    }

    @Test
    void a_decimal_comma_is_named() {
        assertThat(problem("spacing: 5 mm", "spacing: 0,5 mm"))
                .isEqualTo("case.yaml:7:13: geometry.spacing: a number takes a point, not a comma: write 0.5 mm");
    }

    @Test
    void a_decimal_comma_in_braces_splits_the_value() {
        assertThat(problem("{pressure: 0 Pa}", "{pressure: 0,5 mmHg}"))
                .isEqualTo(
                        "case.yaml:14:22: the comma splits the value of 'pressure': inside {…} a comma separates keys,"
                                + " so '5 mmHg' became a key; write 0.5 mmHg");
    }

    @Test
    void an_unquoted_expression_in_braces_is_split_by_its_commas() {
        assertThat(problem("\"4*U*y*(height - y)/height^2\"", "max(0, sin(t), y)"))
                .isEqualTo(
                        "case.yaml:13:29: the comma splits the value of 'expression': inside {…} a comma separates"
                                + " keys, so 'sin(t)' and 'y)' became a key; put the whole value in quotes: \"max(0, sin(t), y)\"");
    }

    @Test
    void a_decimal_comma_in_a_list_makes_one_item_too_many() {
        assertThat(problem("[0.2 m, 0.2 m]", "[0,2 m, 0.2 m, 1,5 m]"))
                .startsWith(
                        "case.yaml:6:42: geometry.obstacles.cylinder.disc.centre: 5 items, but this is a list of length,"
                                + " 2 items. A comma separates items: a decimal number takes a point, 0.5 and not 0,5");
    }

    @Test
    void a_duplicate_key_shows_both_places() {
        assertThat(problem("  spacing: 5 mm\n", "  spacing: 5 mm\n  spacing: 2 mm\n"))
                .isEqualTo(
                        "case.yaml:8:3: key 'spacing' is written twice; first at case.yaml:7:3. Keep one of" + " them");
    }

    @Test
    void a_tab_is_named() {
        assertThat(problem("  spacing: 5 mm", "\tspacing: 5 mm"))
                .isEqualTo("case.yaml:7:1: a tab is not allowed here; replace it by spaces");
    }

    @Test
    void a_missing_space_after_a_colon_is_named() {
        assertThat(problem("fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}", "fluid:\n  density:1 kg/m3"))
                .isEqualTo("case.yaml:10:3: fluid: this is 'density:1 kg/m3', but a group of keys is expected: density,"
                        + " viscosity, reference-viscosity, components. A space is missing after 'density:'");
    }

    @Test
    void a_missing_section_is_asked_for_with_an_example() {
        assertThat(problem("fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}\n", ""))
                .isEqualTo(
                        "case.yaml:1:1: key 'fluid' is missing (group of keys); write for example fluid: {density: 1050"
                                + " kg/m3, viscosity: 3.5 mPa.s}");
    }

    @Test
    void an_unknown_word_lists_the_known_ones() {
        assertThat(problem("collision: bgk", "collision: bkg"))
                .startsWith("case.yaml:10:35: model.collision: unknown collision 'bkg'; did you mean bgk? known: bgk");
    }

    @Test
    void two_ways_to_give_the_time_step_exclude_each_other() {
        assertThat(problem("lattice-speed: 0.05,", "lattice-speed: 0.05, relaxation-time: 0.8,"))
                .isEqualTo("case.yaml:16:29: time: lattice-speed (case.yaml:16:8) and relaxation-time (case.yaml:16:29)"
                        + " are both given, but each of them determines the time step; keep one of lattice-speed,"
                        + " relaxation-time, time-step");
    }

    @Test
    void no_way_to_give_the_time_step_is_asked_for_one() {
        assertThat(problem("lattice-speed: 0.05, ", ""))
                .isEqualTo(
                        "case.yaml:16:7: time: one of lattice-speed, relaxation-time, time-step is missing; write for"
                                + " example lattice-speed: 0.1");
    }

    @Test
    void a_wrong_name_in_an_expression_is_found_at_its_column() {
        assertThat(problem("4*U*y*(height - y)", "4*U*y*(heigth - y)"))
                .isEqualTo(
                        "case.yaml:13:37: boundaries.inlet.velocity.0.expression: unknown name 'heigth'; known: height,"
                                + " x, y, z, t, pi, e, U. Other names are given in constants (character 8 of"
                                + " \"4*U*y*(heigth - y)/height^2\")");
    }

    @Test
    void a_boundary_of_no_surface_lists_the_surfaces() {
        assertThat(problem("  outlet: {pressure", "  outlett: {pressure"))
                .isEqualTo(
                        "case.yaml:14:3: boundaries: the geometry has no surface or opening 'outlett'; it has outlet,"
                                + " inlet, wall, cylinder");
    }

    @Test
    void a_lattice_of_another_dimension_is_refused() {
        assertThat(problem("lattice: D2Q9", "lattice: D3Q19"))
                .isEqualTo("case.yaml:10:18: model.lattice: D3Q19 is for 3D, but the geometry is 2D; use D2Q9");
    }

    @Test
    void two_conditions_at_one_opening_exclude_each_other() {
        assertThat(problem("{pressure: 0 Pa}", "{pressure: 0 Pa, mean-velocity: 1 m/s}"))
                .startsWith("case.yaml:14:28: boundaries.outlet: pressure (case.yaml:14:12) and mean-velocity"
                        + " (case.yaml:14:28) are both given, but an opening has one of them; keep one of");
    }

    @Test
    void a_case_without_its_version_is_no_case() {
        assertThat(problem("tessera: 1\n", ""))
                .isEqualTo("case.yaml:1:1: this is no case: its first key must be 'tessera: 1', the format's version");
        assertThat(problem("tessera: 1", "tessera: 2"))
                .isEqualTo("case.yaml:1:10: tessera: '2' must be a whole number from 1 to 1");
        assertThat(message("")).startsWith("case.yaml:1:1: this is no case");
    }

    @Test
    void a_profile_at_a_wall_is_refused() {
        assertThat(problem("{pressure: 0 Pa}", "{scheme: bounce-back, profile: plug}"))
                .isEqualTo("case.yaml:14:42: boundaries.outlet.profile: this belongs to an opening, but here is a wall;"
                        + " remove it, or choose scheme auto, zou-he,"
                        + " regularized, equilibrium, guo or link-wise");
    }

    @Test
    void a_broken_bracket_is_found() {
        assertThat(problem("{pressure: 0 Pa}", "{pressure: 0 Pa"))
                .isEqualTo(
                        "case.yaml:15:10: a comma or a closing bracket is missing here (expected ',' or '}', but got :)");
    }

    @Test
    void nothing_that_ends_the_run_is_refused() {
        assertThat(problem("stop: {steady: 1e-6, at-most: 60 s}", "stop: {}"))
                .isEqualTo(
                        "case.yaml:16:35: time.stop: nothing ends this run; write steady: 1e-6, at-most: 2 s or steps:"
                                + " 20000");
    }

    @Test
    void all_problems_of_a_file_are_reported_in_its_order() {
        String text = CHANNEL.replace("5 mm", "5 m2")
                .replace("steady: 1e-6", "steady: 7")
                .replace("50%", "150%");
        assertThat(message(text).lines().map(line -> line.substring(0, line.indexOf(": "))))
                .containsExactly("case.yaml:7:12", "case.yaml:16:44", "case.yaml:17:63");
    }

    @Test
    void an_override_with_an_error_is_named_by_its_path() {
        assertThat(message(CHANNEL, "geometry.spacing=5 mmm"))
                .startsWith("--set geometry.spacing: unknown unit 'mmm'; near ones: mm");
        assertThat(message(CHANNEL, "geometry.spacing.x=5 mm"))
                .isEqualTo(
                        "--set geometry.spacing.x: 'geometry.spacing' is the value '5 mm' in the case, so it has no key"
                                + " 'x'");
        assertThat(message(CHANNEL, "geometry.spacing"))
                .startsWith("--set geometry.spacing: this is no assignment; write --set path.to.key=value");
        assertThat(message(CHANNEL, "geometry.box.7=1 m"))
                .isEqualTo(
                        "--set geometry.box.7: 'geometry.box' is a list of 2; name an item by its index from 0 (to 1; 2"
                                + " adds one), not '7'");
        assertThat(message(CHANNEL, "geometri.spacing=1 mm"))
                .startsWith("--set geometri.spacing: unknown key 'geometri'; did you mean geometry?");
    }

    @Test
    void errors_found_later_are_located_by_their_key() {
        CaseFile file = parse(CHANNEL, "geometry.spacing=4 mm");
        assertThat(file.located("time.lattice-speed: too fast"))
                .isEqualTo("case.yaml:16:8: time.lattice-speed: too fast");
        assertThat(file.located("time.time-step: too long")).isEqualTo("case.yaml:16:1: time.time-step: too long");
        assertThat(file.located("geometry.spacing: too coarse"))
                .isEqualTo("case.yaml:7:3: geometry.spacing: too coarse");
        assertThat(file.located("boundaries.inlet: x")).isEqualTo("case.yaml:12:3: boundaries.inlet: x");
        assertThat(file.located("drive: none")).isEqualTo("drive: none");
        assertThat(parse(CHANNEL, "drive={acceleration: [1 m/s2, 0 m/s2]}").located("drive.acceleration: too strong"))
                .isEqualTo("--set drive.acceleration: too strong");
        assertThat(file.located("it is late: go home")).isEqualTo("it is late: go home");
    }

    @Test
    void a_flow_rate_per_depth_is_refused_in_3d() {
        String duct = """
                tessera: 1
                geometry: {box: [4 mm, 4 mm, 4 mm], spacing: 1 mm}
                fluid: {density: 1000 kg/m3, viscosity: 1e-6 m2/s}
                sides: {x-min: inlet, x-max: outlet}
                boundaries:
                  inlet: {flow-rate: 2 mm2/s}
                  outlet: {pressure: 0 Pa}
                time: {relaxation-time: 0.8, stop: {steps: 4}}
                """;
        assertThat(message(duct))
                .startsWith("case.yaml:6:22: boundaries.inlet.flow-rate: a flow rate per depth belongs to 2D");
        assertThat(message(duct, "boundaries.inlet.flow-rate={expression: 1e-6*y, unit: m2/s}"))
                .contains("belongs to 2D");
        parse(duct, "boundaries.inlet.flow-rate=2 uL/s");
        parse(duct, "geometry.box=[4 mm, 4 mm]");
    }

    @Test
    void an_override_names_its_path_once() {
        assertThat(message(CHANNEL, "boundaries.typo={pressure: 0 Pa}"))
                .startsWith("--set boundaries.typo: the geometry has no surface or opening 'typo'");
    }

    @Test
    void what_cannot_be_plotted_over_time_shows_what_can() {
        assertThat(problem("pictures: [slice z 50%]", "plots: [residual, inlet.flowrate]"))
                .startsWith("case.yaml:17:70: output.plots.1: 'inlet.flowrate' is nothing that is plotted over time;"
                        + " did you mean inlet.flow_rate? known: residual, convergence,")
                .endsWith(
                        "of an opening or a wall NAME.flow_rate, NAME.mean_pressure, NAME.force_x, NAME.force_y, NAME.force_z,"
                                + " of a probe NAME.velocity_x, NAME.velocity_y, NAME.velocity_z, NAME.pressure, NAME.height,"
                                + " of a section NAME.area, NAME.mean_velocity_x, NAME.mean_velocity_y, NAME.mean_velocity_z, NAME.mean_height,"
                                + " and of phases and components NAME.volume, NAME.contact_angle, NAME.first, NAME.last, NAME.crossings, NAME.mass");
        assertThat(problem("pictures: [slice z 50%]", "plots: [residual, none]"))
                .endsWith("none is written alone, not in a list: write none, or an empty list, []");
        assertThat(parse(CHANNEL, "output.plots=none").theCase().output().plots())
                .isEmpty();
        assertThat(parse(CHANNEL, "output.plots=residual").theCase().output().plots())
                .hasSize(1);
        assertThat(parse(CHANNEL, "output.plots=here.velocity_x")
                        .theCase()
                        .output()
                        .plots())
                .hasSize(1);
    }

    @Test
    void what_would_be_written_twice_is_refused() {
        assertThat(problem("pictures: [slice z 50%]", "pictures: [slice z 50%, velocity slice z 50.2%]"))
                .endsWith(
                        "output.pictures: items 1 and 2 of this list both make pictures velocity-z50-<step>.png (places"
                                + " of slices count in whole percent); keep one of them");
        assertThat(problem("pictures: [slice z 50%]", "pictures: [surface, {picture: surface, range: each}]"))
                .contains("both make pictures velocity-surface-<step>.png");
        assertThat(problem("pictures: [slice z 50%]", "formats: [vtu, vti, vtu]"))
                .endsWith(
                        "output.formats: items 1 and 3 of this list both make files of the format vtu; keep one of them");
        assertThat(message(CHANNEL, "output.fields=[velocity, pressure, pressure]"))
                .endsWith("items 2 and 3 of this list both make the field pressure; keep one of them");
        assertThat(problem("pictures: [slice z 50%]", "plots: [residual, residual]"))
                .contains("both make the plot residual");
    }

    @Test
    void what_a_run_writes_may_be_nothing() {
        for (String key : List.of("pictures", "fields", "formats", "plots")) {
            for (String nothing : List.of("[]", "none")) {
                assertThat(outputList(key, parse(CHANNEL, "output." + key + "=" + nothing)))
                        .as("%s: %s", key, nothing)
                        .isEmpty();
            }
        }
        assertThat(outputList("fields", parse(CHANNEL.replace("fields: [velocity, pressure]", "fields: []"))))
                .isEmpty();
    }

    private static List<?> outputList(String key, CaseFile file) {
        var output = file.theCase().output();
        return switch (key) {
            case "pictures" -> output.pictures();
            case "fields" -> output.fields();
            case "formats" -> output.formats();
            case "plots" -> output.plots();
            default -> throw new IllegalArgumentException(key);
        };
    }

    @Test
    void an_empty_list_is_refused_where_something_is_needed() {
        assertThat(problem("box: [2.2 m, 0.41 m]", "box: []"))
                .contains("geometry.box: 0 items, but this is a list of")
                .contains("2 or 3 items");
    }

    @Test
    void a_number_of_steps_that_is_none_is_no_unknown_unit() {
        for (String wrong : new String[] {"-3 steps", "2.5 steps", "1e3 steps", "0 steps"}) {
            assertThat(problem("every: 1 s", "every: " + wrong))
                    .contains("output.every: ", "'%s'".formatted(wrong), "positive")
                    .doesNotContain("unknown unit");
        }
    }

    @Test
    void a_length_of_an_extension_that_is_none_is_no_unknown_unit() {
        for (String wrong : new String[] {"1e6 diameters", "-2 diameters", "1.2.3 diameters"}) {
            String surface = """
                    tessera: 1
                    geometry: {stl: a.stl, stl-unit: mm, spacing: 1 mm}
                    openings: {inlet: {outermost: x-min, extend: %s}}
                    fluid: {density: 1 kg/m3, viscosity: 1e-3 m2/s}
                    time: {relaxation-time: 0.8, stop: {steps: 1}}
                    """.formatted(wrong);
            assertThat(message(surface))
                    .contains("openings.inlet.extend: ", "'%s'".formatted(wrong), "0 to 1000 diameters")
                    .doesNotContain("unknown unit");
        }
    }

    @Test
    void shapes_without_extent_are_named_by_their_places() {
        String disc = "cylinder: {disc: {centre: [0.2 m, 0.2 m], diameter: 0.1 m}}";
        assertThat(problem(disc, "b: {tube: {path: [[1 mm, 2 mm], [1 mm, 2 mm]], diameter: 1 mm}}"))
                .contains("points 1 and 2 of the path are both at (1.000, 2.000, 0.000) mm; remove one of them");
        assertThat(problem(disc, "b: {cylinder: {from: [1 mm, 2 mm], to: [1 mm, 2 mm], diameter: 1 mm}}"))
                .contains("both ends of a cylinder are at (1.000, 2.000, 0.000) mm");
        assertThat(problem(disc, "b: {box: {from: [2 mm, 2 mm], to: [1 mm, 3 mm]}}"))
                .contains("a box from (2.000, 2.000) mm to (1.000, 3.000) mm is empty");
    }

    @Test
    void a_title_is_one_line_of_plain_text() {
        String title = "title: Flow past a cylinder\n";
        assertThat(problem(title, "title: \"a\\e[31mred\"\n"))
                .contains("case.yaml:2:8: this text has a control character (U+001B) in it; remove it");
        assertThat(problem(title, "title: " + "x".repeat(500_000) + "\n"))
                .contains("title: the title has 500,000 characters; at most 200 are allowed, in one line");
    }

    @Test
    void a_ramp_that_is_no_time() {
        assertThat(message(CHANNEL, "boundaries.inlet.ramp=soon"))
                .contains("boundaries.inlet.ramp: 'soon' is neither a time, such as 0.1 s, nor auto");
        assertThat(message(CHANNEL, "boundaries.inlet.ramp=-1 s"))
                .contains("boundaries.inlet.ramp: '-1 s' must not be negative");
        Case theCase = parse(CHANNEL, "boundaries.inlet.ramp=auto").theCase();
        assertThat(theCase.boundaries().get("inlet"))
                .isInstanceOfSatisfying(
                        VelocityOpening.class, inlet -> assertThat(inlet.rise()).isEqualTo(new Boundary.Rise.Auto()));
    }
}
