package dev.tessera.solver.field;

import dev.tessera.model.VelocitySet;
import dev.tessera.units.QuantityKind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The tangential traction of the fluid on the wall, at the nodes that touch one.
public record WallShearStress() implements ResultField {
    /// Marks the nodes that have a value.
    public static final String TOUCHES_WALL = "touches-wall";
    /// Marks those that statistics count.
    public static final String COUNTED = "wall-shear-stress-counted";

    @Override
    public String key() {
        return "wall-shear-stress";
    }

    @Override
    public QuantityKind kind() {
        return QuantityKind.PRESSURE;
    }

    @Override
    public String says() {
        return "a vector, at nodes that touch a wall";
    }

    @Override
    public List<String> components() {
        return Velocity.AXES;
    }

    @Override
    public List<String> quantities(VelocitySet lattice) {
        return Stress.observed(lattice);
    }

    @Override
    public FieldData of(FlowState flow) {
        WallTraction wall = flow.wallTraction();
        boolean[] all = new boolean[wall.boundaryNodes().length];
        Arrays.fill(all, true);
        SequencedMap<String, boolean[]> marks = new LinkedHashMap<>();
        marks.put(TOUCHES_WALL, all);
        marks.put(COUNTED, wall.counted());
        return new FieldData(this, new FieldData.Where.BoundaryNodes(wall.boundaryNodes()), wall.vectorPa(), marks);
    }
}
