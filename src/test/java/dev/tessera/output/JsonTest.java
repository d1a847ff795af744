package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

final class JsonTest {
    @Test
    void a_foreign_parser_reads_what_was_written() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", "a \"quoted\" \\ back\nnew line\ttab \u0001 µ m³ …");
        value.put("number", 1.25e-300);
        value.put("whole", 1L << 40);
        value.put("list", List.of(1, 2.5, true));
        value.put("names", List.of("a", "b"));
        value.put("nested", List.of(Map.of("x", List.of()), Map.of()));
        value.put("nothing", null);
        assertThat(parsed(Json.text(value))).isEqualTo(value);
    }

    @Test
    void numbers_that_are_not_finite_become_null() {
        assertThat(parsed(Json.text(List.of(Double.NaN, Double.POSITIVE_INFINITY, Float.NaN))))
                .isEqualTo(Arrays.asList(null, null, null));
    }

    @Test
    void unsupported_values_are_refused() {
        assertThatThrownBy(() -> Json.text(List.of(new Object())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot represent");
    }

    static Object parsed(String json) {
        return new Load(LoadSettings.builder().setSchema(new JsonSchema()).build()).loadFromString(json);
    }
}
