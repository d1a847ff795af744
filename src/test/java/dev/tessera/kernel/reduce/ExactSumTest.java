package dev.tessera.kernel.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSumTest {
    private static final BigDecimal UNIT = new BigDecimal(2).pow(ExactSum.FRACTION_BITS);

    private static List<Double> terms(int count) {
        Random random = new Random(3);
        List<Double> terms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double size = Math.scalb(1 + random.nextDouble(), random.nextInt(-120, 7));
            terms.add(random.nextBoolean() ? size : -size);
        }
        terms.addAll(
                List.of(0.0, -0.0, Math.nextDown(128.0), -Math.nextDown(128.0), Double.MIN_VALUE, 0x1p-85, 0x3p-85));
        return terms;
    }

    private static ExactSum sum(List<Double> terms) {
        ExactSum sum = new ExactSum();
        terms.forEach(sum::add);
        return sum;
    }

    @Test
    void each_term_is_rounded_to_the_nearest_multiple_of_the_unit() {
        for (double term : terms(20_000)) {
            BigDecimal rounded = new BigDecimal(term).multiply(UNIT).setScale(0, RoundingMode.HALF_EVEN);
            ExactSum sum = new ExactSum();
            sum.add(term);
            assertThat(sum.parts()[0])
                    .isEqualTo(rounded.toBigInteger().shiftRight(64).longValue());
            assertThat(sum.parts()[1]).isEqualTo(rounded.toBigInteger().longValue());
        }
    }

    @Test
    void the_sum_is_exact_and_its_value_the_nearest_double() {
        List<Double> terms = terms(5_000);
        BigDecimal exact = BigDecimal.ZERO;
        for (double term : terms) {
            exact = exact.add(new BigDecimal(term).multiply(UNIT).setScale(0, RoundingMode.HALF_EVEN));
        }
        double expected = exact.divide(UNIT).doubleValue();
        assertThat(sum(terms).value()).isEqualTo(expected);
    }

    @Test
    void order_batches_and_parts_do_not_matter() {
        List<Double> terms = terms(10_000);
        ExactSum expected = sum(terms);
        Collections.shuffle(terms, new Random(9));
        assertThat(sum(terms)).isEqualTo(expected);
        ExactSum batched = new ExactSum();
        double[] array = terms.stream().mapToDouble(Double::doubleValue).toArray();
        batched.add(array, array.length);
        assertThat(batched).isEqualTo(expected).hasSameHashCodeAs(expected);
        ExactSum parts = sum(terms.subList(0, 17));
        parts.add(sum(terms.subList(17, terms.size())));
        assertThat(parts).isEqualTo(expected);
    }

    @Test
    void terms_that_are_no_numbers_or_too_large_are_counted() {
        ExactSum sum = sum(Arrays.asList(1.0, Double.NaN, 128.0, -1e300, Double.NEGATIVE_INFINITY));
        assertThat(sum.notANumber()).isEqualTo(1);
        assertThat(sum.outOfRange()).isEqualTo(3);
        assertThat(sum.value()).isNaN();
        assertThat(sum.toString()).contains("1 terms", "3 out of range");
        sum.add(ExactSum.of(0, 5, 1, 0));
        assertThat(sum.parts()[1]).isEqualTo(5L);
        assertThat(sum.notANumber()).isEqualTo(2);
    }

    @Test
    void multiples_equal_repeated_addition() {
        ExactSum one = sum(List.of(-0.1, 1.0 / 3));
        ExactSum repeated = new ExactSum();
        for (int i = 0; i < 1000; i++) {
            repeated.add(one);
            repeated.add(1.0 / 36);
        }
        ExactSum multiple = new ExactSum();
        multiple.add(1000, one);
        multiple.add(1000, 1.0 / 36);
        assertThat(multiple).isEqualTo(repeated);
        multiple.add(-1, multiple);
        assertThat(multiple.value()).isZero();
    }
}
