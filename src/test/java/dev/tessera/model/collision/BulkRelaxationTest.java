package dev.tessera.model.collision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tessera.model.lattice.Lattices;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BulkRelaxationTest {
    @Test
    void the_bulk_rate_follows_from_the_bulk_viscosity() {
        double bulk = 0.03;
        double rate = Regularized.withBulkViscosity(Lattices.D3Q19, bulk).bulk().rate(Lattices.D3Q19, 0.1);
        assertThat(2.0 / 9 * (1 / rate - 0.5)).isCloseTo(bulk, within(1e-15));
        assertThat(new Regularized(new BulkRelaxation.Rate(rate)).rates(Lattices.D3Q19, 0.1))
                .containsExactlyEntriesOf(rates(1 / (0.3 + 0.5), rate));
        assertThat(Regularized.withBulkViscosityRatio(0.3)
                        .rates(Lattices.D3Q19, 0.1)
                        .get("omega_bulk"))
                .isCloseTo(rate, within(1e-14));
    }

    private static Map<String, Double> rates(double omega, double bulk) {
        var rates = new LinkedHashMap<String, Double>();
        rates.put("omega", omega);
        rates.put("omega_bulk", bulk);
        return rates;
    }

    @Test
    void a_bulk_rate_outside_the_stable_range_is_refused() {
        assertThatThrownBy(() -> new BulkRelaxation.Rate(2.1)).hasMessage("bulk rate 2.1 is outside (0, 2]");
        assertThatThrownBy(() -> new BulkRelaxation.Rate(0)).hasMessageContaining("bulk rate 0.0");
        assertThat(new Regularized(new BulkRelaxation.Rate(2)).rates(Lattices.D2Q9, 0.1))
                .containsEntry("omega_bulk", 2.0);
    }

    @Test
    void a_negative_or_infinite_ratio_of_viscosities_is_refused() {
        for (double ratio : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Regularized.withBulkViscosityRatio(ratio))
                    .hasMessage("the ratio of bulk to shear viscosity, %s, has to be a finite number from 0", ratio);
        }
        assertThat(Regularized.withBulkViscosityRatio(0).rates(Lattices.D2Q9, 0.1))
                .containsEntry("omega_bulk", 2.0);
    }

    @Test
    void a_rate_of_the_trace_belongs_to_one_bulk_viscosity() {
        assertThat(ShearRate.bulkViscosity(Lattices.D3Q19, 1)).isCloseTo(1.0 / 9, within(1e-15));
        assertThat(ShearRate.bulkViscosity(Lattices.D2Q9, 1)).isCloseTo(1.0 / 6, within(1e-15));
        for (double rate : new double[] {0.3, 1, 1.9}) {
            double viscosity = ShearRate.bulkViscosity(Lattices.D3Q27, rate);
            assertThat(ShearRate.bulk(Lattices.D3Q27, viscosity)).isCloseTo(rate, within(1e-14));
        }
    }
}
