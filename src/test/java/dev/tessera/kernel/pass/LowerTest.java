package dev.tessera.kernel.pass;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LowerTest extends PassKit {
    @Override
    Pass pass() {
        return new Lower();
    }

    @Test
    void each_let_holds_one_operation() {
        assertThat(Lower.isLowered(random(5, 80))).isFalse();
        assertThat(Lower.isLowered(new Lower().apply(random(5, 80)))).isTrue();
    }
}
