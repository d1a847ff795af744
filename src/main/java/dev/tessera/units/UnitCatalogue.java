package dev.tessera.units;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Every unit symbol that a case may use. Listed instead of composed from prefixes, so that `mD` is a millidarcy,
/// `min` a minute, and a misspelling is refused.
final class UnitCatalogue {
    private static final Dimension PRESSURE = new Dimension(-1, 1, -2, 0, 0);
    private static final Dimension VISCOSITY = new Dimension(-1, 1, -1, 0, 0);
    private static final Dimension KINEMATIC = new Dimension(2, 0, -1, 0, 0);
    private static final Dimension FORCE = new Dimension(1, 1, -2, 0, 0);
    private static final Dimension VOLUME = new Dimension(3, 0, 0, 0, 0);
    private static final Dimension AREA = new Dimension(2, 0, 0, 0, 0);
    private static final Dimension RATE = new Dimension(0, 0, -1, 0, 0);

    private static final SequencedMap<String, Unit> UNITS = build();

    private UnitCatalogue() {}

    /// The unit of this symbol, or null.
    static @Nullable Unit find(String symbol) {
        return UNITS.get(symbol);
    }

    /// All symbols that consist of ASCII characters.
    static List<String> symbols() {
        return UNITS.keySet().stream()
                .filter(symbol -> symbol.chars().allMatch(c -> c < 128))
                .toList();
    }

    /// Up to six similar symbols, the most similar first.
    static List<String> near(String symbol) {
        List<String> known = new ArrayList<>(symbols());
        known.sort(Comparator.comparingInt(candidate -> Spelling.distance(symbol, candidate)));
        return known.stream()
                .filter(candidate -> Spelling.isNear(symbol, candidate))
                .limit(6)
                .toList();
    }

    private static SequencedMap<String, Unit> build() {
        SequencedMap<String, Unit> units = new LinkedHashMap<>();
        lengthMassTime(units);
        mechanics(units);
        put(units, Dimension.TEMPERATURE, "1", "K");
        put(units, Dimension.ANGLE, "1", "rad");
        // pi / 180; enough digits for one rounding to the nearest double.
        put(
                units,
                Dimension.ANGLE,
                "0.0174532925199432957692369076848861271344287188854173",
                "deg",
                "degree",
                "degrees",
                "°");
        return Collections.unmodifiableSequencedMap(units);
    }

    private static void lengthMassTime(SequencedMap<String, Unit> units) {
        put(units, Dimension.LENGTH, "1", "m");
        put(units, Dimension.LENGTH, "0.01", "cm");
        put(units, Dimension.LENGTH, "0.001", "mm");
        put(units, Dimension.LENGTH, "1e-6", "um", "µm", "μm");
        put(units, Dimension.LENGTH, "1e-9", "nm");
        put(units, Dimension.LENGTH, "1000", "km");
        put(units, Dimension.TIME, "1", "s");
        put(units, Dimension.TIME, "0.001", "ms");
        put(units, Dimension.TIME, "1e-6", "us", "µs", "μs");
        put(units, Dimension.TIME, "60", "min");
        put(units, Dimension.TIME, "3600", "h");
        put(units, RATE, "1", "Hz");
        put(units, Dimension.MASS, "1", "kg");
        put(units, Dimension.MASS, "0.001", "g");
        put(units, Dimension.MASS, "1e-6", "mg");
        put(units, VOLUME, "0.001", "L", "l");
        put(units, VOLUME, "1e-4", "dL", "dl");
        put(units, VOLUME, "1e-6", "mL", "ml");
        put(units, VOLUME, "1e-9", "uL", "ul", "µL", "μL");
    }

    private static void mechanics(SequencedMap<String, Unit> units) {
        put(units, PRESSURE, "1", "Pa");
        put(units, PRESSURE, "1000", "kPa");
        put(units, PRESSURE, "1e6", "MPa");
        put(units, PRESSURE, "100", "hPa", "mbar");
        put(units, PRESSURE, "0.001", "mPa");
        put(units, PRESSURE, "1e5", "bar");
        put(units, PRESSURE, "133.322387415", "mmHg");
        put(units, FORCE, "1", "N");
        put(units, FORCE, "0.001", "mN");
        put(units, FORCE, "1e-6", "uN", "µN", "μN");
        put(units, VISCOSITY, "0.1", "P");
        put(units, VISCOSITY, "0.001", "cP");
        put(units, KINEMATIC, "1e-4", "St");
        put(units, KINEMATIC, "1e-6", "cSt");
        put(units, AREA, "9.869233e-13", "D");
        put(units, AREA, "9.869233e-16", "mD");
    }

    private static void put(SequencedMap<String, Unit> units, Dimension dimension, String factor, String... spellings) {
        for (String spelling : spellings) {
            units.put(spelling, new Unit(spelling, dimension, Ratio.of(factor)));
        }
    }

    /// Lower case with µ as u: the same for all spellings of a unit.
    static String folded(String symbol) {
        return symbol.replace('µ', 'u').replace('μ', 'u').toLowerCase(Locale.ROOT);
    }
}
