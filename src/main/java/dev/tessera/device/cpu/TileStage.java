package dev.tessera.device.cpu;

import dev.tessera.kernel.Precision;
import dev.tessera.kernel.lane.ClassLanes;
import dev.tessera.kernel.lane.LanePlan;
import dev.tessera.kernel.lane.SlotStream;
import dev.tessera.kernel.lane.TileNeighbours;
import dev.tessera.kernel.lane.TilePlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One stage of a step in tiles, for all node classes of a tile at once. One instance per worker; not thread-safe.
final class TileStage {
    private final TilePlan plan;
    private final List<TileRows> loaded = new ArrayList<>();
    private final List<TileRows> stored = new ArrayList<>();
    private final List<FieldRow> fields = new ArrayList<>();
    private final List<List<FieldRow>> fieldsByVelocity = new ArrayList<>();
    private final List<TileClass> classes = new ArrayList<>();
    private final ValueCopy copy; // of values of fields
    private final int fieldBytes;

    /// The values of a stored field at the neighbours `x + c` of a tile's nodes.
    ///
    /// @param memory address of the field's first value
    /// @param row address of the values, by place
    private record FieldRow(SlotStream stream, long memory, long row) {}

    /// @param arrays of the plan
    /// @param memory address of slot 0
    /// @param scratch address of [#rows] rows
    TileStage(
            TilePlan plan,
            List<TileRows> arrays,
            List<ClassRun> runs,
            int stage,
            Precision precision,
            long memory,
            long scratch,
            long rowBytes) {
        this.plan = plan;
        this.fieldBytes = precision.computedBytes();
        this.copy = new ValueCopy(fieldBytes);
        List<SlotStream> streams = runs.stream()
                .flatMap(run -> run.stages().get(stage).slots().streams().stream())
                .toList();
        for (int a = 0; a < arrays.size(); a++) {
            int array = a;
            if (streams.stream().anyMatch(s -> s.value() == SlotStream.Value.READ && s.array() == array)) {
                loaded.add(arrays.get(a));
            }
            if (streams.stream().anyMatch(s -> s.value() == SlotStream.Value.WRITTEN && s.array() == array)) {
                stored.add(arrays.get(a));
            }
        }
        plan.neighbours().velocities().forEach(c -> fieldsByVelocity.add(new ArrayList<>()));
        long row = scratch;
        for (SlotStream stream : streams) {
            if (isLoadedField(stream) && find(stream) == null) {
                FieldRow field = new FieldRow(stream, memory + stream.base() * precision.storedBytes(), row);
                fields.add(field);
                int velocity = plan.neighbours().velocityOf(stream);
                if (velocity >= 0) {
                    fieldsByVelocity.get(velocity).add(field);
                }
                row += rowBytes;
            }
        }
        for (ClassRun run : runs) {
            if (run.stages().get(stage).kernel().isEmpty()) {
                continue;
            }
            List<SlotStream> own = run.stages().get(stage).slots().streams();
            long[] rows = new long[own.size()];
            for (int s = 0; s < rows.length; s++) {
                rows[s] = switch (own.get(s).value()) {
                    case READ -> arrays.get(own.get(s).array()).read(own.get(s).direction());
                    case WRITTEN ->
                        arrays.get(own.get(s).array()).sent(own.get(s).direction());
                    case FIELD ->
                        find(own.get(s)) instanceof FieldRow field
                                ? field.row()
                                : memory + own.get(s).base() * precision.storedBytes();
                };
            }
            classes.add(new TileClass(
                    run, stage, plan.classes().get(run.index()), plan.nodesPerTile(), precision, rows, row, rowBytes));
        }
    }

    private static boolean isLoadedField(SlotStream stream) {
        return stream.value() == SlotStream.Value.FIELD && stream.isIn();
    }

    private @Nullable FieldRow find(SlotStream stream) {
        return fields.stream()
                .filter(field -> field.stream().equals(stream))
                .findFirst()
                .orElse(null);
    }

    /// Scratch rows of a stage.
    static long rows(LanePlan lanes, int stage) {
        long fields = lanes.classes().stream()
                .flatMap(c -> c.steps().get(stage).streams().stream())
                .filter(TileStage::isLoadedField)
                .distinct()
                .count();
        return fields
                + lanes.classes().stream()
                        .map(ClassLanes::steps)
                        .mapToInt(steps -> TileClass.rows(steps.get(stage).streams()))
                        .max()
                        .orElse(0);
    }

    /// Loads what the nodes of a tile read into rows.
    void load(int tile, int phase) {
        for (TileRows array : loaded) {
            array.load(tile, phase);
        }
        if (!fields.isEmpty()) {
            loadFields(tile);
        }
    }

    /// Loads values of fields: whole tiles, shifted by a velocity, then those of listed neighbours.
    private void loadFields(int tile) {
        long first = (long) tile * plan.nodesPerTile();
        long bytes = (long) plan.nodesPerTile() * fieldBytes;
        for (FieldRow field : fields) {
            long from = field.memory + (first + plan.shift(field.stream)) * fieldBytes;
            MemorySegment.copy(AllMemory.SEGMENT, from, AllMemory.SEGMENT, field.row, bytes);
        }
        TileNeighbours neighbours = plan.neighbours();
        for (int link = neighbours.first()[tile]; link < neighbours.first()[tile + 1]; link++) {
            for (FieldRow field : fieldsByVelocity.get(neighbours.velocity(link))) {
                long from = field.memory + neighbours.position(link) * fieldBytes;
                copy.one(from, field.row + (long) neighbours.place(link) * fieldBytes);
            }
        }
    }

    void prefetch(int tile, int phase) {
        for (TileRows array : loaded) {
            array.prefetch(tile, phase);
        }
    }

    /// @param step as in [StepWork#run]
    void compute(int tile, int step, boolean isWatched) {
        for (TileClass nodes : classes) {
            nodes.run(tile, step, isWatched);
        }
    }

    /// Stores the populations that nodes have written.
    void store(int tile, int phase) {
        for (TileRows array : stored) {
            array.store(tile, phase);
        }
    }
}
