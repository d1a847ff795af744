package dev.tessera.casefile;

import dev.tessera.units.QuantityKind;
import dev.tessera.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The reference of the case format, in markdown. Made from the same tables that the reader uses.
public final class CaseReference {
    @SuppressWarnings("InlineFormatString") // a page of text above the code that fills it in
    private static final String INTRODUCTION = """
            # Case reference

            *Generated from the reader's own tables; a test keeps it and `case.schema.json` equal to them.*

            A case is one YAML file. Keys are written in kebab-case; the order of keys does not matter. Unknown keys
            are refused. All problems of a file are shown together, each with file, line and column.

            * **Numbers with units.** Every physical number carries its unit: `0.35 m/s`, `120 mmHg`, `3.3e-6 m^2/s`. Units are
              products (`mPa.s`, `mPa*s`), quotients (`kPa/m`) and whole powers (`m^2`, `m2`, `s^-1`); behind `/` only one
              factor may follow, else write brackets: `kg/(m.s)`. Zero needs no unit: `[1 kPa/m, 0, 0]`. Other numbers without
              unit are dimensionless or count nodes and steps, as their key says. Decimal numbers take a point.
            * **Expressions** of place and time are allowed where the tables say *expression*:
              `{expression: "max(0, sin(2*pi*t/period))", unit: m/s}`. `x`, `y`, `z` are metres, `t` seconds; other names come
              from `constants`. They are made of `+ - * / ^`, brackets, `pi`, `e`,
              %s, and
              `if(a < b, then, else)` with `< <= > >= == !=`. Put them in quotes: a comma inside `{…}` separates keys.
            * **Series** give a value at points in time, from a file: `{series: heartbeat.csv, period: 0.8 s}` (see [`series`](#series)).
            * **Vectors** have two components in 2D, or three.
            * **Pressures** are gauge pressures: 0 is the pressure at which the density is the fluid's.
            * **Files** are named relative to the case file.
            * **`--set path.to.key=value`** on the command line changes one value, and may be repeated:
              `--set time.lattice-speed=0.05`, `--set geometry.image.file=scan.raw`. List items are named by their index from 0
              (`boundaries.inlet.velocity.0`); an empty value removes the key (`--set time.lattice-speed=`). A file named there
              is relative to the working directory.

            """;

    private CaseReference() {}

    /// As `docs/reference/case.md` publishes it.
    public static String markdown() {
        StringBuilder out = new StringBuilder();
        List<String> functions = ExpressionFunctions.NAMES.stream()
                .filter(name -> !name.equals("if"))
                .map("`%s`"::formatted)
                .toList();
        out.append(INTRODUCTION.formatted(String.join(" ", functions)));
        List<Section<?>> sections = CaseSchema.sections();
        for (Section<?> section : sections) {
            append(section, out);
        }
        units(out);
        return out.toString();
    }

    /// The table of a section.
    static void append(Section<?> section, StringBuilder out) {
        out.append("## `%s`\n\n%s\n\n".formatted(section.title(), section.says()));
        for (Section.Choice choice : section.choices()) {
            out.append("%s of %s: %s.\n\n"
                    .formatted(choice.needed() ? "Exactly one" : "At most one", code(choice.keys()), choice.why()));
        }
        out.append("| key | value | default | meaning | example |\n|---|---|---|---|---|\n");
        for (Key<?> key : section.keys()) {
            out.append("| `%s` | %s | %s | %s | `%s` |\n"
                    .formatted(
                            key.name(),
                            value(key),
                            fallback(key),
                            cell(key.says()),
                            key.example().replace("|", "\\|")));
        }
        out.append('\n');
    }

    private static String code(List<Key<?>> keys) {
        return String.join(
                ", ", keys.stream().map(key -> "`" + key.name() + "`").toList());
    }

    private static String fallback(Key<?> key) {
        if (key.required()) {
            return "**required**";
        }
        return key.fallbackText().isEmpty() ? "–" : cell(key.fallbackText());
    }

    /// The type in words; a group is a link to its own table.
    private static String value(Key<?> key) {
        if (key.type() instanceof Section<?> section) {
            String anchor = section.title().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "");
            return "group [`%s`](#%s)".formatted(section.title(), anchor);
        }
        return cell(key.type().words());
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private static void units(StringBuilder out) {
        out.append("## Units\n\n| quantity | for example | usual units |\n|---|---|---|\n");
        for (QuantityKind kind : QuantityKind.values()) {
            List<String> units = new ArrayList<>(kind.units());
            units.removeIf(String::isEmpty);
            out.append("| %s | `%s` | %s |\n"
                    .formatted(
                            kind.words().toLowerCase(Locale.ROOT),
                            kind.example(),
                            String.join(
                                    " ", units.stream().map("`%s`"::formatted).toList())));
        }
        out.append("\nSymbols: %s. `µ` may stand for `u`. 1 D = 9.869233e-13 m², 1 mmHg = 133.322387415 Pa.\n"
                .formatted(String.join(
                        " ", Units.symbols().stream().map("`%s`"::formatted).toList())));
    }
}
