package dev.tessera.kernel.lane;

import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.StoredArray;
import dev.tessera.kernel.Streams;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// The stored values that a kernel loads and stores, as streams of a [LaneTable]: incoming ones first. Where
/// outgoing populations are stored in the slots of the opposite incoming ones, both are one stream.
public final class SlotStreams {
    private static final int NONE = -1;

    private final List<SlotStream> streams = new ArrayList<>();
    private final int[] in; // [input stream of the kernel]
    private final int[] out; // [output stream of the kernel]
    private final boolean inPlace;
    private final int width;

    private SlotStreams(StepPlan plan, ArrayBlocks blocks, Kernel kernel, Predicate<String> loads, boolean isInPlace) {
        Streams numbers = Streams.of(kernel);
        this.in = new int[numbers.slotsIn()];
        this.out = new int[numbers.slotsOut()];
        Arrays.fill(in, NONE);
        Arrays.fill(out, NONE);
        List<StoredArray.Populations> populations = plan.populations();
        for (int a = 0; a < populations.size(); a++) {
            String name = populations.get(a).name();
            boolean isShared = isInPlace && stores(kernel, name);
            for (int i = 0; loads.test(name) && i < populations.get(a).lattice().size(); i++) {
                in[numbers.population(name, i)] = add(SlotStream.read(a, i, blocks.base(name), isShared));
            }
        }
        for (Source.FieldAt at : kernel.fieldsAt()) {
            Velocity c = plan.field(at.field()).lattice().velocity(at.direction());
            in[numbers.of(at)] = add(SlotStream.field(c, blocks.base(at.field()), blocks.fieldWidth(), true));
        }
        for (int a = 0; a < populations.size(); a++) {
            String name = populations.get(a).name();
            VelocitySet lattice = populations.get(a).lattice();
            boolean isShared = isInPlace && loads.test(name);
            for (int i = 0; stores(kernel, name) && i < lattice.size(); i++) {
                out[numbers.population(name, i)] = isShared
                        ? in[numbers.population(name, lattice.opposite(i))]
                        : add(SlotStream.written(a, i, blocks.base(name)));
            }
        }
        for (String field : kernel.storedFieldsOut()) {
            out[numbers.of(new Sink.FieldOut(field))] =
                    add(SlotStream.field(new Velocity(0, 0, 0), blocks.base(field), blocks.fieldWidth(), false));
        }
        this.width = streams.stream().mapToInt(SlotStream::width).max().orElse(1);
        this.inPlace = streams.stream().allMatch(stream -> stream.isIn() && stream.isOut());
    }

    /// @param returnsToOpposites whether the storage lets outgoing populations share streams
    static SlotStreams of(StepPlan plan, ArrayBlocks blocks, Kernel kernel, boolean returnsToOpposites) {
        return new SlotStreams(plan, blocks, kernel, name -> loads(kernel, name), returnsToOpposites);
    }

    /// Those of an observation kernel: all populations of its arrays, whether it loads them or not.
    static SlotStreams ofObservation(StepPlan plan, ArrayBlocks blocks, Kernel kernel) {
        return new SlotStreams(plan, blocks, kernel, name -> declares(kernel, name), false);
    }

    private static boolean declares(Kernel kernel, String array) {
        return kernel.arrays().stream().anyMatch(used -> used.name().equals(array));
    }

    private int add(SlotStream stream) {
        streams.add(stream);
        return streams.size() - 1;
    }

    private static boolean loads(Kernel kernel, String array) {
        return kernel.statements().stream()
                .anyMatch(s -> s instanceof Statement.Load(var symbol, Source.PopulationIn(String name, int direction))
                        && name.equals(array));
    }

    private static boolean stores(Kernel kernel, String array) {
        return kernel.statements().stream()
                .anyMatch(s -> s instanceof Statement.Store(Sink.PopulationOut(String name, int direction), var value)
                        && name.equals(array));
    }

    /// All streams.
    public List<SlotStream> streams() {
        return streams;
    }

    /// The number of streams.
    public int count() {
        return streams.size();
    }

    /// The largest number of slots of a value.
    public int width() {
        return width;
    }

    /// Whether all streams are both incoming and outgoing: tables then contain moves in only.
    public boolean inPlace() {
        return inPlace;
    }

    /// For each stream of slots that the kernel reads ([Streams]), the stream; -1 if the kernel does not load
    /// it. Not to be changed.
    public int[] in() {
        return in;
    }

    /// For each stream of slots that the kernel writes, the stream; -1 if the kernel does not store it. Not to
    /// be changed.
    public int[] out() {
        return out;
    }
}
