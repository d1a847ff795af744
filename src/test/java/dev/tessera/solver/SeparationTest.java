package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Interval;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions of place and time as sums of profiles times series.
final class SeparationTest {
    private static final double ERROR = 1e-14; // relative to the larger of 1 and the value
    private static final double[] POINT = {0.3, -1.7, 2.9};

    private static final Interval AROUND = new Interval(-3, 3);
    private static final RunExtent EXTENT = new RunExtent(AROUND, AROUND, AROUND);

    private static PlaceAndTime of(Function<Value.Somewhere, Expr> formula) {
        return PlaceAndTime.of(Value.varying(formula), EXTENT);
    }

    /// A form by its number, so that tests have names.
    private static PlaceAndTime separable(int form) {
        return of(at -> switch (form) {
            case 0 -> at.sin(at.t());
            case 1 -> at.y().times(at.sin(at.t()));
            case 2 -> at.number(1).minus(at.y().squared()).times(at.number(2).plus(at.sin(at.t())));
            case 3 -> at.x().plus(at.t());
            case 4 -> at.x().minus(at.y().times(at.t())).over(at.z());
            case 5 -> at.sin(at.x()).over(at.t().plus(at.number(1))).negated();
            case 6 -> at.x().times(at.t()).plus(at.y().times(at.t())).plus(at.z());
            case 7 -> at.t().minus(at.x()).times(at.z());
            case 8 -> at.number(1).over(at.x().times(at.t().plus(at.number(1))));
            case 9 -> at.sin(at.x().times(at.number(7)).minus(at.t().times(at.number(2))));
            case 10 -> at.y().times(wave(at, at.number(0.4).minus(at.t()).plus(at.x())));
            case 11 -> call(at, Form.ElementaryFunction.EXP, at.x().minus(at.t().times(at.number(0.02))));
            case 12 -> at.graph().absolute(at.y().times(at.sin(at.t())));
            case 13 -> pow(at, at.y().times(at.sin(at.t()).plus(at.number(2))), 11);
            case 14 -> when(at, at.t(), at.x().times(at.t()), at.number(1).over(at.t()));
            case 15 -> when(at, at.x(), at.x().times(at.t()), at.number(1).over(at.x()));
            default -> when(at, at.y(), at.sin(at.t()), at.number(3));
        });
    }

    private static Expr call(Value.Somewhere at, Form.ElementaryFunction function, Expr argument) {
        return at.graph().call(function, List.of(argument));
    }

    private static Expr wave(Value.Somewhere at, Expr angle) {
        return call(at, Form.ElementaryFunction.COS, angle);
    }

    private static Expr pow(Value.Somewhere at, Expr base, int exponent) {
        return at.graph().call(Form.ElementaryFunction.POW, List.of(base, at.number(exponent)));
    }

    /// By a value below 1.
    private static Expr when(Value.Somewhere at, Expr value, Expr then, Expr otherwise) {
        return at.graph().select(at.graph().compare(Form.Comparison.LESS, value, at.number(1)), then, otherwise);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void a_sum_of_products_of_place_and_time_is_separated(int form) {
        PlaceAndTime value = separable(form);
        assertThat(isSeparated(value)).isTrue();
        TimeFunction here = value.at(POINT);
        for (double time : new double[] {0, 0.4, 3.1, 170}) {
            double expected = value.at(POINT, time);
            assertThat(here.at(time)).isCloseTo(expected, within(ERROR * Math.max(1, Math.abs(expected))));
        }
    }

    @Test
    void terms_with_the_same_function_of_time_become_one() {
        assertThat(separable(6).parts().terms()).hasSize(1);
        assertThat(separable(6).parts().hasConstant()).isTrue();
        assertThat(separable(2).parts().terms()).hasSize(1);
        assertThat(separable(2).parts().hasConstant()).isFalse();
    }

    /// The rounding error of an angle, in the form as written and in the separated form.
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e3, 0x1p20, 1e9})
    void a_travelling_wave_differs_from_its_direct_evaluation_by_the_rounding_of_its_angle(double frequency) {
        PlaceAndTime wave =
                of(at -> at.sin(at.x().times(at.number(frequency)).minus(at.t().times(at.number(frequency)))));
        for (double time : new double[] {0.1, 0.7, 1.3}) {
            double angle = frequency * (Math.abs(POINT[0]) + time);
            assertThat(wave.at(POINT).at(time)).isCloseTo(wave.at(POINT, time), within(0x1p-52 * (2 + angle)));
        }
    }

    @Test
    void exponentials_are_separated_where_the_exponent_in_place_is_small() {
        PlaceAndTime steep = of(at -> call(
                at, Form.ElementaryFunction.EXP, at.x().times(at.number(11)).minus(at.t())));
        PlaceAndTime flat = of(at -> call(
                at, Form.ElementaryFunction.EXP, at.x().times(at.number(10)).minus(at.t())));
        assertThat(isSeparated(steep)).isFalse();
        assertThat(isSeparated(flat)).isTrue();
    }

    /// Whether it is a sum of products of a part in place and a part in time.
    private static boolean isSeparated(PlaceAndTime value) {
        return value.at(POINT) instanceof TimeFunction.Separated separated
                && separated.terms().stream().allMatch(term -> term.function().isEmpty());
    }

    /// A form by its number, with a part that cannot be separated.
    private static PlaceAndTime inseparable(int form) {
        return of(at -> switch (form) {
            case 0 -> at.max(at.x(), at.t());
            case 1 -> at.t().minus(at.x()).squared();
            case 2 -> at.x().over(at.x().plus(at.t()));
            case 3 -> at.graph().squareRoot(at.x().squared().plus(at.t().squared()));
            case 4 ->
                at.y()
                        .times(at.tanh(at.x().minus(at.t().times(at.number(0.3)))))
                        .plus(at.number(2));
            case 5 -> at.z().times(at.t()).times(at.max(at.t(), at.y())).plus(at.sin(at.t()));
            case 6 -> when(at, at.x().times(at.t()), at.sin(at.x().minus(at.t())), at.y());
            case 7 -> when(at, at.t(), at.max(at.x(), at.t()), at.number(1).over(at.t()));
            case 8 -> at.sin(at.max(at.x(), at.sin(at.t())));
            case 9 -> at.max(at.x(), at.number(-1).over(at.t()));
            case 10 -> at.tanh(call(at, Form.ElementaryFunction.TAN, at.x()).times(at.t()));
            default ->
                at.max(
                        at.x(),
                        call(at, Form.ElementaryFunction.EXP, at.number(0.5)).times(at.t()));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void what_cannot_be_separated_is_a_function_of_parts_in_place_and_in_time(int form) {
        PlaceAndTime value = inseparable(form);
        assertThat(value.whyOnHost()).isEmpty();
        assertThat(isSeparated(value)).isFalse();
        TimeFunction here = value.at(POINT);
        assertThat(here).isInstanceOf(TimeFunction.Separated.class);
        for (double time : new double[] {0, 0.4, 3.1, 170}) {
            double expected = value.at(POINT, time);
            assertThat(here.at(time)).isCloseTo(expected, within(ERROR * Math.max(1, Math.abs(expected))));
        }
    }

    @Test
    void functions_of_the_same_form_are_equal() {
        assertThat(inseparable(3).parts()).isEqualTo(inseparable(3).parts());
        assertThat(inseparable(3).parts()).isNotEqualTo(inseparable(0).parts());
        PlaceAndTime other = of(at -> at.max(at.y(), at.t()));
        assertThat(inseparable(0).parts()).isNotEqualTo(other.parts());
    }

    @Test
    void functions_that_devices_lack_and_large_angles_are_evaluated_on_the_host() {
        PlaceAndTime angle =
                of(at -> call(at, Form.ElementaryFunction.TAN, at.x().times(at.t())));
        PlaceAndTime wave = of(at -> at.sin(at.x().times(at.t())));
        assertThat(angle.whyOnHost()).isEqualTo("tan is computed on the host only");
        assertThat(wave.whyOnHost()).startsWith("the argument of sin may reach Infinity");
        for (PlaceAndTime value : new PlaceAndTime[] {angle, wave}) {
            assertThat(value.at(POINT)).isInstanceOf(TimeFunction.Evaluated.class);
            assertThat(value.at(POINT).at(0.8)).isEqualTo(value.at(POINT, 0.8));
        }
    }

    @Test
    void a_value_that_is_not_finite_names_place_and_time() {
        PlaceAndTime value = of(at -> at.graph().squareRoot(at.x().minus(at.t())));
        assertThat(value.at(POINT).at(0.1)).isCloseTo(StrictMath.sqrt(0.2), within(ERROR));
        assertThatThrownBy(() -> value.at(POINT).at(0.5))
                .isInstanceOf(CaseException.class)
                .hasMessageContaining("is NaN at x = 0.3")
                .hasMessageContaining("t = 0.5");
    }

    @Test
    void expressions_of_the_same_form_have_equal_series() {
        assertThat(separable(1).parts().terms())
                .isEqualTo(of(at -> at.z().times(at.sin(at.t()))).parts().terms());
        assertThat(separable(1).parts().terms())
                .isNotEqualTo(of(at -> at.z().times(at.t())).parts().terms());
    }

    @Test
    void an_expression_without_time_stays_a_constant() {
        PlaceAndTime value = of(at -> at.x().times(at.y()));
        assertThat(value.at(POINT)).isEqualTo(TimeFunction.constant(value.at(POINT, 0)));
    }
}
