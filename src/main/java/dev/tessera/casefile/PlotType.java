package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.List;

/// What is plotted over time: `residual`, `convergence`, or an observable such as `inlet.flow_rate`.
record PlotType() implements ValueType<Plot> {
    private static final String NONE = "none";

    /// A list of plots, one alone, or `none`.
    static ValueType<List<Plot>> several() {
        return EitherType.textOrList(new NoneOrOne(), ListType.of(new PlotType()));
    }

    @Override
    public Plot read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        if (text.text().equals(NONE)) {
            throw reading.refuse(text.place(), "none stands alone, not in a list: write plots: none");
        }
        if (!Plot.isQuantity(text.text())) {
            throw reading.refuse(text.place(), unknown(text));
        }
        return new Plot(text.text());
    }

    private static String unknown(YamlText text) {
        int dot = text.text().indexOf('.');
        List<String> ends = Plot.OF_SURFACES.stream().map(end -> "NAME." + end).toList();
        List<String> known = new ArrayList<>(Plot.FIXED);
        if (dot > 0) {
            Plot.OF_SURFACES.forEach(end -> known.add(text.text().substring(0, dot + 1) + end));
        }
        String nearest = Spelling.nearestFirst(text.text(), known).getFirst();
        return "%s is nothing that is plotted over time%s known: %s, and of an opening or a wall %s"
                .formatted(
                        text.words(),
                        Spelling.isNear(text.text(), nearest) ? "; did you mean %s?".formatted(nearest) : ";",
                        String.join(", ", Plot.FIXED),
                        String.join(", ", ends));
    }

    @Override
    public String words() {
        return "plot, such as residual or inlet.flow_rate";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string").with("pattern", "^" + Plot.PATTERN.pattern() + "$");
    }

    private record NoneOrOne() implements ValueType<List<Plot>> {
        @Override
        public List<Plot> read(YamlNode node, Reading reading) {
            return node instanceof YamlText text && text.text().equals(NONE)
                    ? List.of()
                    : List.of(new PlotType().read(node, reading));
        }

        @Override
        public String words() {
            return NONE;
        }

        @Override
        public JsonNode schema() {
            return JsonNode.type("string").with("pattern", "^(%s|%s)$".formatted(NONE, Plot.PATTERN.pattern()));
        }
    }
}
