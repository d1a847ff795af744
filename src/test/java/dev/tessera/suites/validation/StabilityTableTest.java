package dev.tessera.suites.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.Collision;
import dev.tessera.model.Equilibrium;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.collision.Collisions;
import dev.tessera.model.collision.Smagorinsky;
import dev.tessera.model.equilibrium.Equilibria;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.units.StableGridReynolds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The table of stable grid Reynolds numbers in the page of the validation.
final class StabilityTableTest {
    @Test
    void the_page_has_the_numbers_by_which_cases_are_refused() throws IOException {
        String page;
        try (var stream = StableGridReynolds.class.getResourceAsStream("/dev/tessera/suites/page/validation.md")) {
            page = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(page).contains(table());
    }

    private static String table() {
        List<String> lines = new ArrayList<>();
        lines.add(
                row("collision", Lattices.all().stream().map(VelocitySet::name).toList()));
        lines.add(row("---", Lattices.all().stream().map(lattice -> "---").toList())
                .replace(" ", ""));
        List<Collision> collisions = new ArrayList<>();
        Collisions.ofGivenViscosity().forEach(collisions::add);
        Collisions.ofGivenViscosity().forEach(base -> collisions.add(new Smagorinsky(base, Smagorinsky.USUAL)));
        for (Collision collision : collisions) {
            lines.add(row(
                    collision.key(),
                    Lattices.all().stream()
                            .map(lattice -> limit(collision, lattice))
                            .toList()));
        }
        return String.join("\n", lines) + "\n\n";
    }

    /// The smallest of all equilibria.
    private static String limit(Collision collision, VelocitySet lattice) {
        OptionalDouble limit = OptionalDouble.empty();
        for (Equilibrium equilibrium : Equilibria.idealGases()) {
            if (collision.unsupported(lattice).isEmpty()
                    && collision.unsupported(equilibrium).isEmpty()
                    && equilibrium.unsupported(lattice).isEmpty()) {
                double here = StableGridReynolds.standard()
                        .maximum(collision.key(), lattice.name(), equilibrium.key())
                        .orElse(Double.POSITIVE_INFINITY);
                limit = OptionalDouble.of(Math.min(here, limit.orElse(here)));
            }
        }
        return limit.isPresent() ? "%.0f".formatted(limit.getAsDouble()) : "–";
    }

    private static String row(String first, List<String> others) {
        return "| %s | %s |".formatted(first, others.stream().collect(Collectors.joining(" | ")));
    }
}
