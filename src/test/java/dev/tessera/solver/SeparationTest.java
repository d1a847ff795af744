package dev.tessera.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.expr.Expr;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Expressions of place and time as sums of profiles times series.
final class SeparationTest {
    private static final double[] POINT = {0.3, -1.7, 2.9};

    private static PlaceAndTime of(Function<Value.Somewhere, Expr> formula) {
        return PlaceAndTime.of(Value.varying(formula));
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
            default -> at.number(1).over(at.x().times(at.t().plus(at.number(1))));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8})
    void a_sum_of_products_of_place_and_time_is_separated(int form) {
        PlaceAndTime value = separable(form);
        assertThat(value.parts().isSeparated()).isTrue();
        TimeFunction here = value.at(POINT);
        assertThat(here).isInstanceOf(TimeFunction.Separated.class);
        for (double time : new double[] {0, 0.4, 3.1, 170}) {
            double expected = value.at(POINT, time);
            assertThat(here.at(time)).isCloseTo(expected, within(4e-16 * Math.max(10, Math.abs(expected))));
        }
    }

    @Test
    void terms_with_the_same_function_of_time_become_one() {
        assertThat(separable(6).parts().series()).hasSize(1);
        assertThat(separable(6).parts().hasConstant()).isTrue();
        assertThat(separable(2).parts().series()).hasSize(1);
        assertThat(separable(2).parts().hasConstant()).isFalse();
    }

    @Test
    void travelling_waves_and_products_of_two_sums_are_evaluated_on_the_host() {
        PlaceAndTime wave = of(at -> at.sin(at.x().minus(at.t())));
        PlaceAndTime square = of(at -> at.t().minus(at.x()).squared());
        PlaceAndTime quotient = of(at -> at.x().over(at.x().plus(at.t())));
        for (PlaceAndTime value : new PlaceAndTime[] {wave, square, quotient}) {
            assertThat(value.parts().isSeparated()).isFalse();
            assertThat(value.at(POINT)).isInstanceOf(TimeFunction.Evaluated.class);
            assertThat(value.at(POINT).at(0.8)).isEqualTo(value.at(POINT, 0.8));
        }
    }

    @Test
    void expressions_of_the_same_form_have_equal_series() {
        assertThat(separable(1).parts().series())
                .isEqualTo(of(at -> at.z().times(at.sin(at.t()))).parts().series());
        assertThat(separable(1).parts().series())
                .isNotEqualTo(of(at -> at.z().times(at.t())).parts().series());
    }

    @Test
    void an_expression_without_time_stays_a_constant() {
        PlaceAndTime value = of(at -> at.x().times(at.y()));
        assertThat(value.at(POINT)).isEqualTo(TimeFunction.constant(value.at(POINT, 0)));
    }
}
