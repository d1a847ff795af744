package dev.tessera.casefile;

import dev.tessera.solver.Boundary;
import dev.tessera.solver.BoundaryKey;
import dev.tessera.solver.BoundaryKind;
import dev.tessera.solver.boundary.BoundaryKinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// `boundaries.NAME`: the boundary condition of one surface or opening. Its keys are those of the catalogue
/// [BoundaryKinds].
final class BoundarySection {
    private static final SequencedMap<BoundaryKey<?>, Key<?>> KEYS = keys();
    private static final Key<String> SCHEME = Key.of("scheme", ChoiceType.of("scheme", words(), word -> word))
            .otherwise("auto where velocity or pressure is given, else bounce-back")
            .says(schemes())
            .example("bounce-back");

    static final Section<Boundary> SECTION = Section.of(
                    "boundaries.NAME",
                    "The boundary condition of a surface, an opening or a side, by its name. Surfaces that are not"
                            + " named are resting walls (bounce-back).",
                    table(),
                    BoundarySection::make)
            .atMostOne("an opening has one of them", deciding());

    /// All boundaries by name.
    static final ValueType<SequencedMap<String, Boundary>> ALL = new NamedType<>("boundary", SECTION);

    private BoundarySection() {}

    private static SequencedMap<BoundaryKey<?>, Key<?>> keys() {
        SequencedMap<BoundaryKey<?>, Key<?>> keys = new LinkedHashMap<>();
        for (BoundaryKind kind : BoundaryKinds.all()) {
            kind.keys().forEach(key -> keys.computeIfAbsent(key, BoundaryKeys::key));
        }
        return keys;
    }

    private static List<SectionKey<Boundary, ?>> table() {
        List<SectionKey<Boundary, ?>> table = new ArrayList<>();
        table.add(SCHEME.ifPresent(boundary -> written(boundary).scheme()));
        KEYS.keySet().forEach(key -> table.add(entry(key)));
        return table;
    }

    /// @throws IllegalArgumentException where a boundary is not of the catalogue
    private static BoundaryKey.Written written(Boundary boundary) {
        BoundaryKey.Written written = boundary.written();
        boolean known = KEYS.keySet().containsAll(written.values().keySet())
                && !(written.scheme().isEmpty() && written.values().isEmpty());
        if (!known) {
            throw new IllegalArgumentException(
                    "the boundary %s has no text in a case, since it is not of the catalogue; keep it in Java"
                            .formatted(boundary));
        }
        return written;
    }

    private static <T> SectionKey<Boundary, T> entry(BoundaryKey<T> key) {
        return key(key).ifPresent(boundary -> boundary.written().find(key));
    }

    @SuppressWarnings("unchecked") // `keys` made it from this description
    private static <T> Key<T> key(BoundaryKey<T> described) {
        return (Key<T>) Objects.requireNonNull(KEYS.get(described));
    }

    private static Key<?>[] deciding() {
        return BoundaryKinds.all().stream()
                .flatMap(kind -> kind.deciding().stream())
                .distinct()
                .map(BoundarySection::key)
                .toArray(Key[]::new);
    }

    private static List<String> words() {
        return BoundaryKinds.all().stream()
                .flatMap(kind -> kind.schemes().stream())
                .map(BoundaryKind.SchemeWord::word)
                .distinct()
                .toList();
    }

    /// The words of `scheme` with their meanings.
    private static String schemes() {
        return "Walls: " + schemes(true) + ". Openings: " + schemes(false);
    }

    private static String schemes(boolean walls) {
        return BoundaryKinds.all().stream()
                .filter(kind -> kind.isWall() == walls)
                .flatMap(kind -> kind.schemes().stream())
                .distinct()
                .map(scheme -> "`%s` (%s)".formatted(scheme.word(), scheme.says()))
                .collect(Collectors.joining(", "));
    }

    /// The values of one boundary.
    private record Given(Fields fields) implements BoundaryKey.Given {
        @Override
        public <T> Optional<T> find(BoundaryKey<T> key) {
            return fields.find(key(key));
        }

        @Override
        public boolean has(BoundaryKey<?> key) {
            return fields.has(key(key));
        }

        @Override
        public Optional<String> scheme() {
            return fields.find(SCHEME);
        }

        @Override
        public RuntimeException refuse(BoundaryKey<?> key, String message) {
            return fields.refuse(key(key), message);
        }

        @Override
        public RuntimeException refuse(String message) {
            return fields.refuse(SCHEME, message);
        }
    }

    private static Boundary make(Fields fields) {
        Given given = new Given(fields);
        BoundaryKind kind = kind(given);
        for (BoundaryKey<?> key : KEYS.keySet()) {
            if (given.has(key) && !kind.keys().contains(key)) {
                throw given.refuse(key, foreign(key, kind, given.scheme()));
            }
        }
        return kind.reader().read(given);
    }

    /// The first kind with the given scheme of which a deciding key is given, else the first without such keys.
    private static BoundaryKind kind(Given given) {
        List<BoundaryKind> fitting = BoundaryKinds.all().stream()
                .filter(kind ->
                        given.scheme().map(word -> hasScheme(kind, word)).orElse(kind.isByDefault()))
                .toList();
        return fitting.stream()
                .filter(kind -> kind.deciding().stream().anyMatch(given::has))
                .findFirst()
                .or(() -> fitting.stream()
                        .filter(kind -> kind.deciding().isEmpty())
                        .findFirst())
                .orElseGet(fitting::getFirst);
    }

    private static boolean hasScheme(BoundaryKind kind, String word) {
        return kind.schemes().stream().anyMatch(scheme -> scheme.word().equals(word));
    }

    /// Why a key does not belong to a boundary, and a remedy.
    private static String foreign(BoundaryKey<?> key, BoundaryKind here, Optional<String> scheme) {
        List<BoundaryKind> owners = BoundaryKinds.all().stream()
                .filter(kind -> kind.keys().contains(key))
                .toList();
        if (!here.isWall() || owners.stream().anyMatch(BoundaryKind::isWall)) {
            return "this belongs to %s, not to %s; remove it%s"
                    .formatted(
                            owners.stream().map(BoundaryKind::words).collect(Collectors.joining(" or ")),
                            here.words(),
                            here.isWall() ? ", or choose scheme " + words(owners) : "");
        }
        String remedy = scheme.isPresent()
                ? "remove it, or choose scheme " + words(owners)
                : "add %s, or remove it".formatted(either(decidingNames()));
        return "this belongs to an opening, but here is a wall; " + remedy;
    }

    private static List<String> decidingNames() {
        return BoundaryKinds.all().stream()
                .filter(kind -> !kind.isWall())
                .flatMap(kind -> kind.deciding().stream())
                .map(BoundaryKey::name)
                .distinct()
                .toList();
    }

    private static String words(List<BoundaryKind> kinds) {
        return either(kinds.stream()
                .flatMap(kind -> kind.schemes().stream())
                .map(BoundaryKind.SchemeWord::word)
                .distinct()
                .toList());
    }

    private static String either(List<String> words) {
        return words.size() == 1
                ? words.getFirst()
                : String.join(", ", words.subList(0, words.size() - 1)) + " or " + words.getLast();
    }
}
