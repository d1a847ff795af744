package dev.tessera.units;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class QuantityTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0.35 m/s            | VELOCITY            | 0.35
            0.35m/s             | VELOCITY            | 0.35
            120 mmHg            | PRESSURE            | 15998.6864898
            3.3e-6 m^2/s        | KINEMATIC_VISCOSITY | 3.3e-6
            3.3e-6 m2/s         | KINEMATIC_VISCOSITY | 3.3e-6
            3.3e-6 m²/s         | KINEMATIC_VISCOSITY | 3.3e-6
            3.3 cSt             | KINEMATIC_VISCOSITY | 3.3e-6
            3.3 mm2/s           | KINEMATIC_VISCOSITY | 3.3e-6
            3.5 mPa.s           | DYNAMIC_VISCOSITY   | 0.0035
            3.5 mPa*s           | DYNAMIC_VISCOSITY   | 0.0035
            3.5 mPa s           | DYNAMIC_VISCOSITY   | 0.0035
            3.5 mPa·s           | DYNAMIC_VISCOSITY   | 0.0035
            3.5 cP              | DYNAMIC_VISCOSITY   | 0.0035
            250 mL/min          | FLOW_RATE           | 4.166666666666667e-6
            6 L/min             | FLOW_RATE           | 1e-4
            1 mL/s              | FLOW_RATE           | 1e-6
            1 kPa/m             | PRESSURE_GRADIENT   | 1000
            1050 kg/m3          | DENSITY             | 1050
            1.05 g/cm3          | DENSITY             | 1050
            1.05 g.cm^-3        | DENSITY             | 1050
            5.345 um            | LENGTH              | 5.345e-6
            5.345 µm            | LENGTH              | 5.345e-6
            5.345 μm            | LENGTH              | 5.345e-6
            .5 cm               | LENGTH              | 0.005
            -2 mm               | LENGTH              | -0.002
            1 D                 | PERMEABILITY        | 9.869233e-13
            12 mD               | PERMEABILITY        | 1.18430796e-14
            30 degrees          | ANGLE               | 0.5235987755982989
            180 °               | ANGLE               | 3.141592653589793
            9.81 m/s/s          | ACCELERATION        | 9.81
            9.81 m/(s.s)        | ACCELERATION        | 9.81
            9.81 m s^-2         | ACCELERATION        | 9.81
            2 kg.m/s2           | FORCE               | 2
            70 1/min            | FREQUENCY           | 1.1666666666666667
            310 K               | TEMPERATURE         | 310
            20 ms               | TIME                | 0.02
            3e-1                | NUMBER              | 0.3
            0                   | PRESSURE_GRADIENT   | 0
            -0.00               | VELOCITY            | 0
            """)
    void quantities_become_the_nearest_double_in_si(String text, QuantityKind kind, double si) {
        assertThat(Quantity.parse(text, kind)).isEqualTo(si);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            0.35                | '0.35' has no unit; expected a velocity, such as 0.35 m/s
            0.35 m              | '0.35 m' is a length; expected a velocity, such as 0.35 m/s
            2 mPa.s             | '2 mPa.s' is a dynamic viscosity; expected a velocity, such as 0.35 m/s
            2 kg2               | '2 kg2' has the dimension kg^2; expected a velocity, such as 0.35 m/s
            0,35 m/s            | a number takes a point, not a comma: write 0.35 m/s
            fast                | 'fast' does not begin with a number; write a number and its unit, such as 0.35 m/s
            0.35 m/ss           | unknown unit 'ss'; near ones: s, ms, us, St
            120 mmhg            | unknown unit 'mmhg'; near ones: mmHg
            3 kg/m.s            | after '/' a product is ambiguous: write it in brackets, such as kg/(m.s)
            0.35 m/             | a unit is missing at the end of '0.35 m/'
            0.35 m^0.5          | a power must be a whole number, such as m^2 or s^-1
            0.35 m^x            | a power after '^' must be a whole number, such as m^2 or s^-1
            0.35 m^99           | the power 99 is out of range
            1e999 m/s           | the exponent 999 is out of range
            1e350 m/s           | '1e350 m/s' is too large for a number
            0.35 (m/s           | the bracket '(' of '0.35 (m/s' is not closed
            0.35 m/s)           | ')' is not expected in the unit 'm/s)'
            """)
    void wrong_quantities_are_refused_with_a_remedy(String text, String message) {
        assertThatThrownBy(() -> Quantity.parse(text, QuantityKind.VELOCITY))
                .isInstanceOf(QuantityException.class)
                .hasMessage(message);
    }

    @Test
    void a_temperature_of_zero_needs_a_unit() {
        assertThatThrownBy(() -> Quantity.parse("0", QuantityKind.TEMPERATURE)).hasMessageContaining("'0' has no unit");
    }

    @Test
    void an_unknown_unit_without_a_near_one_lists_all() {
        assertThatThrownBy(() -> Quantity.parse("3 furlongs"))
                .hasMessageStartingWith("unknown unit 'furlongs'; known units: m cm mm um")
                .hasMessageContaining(" mD");
    }

    @Test
    void an_error_has_its_position_in_the_text() {
        QuantityException error = (QuantityException) catchThrowable(() -> Quantity.parse("0.35 m/sec"));
        assertThat(error.offset()).isEqualTo("0.35 m/".length());
    }

    @Test
    void empty_text_is_refused() {
        assertThatThrownBy(() -> Quantity.parse("  ")).hasMessageStartingWith("empty; write a number and its unit");
    }

    @Test
    void a_unit_alone_gives_its_size() {
        assertThat(Quantity.unitToSi("mmHg", QuantityKind.PRESSURE)).isEqualTo(133.322387415);
        assertThat(Quantity.unitToSi("", QuantityKind.NUMBER)).isEqualTo(1);
        assertThatThrownBy(() -> Quantity.unitToSi("mmHg", QuantityKind.VELOCITY))
                .hasMessage("'mmHg' is a pressure (gauge); expected a velocity, such as 0.35 m/s");
    }

    @ParameterizedTest
    @EnumSource(QuantityKind.class)
    void every_example_and_every_unit_of_a_kind_has_its_dimension(QuantityKind kind) {
        Quantity.parse(kind.example(), kind);
        for (String unit : kind.units()) {
            Quantity.unitToSi(unit, kind);
        }
        assertThat(Quantity.unitToSi(kind.units().getFirst(), kind)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(QuantityKind.class)
    void written_quantities_read_back_as_the_same_double(QuantityKind kind) {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 50; i++) {
            double si = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-12, 8));
            assertThat(Quantity.parse(QuantityText.exact(si, kind), kind)).isEqualTo(si);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.0001, LENGTH, 0.1 mm",
        "5.345e-6, LENGTH, 5.345 um",
        "0, LENGTH, 0 m",
        "10665.7909932, PRESSURE, 80 mmHg",
        "4.166666666666667e-6, FLOW_RATE, 250 mL/min",
        "3.3333333333333333e-6, KINEMATIC_VISCOSITY, 3.3333333333333333 mm2/s",
        "0.0035, DYNAMIC_VISCOSITY, 3.5 mPa.s",
        "1050, DENSITY, 1050 kg/m3",
        "0.35, VELOCITY, 0.35 m/s"
    })
    void written_quantities_have_the_most_readable_unit(double si, QuantityKind kind, String text) {
        assertThat(QuantityText.exact(si, kind)).isEqualTo(text);
    }

    @Test
    void about_rounds_to_three_digits() {
        assertThat(QuantityText.about(1.23456e-4, QuantityKind.LENGTH)).isEqualTo("123 um");
        assertThat(QuantityText.about(123456)).isEqualTo("123000");
        assertThat(QuantityText.about(Double.NaN)).isEqualTo("NaN");
    }

    @Test
    void random_text_is_a_quantity_or_a_quantity_error_and_never_anything_else() {
        String alphabet = "0123456789.eE+-, mskgPaHgL/*^()²°µ%xD·⁻\u0000é";
        SplittableRandom random = new SplittableRandom(42);
        int read = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(12);
            for (int j = 0; j < length; j++) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                assertThat(Quantity.parse(text.toString()).si()).isFinite();
                read++;
            } catch (QuantityException expected) {
                assertThat(expected.offset()).isBetween(0, text.length());
            }
        }
        assertThat(read).isPositive();
    }

    @Test
    void nearest_words_come_first() {
        assertThat(Spelling.nearestFirst("viscocity", List.of("density", "viscosity")))
                .containsExactly("viscosity", "density");
        assertThat(Spelling.distance("inlet", "inelt")).isEqualTo(2);
        assertThat(Spelling.distance("Inlet", "inlet")).isEqualTo(1);
    }

    @Test
    void dimensions_multiply() {
        Dimension velocity = Dimension.LENGTH.over(Dimension.TIME);
        assertThat(velocity.toString()).isEqualTo("m.s^-1");
        assertThat(velocity.times(velocity).over(velocity.power(2)).isNone()).isTrue();
        assertThat(Quantity.parse("1 " + QuantityKind.PRESSURE.dimension(), QuantityKind.PRESSURE))
                .isCloseTo(1, within(0.0));
    }

    @Test
    void a_unit_without_its_point_is_suggested_and_articles_are_right() {
        assertThatThrownBy(() -> Quantity.parse("3.5 mPas")).hasMessage("unknown unit 'mPas'; did you mean mPa.s?");
        assertThatThrownBy(() -> Quantity.parse("2 mm2", QuantityKind.LENGTH))
                .hasMessage("'2 mm2' is an area or permeability; expected a length, such as 0.1 mm");
    }
}
