package dev.tessera.kernel.interpret;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.layout.NodeStorage;
import dev.tessera.model.Velocity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Access to the stored values of one node after another, in one phase. Not thread-safe.
final class CurrentNode implements ClassRun.Arrays {
    private final Map<String, ArrayValues> arrays;
    private final NodeStorage storage; // of the first array; fields have its positions
    private final int phase;
    private FluidNodes.Ascending walk;
    private int x;
    private int y;
    private int z;

    CurrentNode(Map<String, ArrayValues> arrays, NodeStorage storage, int phase) {
        this.arrays = arrays;
        this.storage = storage;
        this.phase = phase;
        this.walk = storage.nodes().fluid().ascending();
    }

    /// Starts again: nodes are moved to in ascending order.
    void start() {
        walk = storage.nodes().fluid().ascending();
    }

    void move(long number) {
        moveTo(walk.boxIndex(number));
    }

    void moveTo(long boxIndex) {
        Box box = storage.nodes().box();
        move(box.x(boxIndex), box.y(boxIndex), box.z(boxIndex));
    }

    void move(int x, int y, int z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }

    long position() {
        return storage.placement().position(x, y, z);
    }

    private ArrayValues.Populations populations(String array) {
        if (arrays.get(array) instanceof ArrayValues.Populations populations) {
            return populations;
        }
        throw missing("populations", array);
    }

    private ArrayValues.Moments moments(String array) {
        if (arrays.get(array) instanceof ArrayValues.Moments moments) {
            return moments;
        }
        throw missing("moments", array);
    }

    private ArrayValues.Field field(String name) {
        if (arrays.get(name) instanceof ArrayValues.Field field) {
            return field;
        }
        throw missing("field", name);
    }

    private IllegalArgumentException missing(String kind, String name) {
        return new IllegalArgumentException("there are no %s %s among %s".formatted(kind, name, arrays.keySet()));
    }

    long readSlot(ArrayValues.Populations array, int direction) {
        return array.storage().readSlot(phase, x, y, z, direction);
    }

    /// Where the node's own moment is read.
    long readSlot(ArrayValues.Moments array, int moment) {
        return array.storage().readSlot(phase, position(), moment);
    }

    @Override
    public double read(String array, int direction) {
        ArrayValues.Populations from = populations(array);
        return from.values().get(readSlot(from, direction));
    }

    @Override
    public double at(String name, int direction) {
        ArrayValues.Field field = field(name);
        return field.values()
                .get(storage.neighbourPosition(x, y, z, field.lattice().velocity(direction)));
    }

    @Override
    public double momentAt(String array, String name, int direction) {
        ArrayValues.Moments from = moments(array);
        ArrayValues.Moment moment = from.moment(name);
        Velocity c = from.storage().lattice().velocity(direction);
        long next = from.storage().acrossLink(x, y, z, c);
        long position = next < 0 ? position() : next;
        double value = from.values().get(from.storage().readSlot(phase, position, moment.index()));
        return next < 0 ? moment.acrossCut() * value : value;
    }

    @Override
    public void write(String array, int direction, double value) {
        ArrayValues.Populations to = populations(array);
        to.values().set(to.storage().writeSlot(phase, x, y, z, direction), value);
    }

    @Override
    public void writeMoment(String array, String name, double value) {
        ArrayValues.Moments to = moments(array);
        int moment = to.moment(name).index();
        to.values().set(to.storage().writeSlot(phase, position(), moment), value);
    }

    @Override
    public void write(String name, double value) {
        field(name).values().set(position(), value);
    }

    /// The same node, which stores populations later: in tiles whose nodes all read before any of them writes.
    static final class Deferred implements ClassRun.Arrays {
        private final CurrentNode at;
        private final List<Runnable> writes = new ArrayList<>();

        Deferred(CurrentNode at) {
            this.at = at;
        }

        CurrentNode node() {
            return at;
        }

        @Override
        public double read(String array, int direction) {
            return at.read(array, direction);
        }

        @Override
        public double at(String field, int direction) {
            return at.at(field, direction);
        }

        @Override
        public double momentAt(String array, String moment, int direction) {
            return at.momentAt(array, moment, direction);
        }

        @Override
        public void write(String array, int direction, double value) {
            ArrayValues.Populations to = at.populations(array);
            long slot = to.storage().writeSlot(at.phase, at.x, at.y, at.z, direction);
            writes.add(() -> to.values().set(slot, value));
        }

        @Override
        public void writeMoment(String array, String moment, double value) {
            at.writeMoment(array, moment, value); // into another set than that which nodes read
        }

        @Override
        public void write(String field, double value) {
            at.write(field, value); // no other node of the tile reads it in this stage
        }

        void store() {
            writes.forEach(Runnable::run);
            writes.clear();
        }
    }
}
