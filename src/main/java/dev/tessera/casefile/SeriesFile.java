package dev.tessera.casefile;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A text file with points in time, one per line: a time and a value, separated by a comma, a semicolon, a tab or
/// spaces. The first line names both columns with their units: `time [s],flow-rate [mL/s]`. `#` begins a comment.
///
/// @param points their numbers as text, with their lines
record SeriesFile(Path file, String timeUnit, String valueUnit, List<Point> points) {
    private static final Pattern HEADING = Pattern.compile("[^\\[(]*?\\s*[\\[(]\\s*([^\\])]*?)\\s*[\\])]");

    /// @param line of the file, from 1
    record Point(int line, String time, String value) {}

    SeriesFile {
        points = List.copyOf(points);
    }

    /// @throws IllegalArgumentException where the file cannot be read or has another form; names file and line
    static SeriesFile read(Path file) {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            return read(file, reader);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("there is no file %s".formatted(file), missing);
        } catch (CharacterCodingException binary) {
            throw new IllegalArgumentException(
                    "%s is not UTF-8 text; give one point per line: time, value".formatted(file), binary);
        } catch (IOException wrong) {
            throw new IllegalArgumentException("%s cannot be read: %s".formatted(file, wrong), wrong);
        }
    }

    private static SeriesFile read(Path file, BufferedReader reader) throws IOException {
        List<String> units = new ArrayList<>();
        List<Point> points = new ArrayList<>();
        int line = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            line++;
            String content = (text.indexOf('#') < 0 ? text : text.substring(0, text.indexOf('#'))).strip();
            if (content.isEmpty()) {
                continue;
            }
            if (units.isEmpty()) {
                units.addAll(units(file, line, fields(content, "\t")));
                continue;
            }
            String[] fields = fields(content, "\\s+");
            if (fields.length != 2) {
                throw wrong(file, line, "%d columns, but two are expected: time, value".formatted(fields.length));
            }
            points.add(new Point(line, fields[0], fields[1]));
        }
        if (points.size() < 2) {
            throw new IllegalArgumentException(
                    "%s lists %d points; give two or more, one per line: time, value".formatted(file, points.size()));
        }
        return new SeriesFile(file, units.getFirst(), units.getLast(), points);
    }

    /// @param blank separates fields where there is no semicolon, tab or comma
    private static String[] fields(String content, String blank) {
        String separator = content.indexOf(';') >= 0
                ? ";"
                : content.indexOf('\t') >= 0 ? "\t" : content.indexOf(',') >= 0 ? "," : blank;
        String[] fields = content.split(separator, -1);
        for (int k = 0; k < fields.length; k++) {
            fields[k] = fields[k].strip();
        }
        return fields;
    }

    private static List<String> units(Path file, int line, String[] names) {
        List<String> units = new ArrayList<>();
        for (String name : names) {
            Matcher matcher = HEADING.matcher(name.replace("\"", ""));
            if (matcher.matches()) {
                units.add(matcher.group(1));
            }
        }
        if (names.length != 2 || units.size() != 2) {
            throw wrong(
                    file,
                    line,
                    "the first line has to name two columns with their units, such as time [s],flow-rate [mL/s]");
        }
        return units;
    }

    /// An error of a line.
    static IllegalArgumentException wrong(Path file, int line, String message) {
        return new IllegalArgumentException("%s:%d: %s".formatted(file, line, message));
    }
}
