package dev.tessera.emit.gpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.gpu.Argument;
import dev.tessera.kernel.gpu.Argument.Type;

/// Writes the functions that find the private slot of a cut link: by rank in two sets of bits.
final class PrivateSlotText {
    private PrivateSlotText() {}

    static void write(Lines lines, Dialect dialect) {
        String words = table(dialect, "words", Type.MASK);
        String before = table(dialect, "before", Type.INT);
        String lists = table(dialect, "lists", Type.LONG);
        lines.comment(
                "The number of members of a bit set that are less than n; a set has one bit per number, and one count per 8 words.");
        lines.block("%sint rank(%s, %s, int n)".formatted(dialect.functionQualifiers(), words, before), () -> {
            lines.line("const int word = n >> 6;");
            lines.line("int count = before[word >> 3];");
            lines.block(
                    "for (int w = word & ~7; w < word; w++)",
                    () -> lines.line("count += %s;", dialect.bitCount("words[w]")));
            lines.line("return count + %s;", dialect.bitCount("words[word] & (((mask_t) 1 << (n & 63)) - 1)"));
        });
        lines.line("");
        lines.comment(
                "The private slot of the node at position p. Each list has the offsets of its words and counts, and its first slot.");
        lines.block(
                "%sslot_t private_slot(int list, int p, %s, %s, %s)".formatted(dialect.functionQualifiers(), lists, words, before),
                () -> {
                    lines.line("const int member = rank(words, before, p);");
                    lines.line(
                            "return (slot_t) lists[3 * list + 2] + rank(words + lists[3 * list], before + lists[3 * list + 1], member);");
                });
        lines.line("");
    }

    private static String table(Dialect dialect, String name, Type type) {
        return dialect.parameter(new Argument(name, type, true, false), Precision.FP64) + name;
    }
}
