package dev.tessera.geometry.mesh;

import dev.tessera.geometry.GeometryException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads text STL word by word. Only `solid`, `facet`, `vertex` and `endsolid` matter; other words are skipped, so that
/// files with unusual line ends, indentation or capitals can be read.
final class StlText {
    private static final double[] TENS = tens();

    private final String name;
    private final byte[] bytes;
    private int at;
    private int wordFrom;
    private int wordTo;

    StlText(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    private static double[] tens() {
        double[] tens = new double[23];
        tens[0] = 1;
        for (int i = 1; i < tens.length; i++) {
            tens[i] = tens[i - 1] * 10; // exact up to 1e22
        }
        return tens;
    }

    TriangleSoup read() {
        double[] corners = new double[1 << 12];
        int[] solidOf = new int[1 << 9];
        List<String> solids = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        int numbers = 0;
        int facetAt = 0;
        boolean inside = false;
        while (nextWord()) {
            if (is("vertex")) {
                if (numbers + 3 > corners.length) {
                    corners = Arrays.copyOf(corners, corners.length * 2);
                    solidOf = Arrays.copyOf(solidOf, corners.length / 9 + 1);
                }
                for (int axis = 0; axis < 3; axis++) {
                    corners[numbers++] = number();
                }
                solidOf[(numbers - 3) / 9] = Math.max(0, solids.size() - 1);
            } else if (is("facet") || is("endfacet")) {
                if (numbers - facetAt != (is("facet") ? 0 : 9)) {
                    throw new GeometryException("%s line %,d: a facet of %d corners; STL has triangles only"
                            .formatted(name, line(), (numbers - facetAt) / 3));
                }
                facetAt = numbers;
            } else if (is("solid")) {
                solids.add(restOfLine());
                inside = true;
            } else if (is("endsolid")) {
                restOfLine();
                inside = false;
            }
        }
        if (numbers % 9 != 0) {
            throw new GeometryException(
                    "%s is cut off within its last triangle; export or copy it again".formatted(name));
        }
        if (inside) {
            notes.add("%s has no endsolid: it may be cut off after triangle %,d".formatted(name, numbers / 9));
        }
        if (solids.isEmpty()) {
            solids.add("");
        }
        return new TriangleSoup(Arrays.copyOf(corners, numbers), solids, Arrays.copyOf(solidOf, numbers / 9), notes);
    }

    private boolean nextWord() {
        while (at < bytes.length && bytes[at] <= ' ') {
            at++;
        }
        wordFrom = at;
        while (at < bytes.length && bytes[at] > ' ') {
            at++;
        }
        wordTo = at;
        return wordTo > wordFrom;
    }

    private boolean is(String word) {
        if (wordTo - wordFrom != word.length()) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if ((bytes[wordFrom + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String restOfLine() {
        int from = at;
        while (at < bytes.length && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return new String(bytes, from, at - from, StandardCharsets.UTF_8).strip();
    }

    /// A decimal number; exact for up to 15 digits and small powers of ten, else parsed by the JDK.
    private double number() {
        if (!nextWord()) {
            throw new GeometryException("%s is cut off within a vertex; export or copy it again".formatted(name));
        }
        int i = wordFrom;
        boolean negative = bytes[i] == '-';
        if (negative || bytes[i] == '+') {
            i++;
        }
        long digits = 0;
        int count = 0;
        int scale = 0;
        boolean point = false;
        boolean any = false;
        for (; i < wordTo; i++) {
            int c = bytes[i];
            if (c == '.' && !point) {
                point = true;
            } else if (c >= '0' && c <= '9') {
                any = true;
                digits = digits * 10 + (c - '0');
                count += digits == 0 ? 0 : 1;
                scale -= point ? 1 : 0;
                if (count > 15) {
                    return slowNumber();
                }
            } else {
                break;
            }
        }
        if (!any) {
            return slowNumber();
        }
        if (i < wordTo) {
            if ((bytes[i] | 0x20) != 'e' || wordTo - i > 5) {
                return slowNumber();
            }
            scale += exponent(i + 1);
        }
        if (Math.abs(scale) > 22) {
            return slowNumber();
        }
        double value = scale < 0 ? digits / TENS[-scale] : digits * TENS[scale];
        if (value > StlReader.LARGEST) {
            throw notANumber();
        }
        return negative ? -value : value;
    }

    private int exponent(int from) {
        boolean negative = from < wordTo && bytes[from] == '-';
        int i = from + (negative || from < wordTo && bytes[from] == '+' ? 1 : 0);
        int value = 0;
        for (; i < wordTo; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                throw notANumber();
            }
            value = value * 10 + (bytes[i] - '0');
        }
        return negative ? -value : value;
    }

    private double slowNumber() {
        try {
            double value = Double.parseDouble(word());
            if (Math.abs(value) <= StlReader.LARGEST) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw notANumber();
        }
        throw notANumber();
    }

    private GeometryException notANumber() {
        return new GeometryException("%s line %,d: \"%s\" is not a coordinate; repair or export the file again"
                .formatted(name, line(), word()));
    }

    private String word() {
        return new String(bytes, wordFrom, wordTo - wordFrom, StandardCharsets.UTF_8);
    }

    private int line() {
        int line = 1;
        for (int i = 0; i < Math.min(at, bytes.length); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        return line;
    }
}
