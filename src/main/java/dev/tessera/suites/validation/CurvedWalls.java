package dev.tessera.suites.validation;

import dev.tessera.geometry.Vec;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.suites.validation.WalledFlow.Quantity;
import dev.tessera.suites.validation.WalledFlow.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Walls at their distances (`model.walls: curved`): every flow at two positions of the walls relative to the nodes
/// and at two relaxation times, the largest error of the four against one bound. Where the flow creeps, the results
/// at the two relaxation times must agree. With `--suite full` the other schemes, half-way walls too, are reported.
final class CurvedWalls implements ValidationSuite {
    static final double INDEPENDENCE = 1e-4;

    @Override
    public String key() {
        return "curved-walls";
    }

    @Override
    public String title() {
        return "walls at their distances: spheres, oblique tube and channels, cylinder";
    }

    @Override
    public List<ValidationCase> cases(boolean full) throws IOException {
        List<ValidationCase> cases = new ArrayList<>();
        for (WalledFlow flow : flows(full)) {
            for (WallScheme scheme : full ? schemes() : List.of(WallScheme.CURVED)) {
                cases.add(new ValidationCase(
                        scheme.key() + ", " + flow.setup(), laboratory -> rows(laboratory, flow, scheme)));
            }
        }
        for (WallScheme scheme : full ? schemes() : List.of(WallScheme.CURVED)) {
            cases.add(new ValidationCase(
                    TubeBetweenOpenings.setup(scheme),
                    laboratory -> TubeBetweenOpenings.rows(key(), laboratory, scheme)));
        }
        return cases;
    }

    private static List<WallScheme> schemes() {
        return Arrays.asList(WallScheme.values());
    }

    static List<WalledFlow> flows(boolean full) throws IOException {
        List<WalledFlow> flows = new ArrayList<>(CreepingSpheres.all(32));
        flows.add(new PeriodicTube(24));
        flows.addAll(ObliqueChannel.all());
        flows.add(CylinderFlow.of(20));
        if (full) {
            flows.add(CylinderFlow.of(40));
        }
        return flows;
    }

    /// One row per quantity, and one for the independence of the relaxation time.
    List<ValidationRow> rows(Laboratory laboratory, WalledFlow flow, WallScheme scheme) throws IOException {
        List<Quantity> quantities = flow.quantities();
        double[] largest = new double[quantities.size()];
        double difference = 0;
        for (Vec shift : Setting.SHIFTS) {
            List<double[]> byTime = new ArrayList<>();
            for (double time : flow.relaxationTimes()) {
                double[] errors = flow.errors(laboratory, new Setting(scheme, shift, time));
                byTime.add(errors);
                for (int k = 0; k < errors.length; k++) {
                    largest[k] = Math.max(largest[k], Math.abs(errors[k]));
                }
            }
            difference = Math.max(difference, Math.abs(byTime.getFirst()[0] - byTime.getLast()[0]));
        }
        List<ValidationRow> rows = new ArrayList<>();
        boolean judged = scheme == WallScheme.CURVED;
        String setup = scheme.key() + ", " + flow.setup();
        for (int k = 0; k < largest.length; k++) {
            Quantity quantity = quantities.get(k);
            double tolerance = judged ? quantity.tolerance() : Double.POSITIVE_INFINITY;
            rows.add(ValidationRow.error(
                    key(), setup, quantity.name() + ", largest relative error", largest[k], flow.source(), tolerance));
        }
        if (flow.isCreeping()) {
            rows.add(ValidationRow.error(
                    key(),
                    setup,
                    quantities.getFirst().name()
                            + ", difference between relaxation times %s and %s"
                                    .formatted(
                                            flow.relaxationTimes().getFirst(),
                                            flow.relaxationTimes().getLast()),
                    difference,
                    flow.source(),
                    judged ? INDEPENDENCE : Double.POSITIVE_INFINITY));
        }
        return rows;
    }
}
