package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Boundary;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.boundary.BoundaryKinds;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The factories of boundaries for cases in Java make what a case file makes.
final class BoundaryFactoriesTest {
    /// @param keys of the boundary `end` in a case file
    /// @param made by a factory
    private record Pair(String keys, Boundary made) {}

    private static final List<Pair> PAIRS = List.of(
            new Pair("scheme: bounce-back", Boundaries.wall()),
            new Pair("scheme: mixed", Boundaries.mixedWall()),
            new Pair("scheme: full-way", Boundaries.fullWayWall()),
            new Pair("scheme: full-way, velocity: [2 m/s, 0 m/s]", Boundaries.fullWayWall("2 m/s", "0 m/s", "0 m/s")),
            new Pair("scheme: tamm-mott-smith", Boundaries.tammMottSmithWall()),
            new Pair(
                    "scheme: tamm-mott-smith, velocity: [2 m/s, 0 m/s]",
                    Boundaries.tammMottSmithWall("2 m/s", "0 m/s", "0 m/s")),
            new Pair("scheme: moving, velocity: [2 m/s, 0 m/s]", Boundaries.movingWall("2 m/s", "0 m/s", "0 m/s")),
            new Pair("scheme: symmetry", Boundaries.symmetry()),
            new Pair("scheme: slip", Boundaries.symmetry()),
            new Pair("scheme: auto, mean-velocity: 1 m/s", Boundaries.meanVelocity("1 m/s")),
            new Pair(
                    "scheme: zou-he, peak-velocity: 1 m/s, profile: parabolic, ramp: 2 s",
                    Boundaries.peakVelocity("1 m/s")
                            .by(Scheme.ZOU_HE)
                            .parabolic()
                            .rampedOver("2 s")),
            new Pair(
                    "scheme: regularized, velocity: [1 m/s, 2 m/s]",
                    Boundaries.velocity("1 m/s", "2 m/s").by(Scheme.REGULARIZED)),
            new Pair(
                    "scheme: equilibrium, flow-rate: 3 m2/s",
                    Boundaries.flowRate("3 m2/s").by(Scheme.EQUILIBRIUM)),
            new Pair(
                    "scheme: guo, pressure: 3 Pa, backflow-guard: true",
                    Boundaries.pressure("3 Pa").by(Scheme.GUO).guardedAgainstBackflow()),
            new Pair(
                    "scheme: link-wise, pressure: 3 Pa, sponge: {length: 5 mm, factor: 10}",
                    Boundaries.pressure("3 Pa").by(Scheme.LINK_WISE).withSponge("5 mm", 10)),
            new Pair("scheme: grad, pressure: 3 Pa", Boundaries.gradOutflow("3 Pa")),
            new Pair(
                    "scheme: grad, pressure: 3 Pa, ramp: 2 s",
                    Boundaries.gradOutflow("3 Pa").rampedOver("2 s")),
            new Pair(
                    "scheme: grad, pressure: 3 Pa, ramp: auto",
                    Boundaries.gradOutflow("3 Pa").ramped()),
            new Pair("scheme: grad-extrapolated", Boundaries.gradExtrapolatedOutflow()),
            new Pair("scheme: grad-extrapolated, pressure: 3 Pa", Boundaries.gradExtrapolatedOutflow("3 Pa")),
            new Pair(
                    "scheme: grad-extrapolated, pressure: 3 Pa, ramp: 2 s",
                    Boundaries.gradExtrapolatedOutflow("3 Pa").rampedOver("2 s")),
            new Pair(
                    "scheme: grad-extrapolated, pressure: 3 Pa, ramp: auto",
                    Boundaries.gradExtrapolatedOutflow("3 Pa").ramped()),
            new Pair("scheme: yu", Boundaries.yuOutflow()),
            new Pair("scheme: characteristic, pressure: 3 Pa", Boundaries.characteristicOutlet("3 Pa")),
            new Pair(
                    "scheme: characteristic, pressure: 3 Pa, recovery: 0.5, recovery-length: 2 m",
                    Boundaries.characteristicOutlet("3 Pa").recovering(0.5).recoveringOver("2 m")),
            new Pair("scheme: neumann", Boundaries.neumannOutflow()),
            new Pair(
                    "scheme: neumann, velocity-gradient: [4 1/s, 0 1/s]",
                    Boundaries.neumannOutflow("4 1/s", "0 1/s", "0 1/s")),
            new Pair("scheme: copy", Boundaries.copyOutflow()),
            new Pair("scheme: do-nothing", Boundaries.doNothingOutflow()));

    private static Boundary read(String keys) {
        String text = """
                tessera: 1
                geometry: {box: [4 m, 4 m], spacing: 0.5 m}
                sides: {x-min: begin, x-max: end}
                fluid: {density: 1 kg/m3, viscosity: 1 m2/s}
                model: {lattice: D2Q9}
                boundaries:
                  begin: {pressure: 1 Pa}
                  end: {%s}
                time: {relaxation-time: 0.9, stop: {steps: 1}}
                """.formatted(keys);
        Boundary read = CaseFile.parse("case.yaml", text, Path.of(""), List.of())
                .theCase()
                .boundaries()
                .get("end");
        return Objects.requireNonNull(read);
    }

    @TestFactory
    List<DynamicTest> a_factory_makes_the_boundary_of_the_case_file() {
        return PAIRS.stream()
                .map(pair -> DynamicTest.dynamicTest(
                        pair.keys, () -> assertThat(pair.made).isEqualTo(read(pair.keys))))
                .toList();
    }

    @Test
    void every_scheme_of_the_catalogue_has_a_factory() {
        Set<String> known = new LinkedHashSet<>();
        for (BoundaryKind kind : BoundaryKinds.all()) {
            for (SchemeWord scheme : kind.schemes()) {
                known.add(scheme.word());
            }
        }
        Set<String> made = new LinkedHashSet<>();
        for (Pair pair : PAIRS) {
            Matcher word = Pattern.compile("scheme: ([a-z-]+)").matcher(pair.keys);
            assertThat(word.find()).as(pair.keys).isTrue();
            made.add(word.group(1));
        }
        assertThat(made).containsExactlyInAnyOrderElementsOf(known);
    }

    @Test
    void a_quantity_of_another_kind_is_refused() {
        assertThatThrownBy(() -> Boundaries.gradOutflow("3 m/s")).hasMessageContaining("m/s");
        assertThatThrownBy(() -> Boundaries.neumannOutflow("3 m/s", "0 1/s", "0 1/s"))
                .hasMessageContaining("m/s");
        assertThatThrownBy(() -> Boundaries.tammMottSmithWall("3 Pa", "0 m/s", "0 m/s"))
                .hasMessageContaining("Pa");
        assertThatThrownBy(() -> Boundaries.characteristicOutlet("0 Pa").recoveringOver("0 m"))
                .hasMessageContaining("not positive");
    }
}
