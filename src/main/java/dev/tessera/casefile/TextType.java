package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Any text that fits a pattern.
///
/// @param words for messages
/// @param pattern that the whole text matches
record TextType(String words, Pattern pattern) implements ValueType<String> {
    static final ValueType<String> ANY = new TextType("text", Pattern.compile("(?s).*"));
    static final ValueType<String> NAME = new TextType(
            "name (letters, digits, '-', '_' and '.')", Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}"));
    /// Such as `cpu:jvm` or `cuda:0-3`.
    static final ValueType<String> NAME_OF_DEVICE = new TextType(
            "device, such as auto, cpu, cpu:jvm or cuda:0, or a list, such as cuda:0-1 or cpu:jvm,opencl:0",
            Pattern.compile("[a-z]{2,10}(:[a-z0-9-]{1,20})?(,[a-z0-9:-]{1,30}){0,63}"));
    /// A file, relative to the case file; on the command line relative to the working directory.
    static final ValueType<Path> FILE = new FileType();

    @Override
    public String read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words));
        }
        if (!pattern.matcher(text.text()).matches()) {
            throw reading.refuse(text.place(), "%s is not a %s".formatted(text.words(), words));
        }
        return text.text();
    }

    @Override
    public YamlNode write(String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException("'%s' is not a %s, which a case needs".formatted(text, words));
        }
        return Yaml.text(text);
    }

    @Override
    public JsonNode schema() {
        JsonNode.Fields schema = JsonNode.type("string");
        return pattern.pattern().equals("(?s).*") ? schema : schema.with("pattern", "^" + pattern.pattern() + "$");
    }

    private record FileType() implements ValueType<Path> {
        @Override
        public Path read(YamlNode node, Reading reading) {
            if (!(node instanceof YamlText text) || text.text().isBlank()) {
                throw reading.refuse(
                        node.place(), "this is %s, but the name of a file is expected".formatted(node.words()));
            }
            try {
                Path path = Path.of(text.text());
                boolean here = path.isAbsolute() || text.place().isOverride();
                Path file = (here ? path : reading.source().folder().resolve(path)).normalize();
                reading.files().put(text, file.toAbsolutePath());
                return file;
            } catch (InvalidPathException e) {
                throw reading.refuse(text.place(), "%s is not the name of a file".formatted(text.words()));
            }
        }

        /// Absolute, so that the text can be read from anywhere.
        @Override
        public YamlNode write(Path file) {
            return Yaml.text(file.toAbsolutePath().normalize().toString());
        }

        @Override
        public String words() {
            return "file";
        }

        @Override
        public JsonNode schema() {
            return JsonNode.type("string");
        }
    }
}
