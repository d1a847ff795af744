package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.FlowProfile;
import dev.tessera.solver.Output;
import dev.tessera.solver.PlaneSums;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Velocity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Writes means over all planes across an axis as a table, `profile-x-000001200.csv`, with a row for each plane of
/// nodes: its place, the area of its fluid nodes, the flow rate where the velocity is requested, and the mean of each
/// component of each field.
final class ProfileOutput implements Output {
    private final Path folder;
    private final FlowProfile profile;
    private final boolean isShallow;

    /// @param isShallow whether the fluid is shallow water, whose flow rate is not that of the velocity alone
    ProfileOutput(Path folder, FlowProfile profile, boolean isShallow) {
        this.folder = folder;
        this.profile = profile;
        this.isShallow = isShallow;
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        String file = description().replace("<step>", "%09d".formatted(snapshot.step()));
        String text = text(snapshot);
        AtomicFile.write(folder.resolve(file), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    private String text(Snapshot snapshot) {
        NodeMap nodes = snapshot.nodes();
        int axis = profile.axis();
        int dimensions = nodes.box().is2d() ? 2 : 3;
        double cell = Math.pow(nodes.spacingM(), dimensions - 1);
        PlaneSums planes = new PlaneSums(nodes, axis);
        double[] area = planes.areas();
        List<String> head =
                new ArrayList<>(List.of(profile.axisName() + " [m]", "area [%s]".formatted(area(dimensions))));
        List<double[]> sums = new ArrayList<>();
        int through = -1;
        for (ResultField field : profile.fields()) {
            double[][] values = snapshot.field(field).values();
            for (int component = 0; component < values.length; component++) {
                boolean isOfDepth = field.components().size() == 3 && component == 2 && dimensions == 2;
                if (field.equals(new Velocity()) && component == axis && !isShallow) {
                    through = sums.size();
                }
                if (!isOfDepth) {
                    head.add(name(field, component));
                    sums.add(planes.of(values[component]));
                }
            }
        }
        if (through >= 0) {
            head.add("flow_rate [%s]".formatted(dimensions == 2 ? "m2/s" : "m3/s"));
        }
        StringBuilder rows = new StringBuilder(String.join(",", head)).append('\n');
        for (int plane = 0; plane < area.length; plane++) {
            rows.append(nodes.originM()[axis] + plane * nodes.spacingM())
                    .append(',')
                    .append(area[plane] * cell);
            for (double[] sum : sums) {
                rows.append(',').append(area[plane] == 0 ? "" : Double.toString(sum[plane] / area[plane]));
            }
            rows.append(through < 0 ? "" : "," + sums.get(through)[plane] * cell)
                    .append('\n');
        }
        return rows.toString();
    }

    private static String area(int dimensions) {
        return dimensions == 2 ? "m2/m" : "m2";
    }

    private static String name(ResultField field, int component) {
        String unit = field.unit().isEmpty() ? "" : " [%s]".formatted(field.unit());
        String of = field.components().isEmpty() ? "" : "_" + field.components().get(component);
        return field.key().replace('-', '_') + of + unit;
    }

    @Override
    public String description() {
        return "profile-%s-<step>.csv".formatted(profile.axisName());
    }
}
