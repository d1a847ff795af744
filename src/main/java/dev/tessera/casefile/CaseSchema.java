package dev.tessera.casefile;

import dev.tessera.output.Json;
import java.util.ArrayList;
import java.util.List;

/// The format of cases as a JSON schema, for editors. Made from the same tables that the reader uses.
public final class CaseSchema {
    private CaseSchema() {}

    /// JSON schema, draft 2020-12, as `docs/reference/case.schema.json` publishes it.
    public static String text() {
        JsonNode.Fields head = JsonNode.fields()
                .with("$schema", "https://json-schema.org/draft/2020-12/schema")
                .with("title", "Tessera case, format version %d".formatted(CaseFormat.VERSION));
        JsonNode.Fields whole = head;
        for (var member :
                ((JsonNode.Fields) CaseFormat.SECTION.schema()).members().entrySet()) {
            whole = whole.with(member.getKey(), member.getValue());
        }
        whole = whole.with("$defs", JsonNode.fields().with("shape", ShapeSection.SECTION.schema()));
        return Json.text(whole.plain());
    }

    /// Every section of the format, each once: the whole case, then its sections as they appear, shapes last.
    static List<Section<?>> sections() {
        List<Section<?>> found = new ArrayList<>();
        collect(CaseFormat.SECTION, found);
        collect(ShapeSection.SECTION, found);
        return List.copyOf(found);
    }

    private static void collect(Section<?> section, List<Section<?>> found) {
        if (found.contains(section)) {
            return;
        }
        found.add(section);
        for (Key<?> key : section.keys()) {
            for (Section<?> inner : key.type().sections()) {
                collect(inner, found);
            }
        }
    }
}
