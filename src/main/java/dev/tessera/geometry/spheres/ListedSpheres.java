package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryException;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.shape.Bounds;
import dev.tessera.geometry.shape.Line;
import dev.tessera.geometry.shape.Shape;
import dev.tessera.geometry.shape.Spans;
import dev.tessera.geometry.shape.Sphere;
import dev.tessera.geometry.shape.Union;
import dev.tessera.units.Quantity;
import dev.tessera.units.QuantityException;
import dev.tessera.units.QuantityKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// The union of the spheres that a text file lists, one per line.
///
/// Columns are separated by semicolons, tabs, commas or spaces; `#` begins a comment. Without a first line of names
/// they are x, y, z and radius. Names are `x`, `y`, `z` and `radius` or `diameter`, each with its unit where the
/// columns do not share one: `x [mm],y [mm],z [mm],diameter [um]`. Columns of other names are not read.
public final class ListedSpheres implements Shape {
    private static final Pattern HEADING = Pattern.compile("([^\\[(]*?)\\s*(?:[\\[(]\\s*([^\\])]*?)\\s*[\\])])?");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?(\\d{1,30}\\.?\\d{0,30}|\\.\\d{1,30})([eE][+-]?\\d{1,2})?");
    private static final List<String> DECIMAL_UNITS = List.of("m", "cm", "mm", "um", "nm");
    private static final int[] POWERS = {0, -2, -3, -6, -9};
    private static final List<String> PLACES = List.of("x", "y", "z");
    private static final String RADIUS = "radius";
    private static final String DIAMETER = "diameter";

    private final Path file;
    private final Optional<String> unit;
    private final Shape union;
    private final int[] lines; // of the file, by sphere

    private ListedSpheres(Path file, Optional<String> unit, Shape union, int[] lines) {
        this.file = file;
        this.unit = unit;
        this.union = union;
        this.lines = lines;
    }

    /// @param unit of length of all columns; empty where the file's first line gives units
    /// @throws GeometryException where the file cannot be read, or a line is no sphere; the message names the
    ///        place
    public static ListedSpheres read(Path file, Optional<String> unit) {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            Reader reader = new Reader(file, unit);
            Shape union = Union.of(reader.all(lines));
            return new ListedSpheres(
                    file, unit, union, reader.sphereLines.build().toArray());
        } catch (NoSuchFileException missing) {
            throw new GeometryException("there is no file %s".formatted(file), missing);
        } catch (CharacterCodingException binary) {
            throw new GeometryException(
                    "%s is not UTF-8 text; give one sphere per line: x, y, z, radius".formatted(file), binary);
        } catch (IOException wrong) {
            throw new GeometryException("%s cannot be read: %s".formatted(file, wrong), wrong);
        }
    }

    public Path file() {
        return file;
    }

    public Optional<String> unit() {
        return unit;
    }

    @Override
    public Spans along(Line line, double growM) {
        return union.along(line, growM);
    }

    @Override
    public Spans within(Line line, double growM, double from, double to) {
        return union.within(line, growM, from, to);
    }

    @Override
    public Shape near(Bounds region) {
        return union.near(region);
    }

    @Override
    public List<Shape> parts() {
        return union.parts();
    }

    /// Such as `grains.csv:2: the sphere`.
    @Override
    public String partWords(int part) {
        return "%s:%d: the sphere".formatted(file, lines[part]);
    }

    @Override
    public Bounds bounds() {
        return union.bounds();
    }

    @Override
    public String toString() {
        return "%d spheres of %s".formatted(parts().size(), file.getFileName());
    }

    /// Reads lines and tracks their numbers.
    private static final class Reader {
        private final Path file;
        private final String sharedUnit; // empty where there is none
        private final IntStream.Builder sphereLines = IntStream.builder();
        private int line;
        private int[] columns = {0, 1, 2, 3}; // of x, y, z, size
        private String[] units; // of x, y, z, size
        private boolean isDiameter;

        Reader(Path file, Optional<String> unit) {
            this.file = file;
            this.sharedUnit = unit.orElse("");
            this.units = new String[] {sharedUnit, sharedUnit, sharedUnit, sharedUnit};
        }

        List<Shape> all(BufferedReader lines) throws IOException {
            List<Shape> spheres = new ArrayList<>();
            boolean isFirst = true;
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                line++;
                String content = (text.indexOf('#') < 0 ? text : text.substring(0, text.indexOf('#'))).strip();
                if (content.isEmpty()) {
                    continue;
                }
                String[] fields = fields(content);
                if (isFirst
                        && !unquoted(fields[0]).isEmpty()
                        && Character.isLetter(unquoted(fields[0]).charAt(0))) {
                    heading(fields);
                } else {
                    spheres.add(sphere(fields));
                    sphereLines.add(line);
                }
                isFirst = false;
            }
            if (spheres.isEmpty()) {
                throw new GeometryException("%s lists no sphere; give one per line: x, y, z, radius".formatted(file));
            }
            return spheres;
        }

        private static String[] fields(String content) {
            String separator = content.indexOf(';') >= 0
                    ? ";"
                    : content.indexOf('\t') >= 0 ? "\t" : content.indexOf(',') >= 0 ? "," : " +";
            String[] fields = content.split(separator, -1);
            for (int k = 0; k < fields.length; k++) {
                fields[k] = fields[k].strip();
            }
            return fields;
        }

        private void heading(String[] names) {
            int[] found = {-1, -1, -1, -1};
            String[] own = new String[4];
            for (int column = 0; column < names.length; column++) {
                Matcher matcher = HEADING.matcher(unquoted(names[column]));
                if (!matcher.matches()) {
                    continue;
                }
                String name = matcher.group(1).toLowerCase(Locale.ROOT);
                boolean isSize = name.equals(RADIUS) || name.equals(DIAMETER);
                int what = isSize ? 3 : PLACES.indexOf(name);
                if (what < 0) {
                    continue;
                }
                if (found[what] >= 0) {
                    throw wrong("two columns give the %s; keep one of them".formatted(isSize ? "size" : name));
                }
                found[what] = column;
                own[what] = matcher.group(2) == null ? "" : matcher.group(2);
                isDiameter |= name.equals(DIAMETER);
            }
            for (int what = 0; what < 4; what++) {
                if (found[what] < 0) {
                    throw wrong(
                            "no column is called %s; name the columns x, y, z and radius or diameter, such as x [mm]"
                                    .formatted(what < 3 ? PLACES.get(what) : RADIUS + " or " + DIAMETER));
                }
                if (!own[what].isEmpty() && !sharedUnit.isEmpty() && !own[what].equals(sharedUnit)) {
                    throw wrong("column %s is in %s, but the case gives the unit %s; remove one of them"
                            .formatted(names[found[what]], own[what], sharedUnit));
                }
                units[what] = own[what].isEmpty() ? sharedUnit : own[what];
            }
            columns = found;
        }

        private static String unquoted(String name) {
            return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                    ? name.substring(1, name.length() - 1).strip()
                    : name;
        }

        private Sphere sphere(String[] fields) {
            double[] values = new double[4];
            for (int what = 0; what < 4; what++) {
                if (columns[what] >= fields.length) {
                    throw wrong("%d columns, but at least %d are expected: x, y, z, %s"
                            .formatted(fields.length, columns[what] + 1, sizeName()));
                }
                values[what] = length(fields[columns[what]], what);
            }
            if (!(values[3] > 0)) {
                throw wrong("the %s %s is not positive".formatted(sizeName(), fields[columns[3]]));
            }
            return new Sphere(new Vec(values[0], values[1], values[2]), isDiameter ? values[3] / 2 : values[3]);
        }

        private String sizeName() {
            return isDiameter ? DIAMETER : RADIUS;
        }

        private double length(String number, int what) {
            if (units[what].isEmpty()) {
                throw wrong(
                        "the file does not contain the unit of its numbers; write unit: mm in the case, or units into"
                                + " the first line, such as x [mm]");
            }
            int unit = DECIMAL_UNITS.indexOf(units[what]);
            if (unit >= 0 && DECIMAL.matcher(number).matches()) { // many times as fast, with the same result
                return new BigDecimal(number).scaleByPowerOfTen(POWERS[unit]).doubleValue();
            }
            try {
                double metres = Quantity.parse(number + " " + units[what], QuantityKind.LENGTH);
                if (Double.isFinite(metres)) {
                    return metres;
                }
            } catch (QuantityException wrong) {
                throw wrong("column %s: %s".formatted(what < 3 ? PLACES.get(what) : sizeName(), wrong.getMessage()));
            }
            throw wrong("%s %s is too large".formatted(number, units[what]));
        }

        private GeometryException wrong(String message) {
            return new GeometryException("%s:%d: %s".formatted(file, line, message));
        }
    }
}
