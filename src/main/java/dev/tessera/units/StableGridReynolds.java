package dev.tessera.units;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.function.BiPredicate;

/// The largest grid Reynolds number (speed × spacing / viscosity) at which a collision is known to be stable. `*`
/// in a column of the table stands for every key without a row of its own.
///
/// @param rows in the table's order
public record StableGridReynolds(List<Row> rows) {
    private static final String RESOURCE = "stable-grid-reynolds.csv";
    /// The end of the key of a collision with a turbulence model.
    private static final String TURBULENCE = "-smagorinsky";
    /// The maximum of a collision that is stable at every grid Reynolds number, and at every relaxation time.
    private static final String UNLIMITED = "unlimited";

    private static final String HEADER = "collision,lattice,equilibrium,max grid Reynolds number";

    public StableGridReynolds {
        rows = List.copyOf(rows);
    }

    /// @param collision key, such as `bgk`
    /// @param lattice name, such as `D3Q19`, or `*`
    /// @param equilibrium key, or `*`
    /// @param maximum largest stable grid Reynolds number; infinite: every one, and every relaxation time above 1/2
    public record Row(String collision, String lattice, String equilibrium, double maximum) {
        boolean fits(String otherCollision, String otherLattice, String otherEquilibrium) {
            return fits(collision, otherCollision)
                    && fits(lattice, otherLattice)
                    && fits(equilibrium, otherEquilibrium);
        }

        private static boolean fits(String pattern, String key) {
            return pattern.equals("*") || pattern.equalsIgnoreCase(key);
        }

        private int named() {
            return (collision.equals("*") ? 0 : 4) + (lattice.equals("*") ? 0 : 2) + (equilibrium.equals("*") ? 0 : 1);
        }
    }

    /// The table included in Tessera.
    public static StableGridReynolds standard() {
        try (InputStream in = StableGridReynolds.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is not in the jar");
            }
            return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param lines a CSV table with the four columns; lines that begin with `#` are comments
    static StableGridReynolds read(List<String> lines) {
        List<Row> rows = new ArrayList<>();
        boolean headed = false;
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!headed) {
                if (!line.strip().equals(HEADER)) {
                    throw new IllegalArgumentException("the table begins with '%s', not '%s'".formatted(line, HEADER));
                }
                headed = true;
                continue;
            }
            String[] cells = line.split(",", -1);
            if (cells.length != 4) {
                throw new IllegalArgumentException("'%s' has %d cells, not 4".formatted(line, cells.length));
            }
            String most = cells[3].strip();
            double maximum = most.equals(UNLIMITED) ? Double.POSITIVE_INFINITY : Double.parseDouble(most);
            rows.add(new Row(cells[0].strip(), cells[1].strip(), cells[2].strip(), maximum));
        }
        return new StableGridReynolds(rows);
    }

    /// The table of a case that cannot use every collision: others are not listed as stable.
    /// @param usable whether the case can use a collision, by its key without a turbulence model, with an
    ///        equilibrium, by its key or `*` for that of the case
    public StableGridReynolds of(BiPredicate<String, String> usable) {
        return new StableGridReynolds(rows.stream()
                .filter(row -> row.collision().equals("*")
                        || usable.test(row.collision().replace(turbulence(row.collision()), ""), row.equilibrium()))
                .toList());
    }

    /// A collision in the words of a case file: `elbm with smagorinsky`.
    static String words(String collision) {
        return turbulence(collision).isEmpty()
                ? collision
                : collision.replace(TURBULENCE, " with " + TURBULENCE.substring(1));
    }

    /// Whether a collision is stable at every grid Reynolds number and at every relaxation time above 1/2.
    public boolean isUnlimited(String collision, String lattice, String equilibrium) {
        OptionalDouble limit = maximum(collision, lattice, equilibrium);
        return limit.isPresent() && Double.isInfinite(limit.getAsDouble());
    }

    /// Collisions known to be stable at a grid Reynolds number, each with its limit; may be empty. A turbulence
    /// model changes the physics, so that only collisions with the same one as `collision`, or none, are listed,
    /// without its name. The limit of those that are stable at every one is infinite.
    public SequencedMap<String, Double> stableCollisions(
            double gridReynolds, String collision, String lattice, String equilibrium) {
        SequencedMap<String, Double> stable = new LinkedHashMap<>();
        for (Row row : rows) {
            OptionalDouble limit = maximum(row.collision(), lattice, equilibrium);
            boolean listed =
                    !row.collision().equals("*") && turbulence(row.collision()).equals(turbulence(collision));
            if (listed && limit.isPresent() && limit.getAsDouble() >= gridReynolds) {
                stable.put(row.collision().replace(turbulence(collision), ""), limit.getAsDouble());
            }
        }
        return stable;
    }

    /// Collisions that are stable at every grid Reynolds number, with the same turbulence model as `collision`, in
    /// the words of a case file: `elbm`, or `elbm with equilibrium quasi-compressible` where they need another one.
    List<String> unlimited(String collision, String lattice, String equilibrium) {
        return rows.stream()
                .filter(row -> turbulence(row.collision()).equals(turbulence(collision)))
                .filter(row -> Double.isInfinite(row.maximum()) && Row.fits(row.lattice(), lattice))
                .map(row -> row.collision().replace(turbulence(collision), "")
                        + (Row.fits(row.equilibrium(), equilibrium) ? "" : " with equilibrium " + row.equilibrium()))
                .distinct()
                .toList();
    }

    private static String turbulence(String collision) {
        return collision.endsWith(TURBULENCE) ? TURBULENCE : "";
    }

    /// Lattices with the same dimensions on which a collision is known to be stable at a grid Reynolds number,
    /// each with its limit; may be empty.
    public SequencedMap<String, Double> stableLattices(
            double gridReynolds, String collision, String lattice, String equilibrium) {
        String dimensions = lattice.substring(0, 2);
        SequencedMap<String, Double> stable = new LinkedHashMap<>();
        for (Row row : rows) {
            OptionalDouble limit = maximum(collision, row.lattice(), equilibrium);
            boolean other =
                    row.lattice().startsWith(dimensions) && !row.lattice().equals(lattice);
            if (other && limit.isPresent() && limit.getAsDouble() >= gridReynolds) {
                stable.put(row.lattice(), limit.getAsDouble());
            }
        }
        return stable;
    }

    /// The limit of the most specific matching row; empty where no row matches.
    public OptionalDouble maximum(String collision, String lattice, String equilibrium) {
        Row best = null;
        for (Row row : rows) {
            if (row.fits(collision, lattice, equilibrium) && (best == null || row.named() > best.named())) {
                best = row;
            }
        }
        return best == null ? OptionalDouble.empty() : OptionalDouble.of(best.maximum());
    }
}
