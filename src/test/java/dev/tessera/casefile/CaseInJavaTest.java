package dev.tessera.casefile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Domain;
import dev.tessera.geometry.shape.ShapeSource;
import dev.tessera.geometry.shape.Side;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.model.collision.Mrt;
import dev.tessera.solver.Boundaries;
import dev.tessera.solver.Case;
import dev.tessera.solver.Value;
import dev.tessera.units.QuantityKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One case, in text and in Java.
final class CaseInJavaTest {
    private static final String TEXT = """
            tessera: 1
            title: Flow past a ball
            geometry:
              box: [40 mm, 20 mm, 20 mm]
              obstacles: {ball: {sphere: {centre: [10 mm, 10 mm, 10 mm], diameter: 5 mm}}}
              spacing: 0.5 mm
            sides: {x-min: inlet, x-max: outlet, y: periodic, z: wall}
            fluid: {density: 1050 kg/m3, viscosity: 3.5 mPa.s}
            model: {lattice: D3Q19, collision: mrt}
            boundaries:
              inlet: {mean-velocity: 20 mm/s, profile: parabolic, ramp: 0.1 s}
              outlet: {pressure: 0 mmHg, sponge: {length: 5 mm, factor: 10}, backflow-guard: true}
            reference: {velocity: 20 mm/s, length: 5 mm}
            time: {lattice-speed: 0.05, stop: {steady: 1e-5, at-most: 10 s}}
            """;

    private static Case inJava() {
        Side inlet = Side.opening("inlet").wet();
        Side outlet = Side.opening("outlet").wet();
        Side open = Side.periodic();
        Side wall = Side.wall("wall");
        Domain box = Domain.of(new Vec(0.04, 0.02, 0.02), inlet, outlet, open, open, wall, wall);
        return Case.named("ball")
                .title("Flow past a ball")
                .geometry(ShapeSource.in(box).obstacle("ball", new Sphere(new Vec(0.01, 0.01, 0.01), 0.0025)))
                .spacing("0.5 mm")
                .fluid("1050 kg/m3", "3.5 mPa.s")
                .collision(new Mrt())
                .boundary(
                        "inlet", Boundaries.meanVelocity("20 mm/s").parabolic().rampedOver("0.1 s"))
                .boundary(
                        "outlet",
                        Boundaries.pressure("0 mmHg").withSponge("5 mm", 10).guardedAgainstBackflow())
                .reference("20 mm/s", "5 mm")
                .latticeSpeed(0.05)
                .steady(1e-5)
                .atMost("10 s")
                .build();
    }

    @Test
    void a_case_in_java_is_the_case_in_text() {
        Case inText = CaseFile.parse("case.yaml", TEXT, Path.of("/cases/ball"), List.of())
                .theCase();
        assertThat(CaseText.of(inJava())).isEqualTo(CaseText.of(inText));
        assertThat(inJava().boundaries()).isEqualTo(inText.boundaries());
        assertThat(inJava().model()).isEqualTo(inText.model());
    }

    @Test
    void what_is_not_said_is_the_same_in_java_and_in_text() {
        Case inText = CaseFile.parse("case.yaml", """
                        tessera: 1
                        geometry: {box: [1 mm, 1 mm, 1 mm], spacing: 0.1 mm}
                        fluid: {density: 1000 kg/m3, viscosity: 1 mPa.s}
                        time: {relaxation-time: 1, stop: {steps: 5}}
                        """, Path.of("/cases/plain"), List.of())
                .theCase();
        Case inJava = Case.named("plain")
                .geometry(ShapeSource.in(Domain.enclosed(new Vec(1e-3, 1e-3, 1e-3), Side.wall("wall"))))
                .spacing("0.1 mm")
                .atMostSteps(5)
                .build();
        assertThat(CaseText.of(inJava)).isEqualTo(CaseText.of(inText));
    }

    @Test
    void values_that_vary_are_written_as_formulas() {
        Value pulse = Value.varying(at ->
                at.number(0.25).times(at.max(at.number(0), at.sin(at.number(8).times(at.t())))));
        assertThat(YamlWriter.text(
                        Yaml.group()
                                .with("v", ValueText.of(pulse, QuantityKind.VELOCITY))
                                .node(),
                        node -> null))
                .isEqualTo("v: {expression: \"0.25 * max(0, sin(8 * t))\", unit: m/s}\n");
    }

    @Test
    void a_wrong_unit_in_java_is_refused_as_in_text() {
        assertThatThrownBy(() -> Boundaries.meanVelocity("20 mm"))
                .hasMessage("'20 mm' is a length; expected a velocity, such as 0.35 m/s");
    }
}
