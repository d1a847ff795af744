package dev.tessera.casefile;

import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import dev.tessera.solver.boundary.BoundaryKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A boundary of a side of a box, by the key that decides its kind and the word of its scheme.
///
/// @param scheme the word; `auto` where all equations of the kind are those of another one
/// @param deciding the key with a value; empty where the scheme alone decides
record BoundaryWords(BoundaryKind kind, String scheme, Optional<BoundaryKey<?>> deciding) {
    private static final String AUTO = "auto";
    private static final String MEAN_VELOCITY = "mean-velocity";

    /// Values along the normal, positive into the fluid, of keys that decide; `%s` is a minus sign or nothing.
    private static final Map<String, String> IN_2D = Map.of(
            MEAN_VELOCITY,
            "%s0.01 m/s",
            "pressure",
            "0 Pa",
            "resistance",
            "1 Pa.s/m2",
            "controlled-flow-rate",
            "%s0.01 m2/s");

    private static final Map<String, String> IN_3D =
            Map.of("resistance", "1 Pa.s/m3", "controlled-flow-rate", "%s0.01 m3/s");

    /// Every kind with each of its schemes. Of kinds whose equations are all those of an earlier kind, and of two
    /// words for one thing, the first word stands for all.
    static List<BoundaryWords> all() {
        List<BoundaryWords> all = new ArrayList<>();
        List<List<?>> known = new ArrayList<>();
        for (BoundaryKind kind : BoundaryKinds.all()) {
            List<?> equations = kind.equations().on(Lattices.D2Q9).toList();
            boolean isAnother = known.stream().anyMatch(earlier -> earlier.containsAll(equations));
            known.add(equations);
            kind.schemes().stream()
                    .map(SchemeWord::word)
                    .filter(word -> kind.isWall() || word.equals(AUTO) == isAnother)
                    .limit(kind.isWall() ? 1 : kind.schemes().size())
                    .forEach(word -> all.add(new BoundaryWords(kind, word, deciding(kind))));
        }
        return List.copyOf(all);
    }

    private static Optional<BoundaryKey<?>> deciding(BoundaryKind kind) {
        return kind.isWall() || kind.deciding().isEmpty()
                ? Optional.empty()
                : Optional.of(kind.deciding().stream()
                        .filter(key -> IN_2D.containsKey(key.name()))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no value for " + kind.words())));
    }

    /// As the tables show it; every key that gives a velocity is `velocity`.
    String words() {
        String schemes = kind.isWall()
                ? kind.schemes().stream().map(SchemeWord::word).collect(Collectors.joining(", "))
                : scheme;
        return deciding.map(key -> key.name().replace(MEAN_VELOCITY, "velocity") + ", ")
                        .orElse("")
                + schemes;
    }

    /// Whether its value is a velocity.
    boolean imposesVelocity() {
        return deciding.filter(key -> key.name().equals(MEAN_VELOCITY)).isPresent();
    }

    /// The boundary of a side.
    /// @param axis of the side's normal
    /// @param inward 1 at the lower end of the axis, else -1: fluid flows along the axis
    String setting(String name, int dimensions, int axis, int inward) {
        List<String> keys = new ArrayList<>(List.of("scheme: " + scheme));
        deciding.ifPresent(key -> {
            String value = Objects.requireNonNull(
                    dimensions == 3 ? IN_3D.getOrDefault(key.name(), IN_2D.get(key.name())) : IN_2D.get(key.name()));
            keys.add("%s: %s".formatted(key.name(), value.formatted(inward > 0 ? "" : "-")));
            if (kind.keys().stream().anyMatch(other -> other.name().equals("profile"))) {
                keys.add("profile: plug");
            }
        });
        if (kind.isWall() && !kind.deciding().isEmpty()) {
            List<String> along = Stream.iterate(0, other -> other < dimensions, other -> other + 1)
                    .map(other -> other == (axis + 1) % dimensions ? "0.01 m/s" : "0 m/s")
                    .toList();
            keys.add("velocity: [%s]".formatted(String.join(", ", along)));
        }
        return "boundaries.%s={%s}".formatted(name, String.join(", ", keys));
    }
}
