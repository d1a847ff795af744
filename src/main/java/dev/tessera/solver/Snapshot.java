package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.solver.field.WallTraction;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;

/// Fields of the flow at one time in SI units. Immutable.
///
/// @param step steps since the start
/// @param timeS physical time
/// @param nodes the geometry
/// @param fields by key: those that were requested
public record Snapshot(long step, double timeS, NodeMap nodes, SequencedMap<String, FieldData> fields) {
    public Snapshot {
        fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    }

    public static Snapshot of(long step, double timeS, NodeMap nodes, List<FieldData> fields) {
        SequencedMap<String, FieldData> byKey = new LinkedHashMap<>();
        fields.forEach(data -> byKey.put(data.field().key(), data));
        return new Snapshot(step, timeS, nodes, byKey);
    }

    /// @throws IllegalArgumentException where the field was not requested; the message lists those that were
    public FieldData field(ResultField field) {
        FieldData found = fields.get(field.key());
        if (found == null) {
            throw new IllegalArgumentException("this snapshot has %s, not %s".formatted(fields.keySet(), field.key()));
        }
        return found;
    }

    /// `[axis 0..2][fluid node]` (2D: the third is zero), m/s.
    public double[][] velocityMPerS() {
        return field(new Velocity()).values();
    }

    /// Gauge pressure, `[fluid node]`.
    public double[] pressurePa() {
        return field(new Pressure()).values()[0];
    }

    /// Deviatoric stress, `[xx, yy, zz, xy, yz, xz][fluid node]`.
    public double[][] stressPa() {
        return field(new Stress()).values();
    }

    /// The field [WallShearStress], with its length.
    public WallTraction wallShearStress() {
        FieldData data = field(new WallShearStress());
        if (!(data.where() instanceof FieldData.Where.BoundaryNodes(int[] boundaryNodes))) {
            throw new IllegalStateException("wall shear stress is defined at " + data.where());
        }
        boolean[] counted = Objects.requireNonNull(data.marks().get(WallShearStress.COUNTED));
        return WallTraction.of(boundaryNodes, data.values(), counted);
    }
}
