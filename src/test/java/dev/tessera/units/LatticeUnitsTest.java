package dev.tessera.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LatticeUnitsTest {
    private static final double DENSITY = 1050;
    private static final double VISCOSITY = 3.5e-3 / DENSITY;

    @Test
    void lattice_speed_spacing_and_speed_decide_the_time_step() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-4, DENSITY, 0.5, 0.1);
        assertThat(units.timeStepS()).isCloseTo(2e-5, within(1e-20));
        assertThat(units.velocityLattice(0.5)).isCloseTo(0.1, within(1e-15));
    }

    @Test
    void relaxation_time_and_viscosity_decide_the_time_step() {
        LatticeUnits units = LatticeUnits.fromRelaxationTime(1e-4, DENSITY, VISCOSITY, 0.8);
        assertThat(units.relaxationTime(VISCOSITY)).isCloseTo(0.8, within(1e-14));
        assertThat(units.viscosityLattice(VISCOSITY)).isCloseTo(0.1, within(1e-14));
        assertThatThrownBy(() -> LatticeUnits.fromRelaxationTime(1e-4, DENSITY, VISCOSITY, 0.5))
                .hasMessage(
                        "relaxation time 0.5 is not above 1/2, so the viscosity would not be positive. Use 0.6 … 1.5.");
    }

    @Test
    void every_conversion_has_its_inverse() {
        LatticeUnits units = LatticeUnits.fromTimeStep(2.5e-4, DENSITY, 3e-5);
        assertThat(units.velocityMPerS(units.velocityLattice(0.35))).isCloseTo(0.35, within(1e-15));
        assertThat(units.pressurePa(units.densityLattice(1234))).isCloseTo(1234, within(1e-9));
        assertThat(units.accelerationMPerS2(units.accelerationLattice(9.81))).isCloseTo(9.81, within(1e-14));
        assertThat(units.forceDensityNPerM3(units.forceDensityLattice(1000))).isCloseTo(1000, within(1e-10));
        assertThat(units.stressPa(units.stressLattice(2))).isCloseTo(2, within(1e-14));
        assertThat(units.viscosityM2PerS(units.viscosityLattice(1e-6))).isCloseTo(1e-6, within(1e-20));
        assertThat(units.flowRateSi(units.flowRateLattice(4e-6, 3), 3)).isCloseTo(4e-6, within(1e-19));
        assertThat(units.flowRateSi(units.flowRateLattice(4e-6, 2), 2)).isCloseTo(4e-6, within(1e-19));
        assertThat(units.steps(units.timeS(17))).isCloseTo(17, within(1e-12));
    }

    @Test
    void a_pressure_gradient_acts_like_a_force_density() {
        LatticeUnits units = LatticeUnits.fromTimeStep(2.5e-4, DENSITY, 3e-5);
        double perNode = units.densityLattice(1000 * units.spacingM()) - 1;
        assertThat(units.forceDensityLattice(1000))
                .isCloseTo(perNode * LatticeUnits.SPEED_OF_SOUND_SQUARED, within(1e-15));
    }

    @Test
    void force_is_stress_times_area() {
        LatticeUnits units = LatticeUnits.fromTimeStep(2.5e-4, DENSITY, 3e-5);
        assertThat(units.forceN(3, 3)).isCloseTo(units.stressPa(3) * 2.5e-4 * 2.5e-4, within(1e-18));
        assertThat(units.forceN(3, 2)).isCloseTo(units.stressPa(3) * 2.5e-4, within(1e-14));
    }

    @Test
    void a_fast_choice_is_refused_with_a_remedy() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-4, DENSITY, 0.35, 0.31);
        FlowNumbers numbers = new FlowNumbers(units, VISCOSITY, 0.35, 3e-3);
        List<String> problems = numbers.problems(StableGridReynolds.standard(), "bgk", "D3Q19", "incompressible");
        assertThat(problems)
                .containsExactly(
                        "speed 0.35 m/s is 0.31 nodes per step, which is too fast: Mach 0.537 exceeds 0.3. Use a lattice"
                                + " speed below 0.17, a time step below 49.5 us, or (at relaxation time 0.589) a spacing below"
                                + " 55.9 um.");
    }

    @Test
    void the_spacing_offered_for_a_fast_choice_is_the_limit_at_the_same_relaxation_time() {
        LatticeUnits units = LatticeUnits.fromRelaxationTime(1e-4, DENSITY, VISCOSITY, 0.589);
        FlowNumbers numbers = new FlowNumbers(units, VISCOSITY, 0.35, 3e-3);
        assertThat(numbers.mach()).isGreaterThan(FlowNumbers.LARGEST_MACH);
        double finer = units.spacingM() * FlowNumbers.LARGEST_MACH / numbers.mach();
        LatticeUnits other = LatticeUnits.fromRelaxationTime(finer, DENSITY, VISCOSITY, 0.589);
        assertThat(new FlowNumbers(other, VISCOSITY, 0.35, 3e-3).mach())
                .isCloseTo(FlowNumbers.LARGEST_MACH, within(1e-12));
    }

    @Test
    void a_coarse_choice_is_refused_with_a_sufficient_spacing() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-3, DENSITY, 0.35, 0.05);
        FlowNumbers numbers = new FlowNumbers(units, VISCOSITY, 0.35, 3e-3);
        assertThat(numbers.gridReynolds()).isCloseTo(105, within(1e-9));
        List<String> problems = numbers.problems(StableGridReynolds.standard(), "bgk", "D3Q19", "incompressible");
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("grid Reynolds number 105 is above 15, up to which"
                        + " bgk on D3Q19 is known to be stable. Use a spacing below 143 um")
                .endsWith(
                        ", or collision elbm with equilibrium quasi-compressible (no limit, but accurate up to about 10 only).");
        StableGridReynolds enough = new StableGridReynolds(List.of(new StableGridReynolds.Row("bgk", "*", "*", 106)));
        assertThat(numbers.problems(enough, "bgk", "D3Q19", "incompressible")).isEmpty();
    }

    @Test
    void a_coarse_choice_that_is_stable_without_limit_gives_a_warning() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-3, DENSITY, 0.35, 0.05);
        FlowNumbers numbers = new FlowNumbers(units, 0.35e-3 / 25, 0.35, 3e-3); // grid Reynolds number 25
        var table = StableGridReynolds.standard();
        assertThat(numbers.problems(table, "elbm", "D3Q19", "quasi-compressible"))
                .isEmpty();
        assertThat(numbers.warnings(table, "elbm", "D3Q19", "quasi-compressible"))
                .singleElement()
                .asString()
                .startsWith(
                        "grid Reynolds number 25: collision elbm stays stable, but is accurate up to about 10 only;")
                .contains("Use a spacing below 0.4 mm, or collision mrt (up to 30)");
        assertThat(numbers.warnings(table, "elbm-smagorinsky", "D3Q19", "quasi-compressible"))
                .singleElement()
                .asString()
                .startsWith("grid Reynolds number 25: collision elbm with smagorinsky stays stable");
        for (String limited : List.of("mrt", "plain")) {
            assertThat(numbers.warnings(table, limited, "D3Q19", "quasi-compressible"))
                    .isEmpty();
        }
        FlowNumbers fine = new FlowNumbers(units, 0.35e-3 / 9, 0.35, 3e-3);
        assertThat(fine.warnings(table, "elbm", "D3Q19", "quasi-compressible")).isEmpty();
    }

    @Test
    void a_coarse_choice_gets_stable_alternatives_from_the_table() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-3, DENSITY, 0.35, 0.05);
        FlowNumbers numbers = new FlowNumbers(units, 0.35e-3 / 25, 0.35, 3e-3); // grid Reynolds number 25
        var table = StableGridReynolds.standard();
        assertThat(numbers.problems(table, "bgk", "D3Q19", "incompressible"))
                .singleElement()
                .asString()
                .contains(
                        ", or collision mrt (up to 30) or collision regularized (up to 30) or collision elbm with equilibrium");
        assertThat(numbers.problems(table, "regularized", "D3Q15", "incompressible"))
                .singleElement()
                .asString()
                .contains(
                        ", or lattice D3Q19 (up to 30) or lattice D3Q27 (up to 50) or collision elbm with equilibrium");
    }

    /// The reference is the mean at an inlet; narrower outlets make the flow faster.
    @Test
    void a_speed_beyond_the_reference_gives_a_warning_before_the_run() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(0.4e-3, 1050, 0.16, 0.04);
        FlowNumbers numbers = new FlowNumbers(units, 3.5e-3 / 1050, 0.16, 4e-3);
        var table = StableGridReynolds.standard().of((collision, equilibrium) -> !collision.equals("elbm"));
        assertThat(numbers.problems(table, "mrt", "D3Q19", "incompressible")).isEmpty();
        assertThat(numbers.warningsAt(0.24, "in outlet", table, "mrt", "D3Q19", "incompressible"))
                .isEmpty();
        assertThat(numbers.warningsAt(0.73, "in outlet", table, "mrt", "D3Q19", "incompressible"))
                .containsExactly("the flow may reach about 0.73 m/s in outlet and diverge: grid Reynolds number 87.6 is"
                        + " above 30, up to which mrt on D3Q19 is known to be stable. Use a spacing below 137 um;"
                        + " no other collision or lattice is known to be stable. Half the lattice speed (0.02)"
                        + " often also helps. Also: Mach 0.316 exceeds 0.3. Use a time step below 94.9 us (a"
                        + " lattice speed below 0.038).");
        assertThat(numbers.warningsAt(0.38, "in outlet", table, "mrt", "D3Q19", "incompressible"))
                .singleElement()
                .asString()
                .endsWith(", or lattice D3Q27 (up to 50). Half the lattice speed (0.02) often also helps.");
    }

    /// As of an initial velocity of sin(pi) m/s.
    @Test
    void a_speed_of_rounding_is_no_lattice_speed_to_lower() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(0.4e-3, 1050, 0.16, 0.04);
        FlowNumbers numbers = new FlowNumbers(units, 3.5e-3 / 1050, 1e-16, 4e-3);
        assertThat(numbers.excesses(0.73, StableGridReynolds.standard(), "mrt", "D3Q19", "incompressible"))
                .satisfiesExactly(
                        coarse -> assertThat(coarse).endsWith(" Half the time step (50 us) often also helps."),
                        fast -> assertThat(fast).endsWith(" Use a time step below 94.9 us."));
    }

    @Test
    void a_relaxation_time_near_one_half_is_refused_with_a_sufficient_time_step() {
        LatticeUnits units = LatticeUnits.fromRelaxationTime(1e-3, DENSITY, VISCOSITY, 0.5001);
        FlowNumbers numbers = new FlowNumbers(units, VISCOSITY, 0, 0);
        assertThat(numbers.problems(StableGridReynolds.standard(), "mrt", "D3Q19", "incompressible"))
                .singleElement()
                .asString()
                .contains("is too close to 1/2")
                .contains("relaxation time 0.51 needs a time step of 1 ms here");
    }

    @Test
    void an_unlimited_collision_is_the_last_remedy_of_a_coarse_choice() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-3, DENSITY, 0.35, 0.05);
        var table = StableGridReynolds.standard();
        String elbm = "collision elbm (no limit, but accurate up to about 10 only)";
        FlowNumbers coarse = new FlowNumbers(units, 0.35e-3 / 25, 0.35, 3e-3); // grid Reynolds number 25
        assertThat(coarse.problems(table, "bgk", "D3Q19", "quasi-compressible"))
                .singleElement()
                .asString()
                .endsWith(", or collision mrt (up to 30) or collision regularized (up to 30) or " + elbm + ".");
        FlowNumbers coarser = new FlowNumbers(units, 0.35e-3 / 400, 0.35, 3e-3);
        assertThat(coarser.problems(table, "bgk", "D3Q19", "quasi-compressible"))
                .first()
                .asString()
                .endsWith(", or " + elbm + ".");
        assertThat(coarser.problems(table, "bgk", "D3Q13", "quasi-compressible"))
                .first()
                .asString()
                .endsWith("; no other collision or lattice is known to be stable.");
        assertThat(coarser.problems(table, "bgk-smagorinsky", "D2Q9", "quasi-compressible"))
                .first()
                .asString()
                .contains("up to which bgk with smagorinsky on D2Q9 is known to be stable")
                .endsWith(" or " + elbm + ".");
        var without = table.of((key, equilibrium) -> !key.equals("elbm"));
        for (String equilibrium : List.of("incompressible", "quasi-compressible", "shallow-water")) {
            assertThat(coarser.problems(without, "bgk", "D3Q19", equilibrium))
                    .isNotEmpty()
                    .noneMatch(problem -> problem.contains("elbm"));
        }
    }

    @Test
    void an_unlimited_collision_is_named_with_the_equilibrium_that_it_needs() {
        LatticeUnits units = LatticeUnits.fromLatticeSpeed(1e-3, DENSITY, 0.35, 0.05);
        FlowNumbers coarse = new FlowNumbers(units, 0.35e-3 / 1000, 0.35, 3e-3);
        var table = StableGridReynolds.standard();
        for (String collision : List.of("bgk", "bgk-smagorinsky")) {
            assertThat(coarse.problems(table, collision, "D3Q19", "incompressible"))
                    .first()
                    .asString()
                    .endsWith(
                            ", or collision elbm with equilibrium quasi-compressible (no limit, but accurate up to about 10 only).");
        }
        var near = new FlowNumbers(LatticeUnits.fromRelaxationTime(1e-3, DENSITY, VISCOSITY, 0.5003), VISCOSITY, 0, 0);
        assertThat(near.problems(table, "mrt", "D3Q19", "incompressible"))
                .singleElement()
                .asString()
                .endsWith("; or use collision elbm with equilibrium quasi-compressible, which has no such limit.");
    }

    @Test
    void an_unlimited_collision_may_have_any_relaxation_time_above_one_half() {
        var table = StableGridReynolds.standard();
        FlowNumbers numbers =
                new FlowNumbers(LatticeUnits.fromRelaxationTime(1e-3, DENSITY, VISCOSITY, 0.5003), VISCOSITY, 0, 0);
        for (String collision : List.of("elbm", "elbm-smagorinsky")) {
            assertThat(numbers.problems(table, collision, "D3Q19", "quasi-compressible"))
                    .isEmpty();
        }
        assertThat(numbers.problems(table, "mrt", "D3Q19", "quasi-compressible"))
                .singleElement()
                .asString()
                .startsWith("relaxation time 0.5003 is too close to 1/2 (at least 0.5005).")
                .endsWith(" here; or use collision elbm, which has no such limit.");
        for (String collision : List.of("mrt-smagorinsky", "plain")) {
            assertThat(numbers.problems(table, collision, "D3Q13", "incompressible"))
                    .as(collision)
                    .singleElement()
                    .asString()
                    .contains("at least 0.5005")
                    .doesNotContain("elbm");
        }
        FlowNumbers half = new FlowNumbers(LatticeUnits.fromTimeStep(1, 1, 1), 1e-18, 0, 0);
        assertThat(half.problems(table, "elbm", "D3Q19", "quasi-compressible"))
                .singleElement()
                .asString()
                .startsWith("relaxation time 0.5 is too close to 1/2");
    }

    @Test
    void the_most_specific_row_is_used() {
        StableGridReynolds table = StableGridReynolds.read(List.of(
                "# comment",
                "collision,lattice,equilibrium,max grid Reynolds number",
                "bgk,*,*,20",
                "bgk,D3Q15,*,12",
                "bgk,*,incompressible,18"));
        assertThat(table.maximum("bgk", "D3Q19", "quasi-compressible")).hasValue(20);
        assertThat(table.maximum("bgk", "D3Q15", "incompressible")).hasValue(12);
        assertThat(table.maximum("bgk", "D2Q9", "incompressible")).hasValue(18);
        assertThat(table.maximum("mrt", "D2Q9", "incompressible")).isEmpty();
    }

    @Test
    void units_refuse_numbers_that_are_not_positive() {
        assertThatThrownBy(() -> new LatticeUnits(0, 1, 1)).hasMessage("spacing 0.0 m is not a positive number");
    }
}
