package dev.tessera.casefile;

import dev.tessera.casefile.YamlNode.YamlText;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.units.Spelling;
import java.util.ArrayList;
import java.util.List;

/// A plot over time: `residual`, `convergence`, or an observable such as `inlet.flow_rate`.
record PlotType() implements ValueType<Plot> {
    @Override
    public Plot read(YamlNode node, Reading reading) {
        if (!(node instanceof YamlText text)) {
            throw reading.refuse(node.place(), "this is %s, but a %s is expected".formatted(node.words(), words()));
        }
        if (!Plot.isQuantity(text.text())) {
            throw reading.refuse(text.place(), unknown(text));
        }
        return new Plot(text.text());
    }

    @Override
    public YamlNode write(Plot plot) {
        return Yaml.text(plot.quantity());
    }

    private static String unknown(YamlText text) {
        int dot = text.text().indexOf('.');
        List<String> known = new ArrayList<>(Plot.FIXED);
        if (dot > 0) {
            String name = text.text().substring(0, dot + 1);
            Plot.OF_SURFACES.forEach(end -> known.add(name + end));
            Plot.OF_PROBES.forEach(end -> known.add(name + end));
            Plot.OF_SECTIONS.forEach(end -> known.add(name + end));
            Plot.OF_PHASES.forEach(end -> known.add(name + end));
        }
        String nearest = Spelling.nearestFirst(text.text(), known).getFirst();
        return "%s is nothing that is plotted over time%s known: %s, of an opening or a wall NAME.%s, of a probe NAME.%s, of a section NAME.%s, and of phases and components NAME.%s"
                .formatted(
                        text.words(),
                        Spelling.isNear(text.text(), nearest) ? "; did you mean %s?".formatted(nearest) : ";",
                        String.join(", ", Plot.FIXED),
                        String.join(", NAME.", Plot.OF_SURFACES),
                        String.join(", NAME.", Plot.OF_PROBES),
                        String.join(", NAME.", Plot.OF_SECTIONS),
                        String.join(", NAME.", Plot.OF_PHASES));
    }

    @Override
    public String words() {
        return "plot, such as residual or inlet.flow_rate";
    }

    @Override
    public JsonNode schema() {
        return JsonNode.type("string").with("pattern", "^" + Plot.PATTERN.pattern() + "$");
    }
}
