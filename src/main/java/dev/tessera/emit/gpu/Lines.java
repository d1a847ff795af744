package dev.tessera.emit.gpu;

/// Lines of text, indented by depth.
final class Lines {
    private final StringBuilder text = new StringBuilder();
    private int depth;

    void line(String content) {
        text.append(content.isEmpty() ? "" : "    ".repeat(depth))
                .append(content)
                .append('\n');
    }

    void line(String format, Object... values) {
        line(format.formatted(values));
    }

    /// A comment before a section.
    void comment(String what) {
        line("// " + what);
    }

    /// A block in braces.
    void block(String head, Runnable content) {
        line(head.isEmpty() ? "{" : head + " {");
        depth++;
        content.run();
        depth--;
        line("}");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
