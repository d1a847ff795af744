package dev.tessera.kernel;

import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import java.util.ArrayList;
import java.util.List;

/// The numbering of a compiled kernel's streams for every target. Streams of slots come first: the populations of
/// all arrays by direction, then values of stored fields (input: in the order of `fieldsAt`; output: of
/// `storedFieldsOut`). Fields of the class follow, in the order of `fieldsIn` or `fieldsOut`.
///
/// @param arrays of the kernel
/// @param fieldsAt stored values read
/// @param fieldsIn of the class
/// @param storedFieldsOut stored fields written
/// @param fieldsOut of the class
public record Streams(
        List<KernelArray> arrays,
        List<Source.FieldAt> fieldsAt,
        List<String> fieldsIn,
        List<String> storedFieldsOut,
        List<String> fieldsOut) {
    public Streams {
        arrays = List.copyOf(arrays);
        fieldsAt = List.copyOf(fieldsAt);
        fieldsIn = List.copyOf(fieldsIn);
        storedFieldsOut = List.copyOf(storedFieldsOut);
        fieldsOut = List.copyOf(fieldsOut);
    }

    public static Streams of(Kernel kernel) {
        return new Streams(
                kernel.arrays(), kernel.fieldsAt(), kernel.fieldsIn(), kernel.storedFieldsOut(), kernel.fieldsOut());
    }

    /// Populations per node of all arrays. Called for every batch of nodes: a loop, since a pipeline takes longer.
    public int populations() {
        int sum = 0;
        for (KernelArray array : arrays) {
            if (array.isPopulations()) {
                sum += array.lattice().size();
            }
        }
        return sum;
    }

    /// Input streams of slots: populations and stored fields.
    public int slotsIn() {
        return populations() + fieldsAt.size();
    }

    /// Output streams of slots.
    public int slotsOut() {
        return populations() + storedFieldsOut.size();
    }

    /// Streams that a call reads.
    public int in() {
        return slotsIn() + fieldsIn.size();
    }

    /// Streams that a call writes.
    public int out() {
        return slotsOut() + fieldsOut.size();
    }

    /// The stream of a population.
    public int population(String array, int direction) {
        int before = 0;
        for (KernelArray candidate : arrays) {
            if (candidate.isPopulations()) {
                if (candidate.name().equals(array)) {
                    return before + direction;
                }
                before += candidate.lattice().size();
            }
        }
        throw new IllegalArgumentException("no populations %s among %s".formatted(array, arrays));
    }

    public int fieldIn(String field) {
        return slotsIn() + fieldsIn.indexOf(field);
    }

    public int fieldOut(String field) {
        return slotsOut() + fieldsOut.indexOf(field);
    }

    /// The names of input streams in generated code: `pzm`; with several arrays `oil-pzm`, `psi-pzm`.
    public List<String> namesIn() {
        List<String> names = new ArrayList<>(populationNames());
        for (Source.FieldAt at : fieldsAt) {
            names.add(at.field() + "-" + letters(at.field(), at.direction()));
        }
        names.addAll(fieldsIn);
        return names;
    }

    /// The names of output streams in generated code.
    public List<String> namesOut() {
        List<String> names = new ArrayList<>(populationNames());
        names.addAll(storedFieldsOut);
        names.addAll(fieldsOut);
        return names;
    }

    private List<String> populationNames() {
        List<String> names = new ArrayList<>();
        List<KernelArray> populations =
                arrays.stream().filter(KernelArray::isPopulations).toList();
        for (KernelArray array : populations) {
            for (int i = 0; i < array.lattice().size(); i++) {
                String letters = array.lattice().velocity(i).letters();
                names.add(populations.size() == 1 ? letters : array.name() + "-" + letters);
            }
        }
        return names;
    }

    private String letters(String field, int direction) {
        return arrays.stream()
                .filter(array -> array.isField() && array.name().equals(field))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no stored field %s among %s".formatted(field, arrays)))
                .lattice()
                .velocity(direction)
                .letters();
    }

    /// The input stream of a value that differs from node to node.
    public int of(Source source) {
        return switch (source) {
            case Source.PopulationIn(String array, int direction) -> population(array, direction);
            case Source.FieldAt at -> populations() + fieldsAt.indexOf(at);
            case Source.MomentAt(String array, String moment, int direction) -> throw noStream(array, moment);
            case Source.FieldIn(String field) -> fieldIn(field);
            case Source.Parameter(String name) ->
                throw new IllegalArgumentException("parameter %s is the same at all nodes".formatted(name));
            case Source.Series(String name) ->
                throw new IllegalArgumentException("series %s is the same at all nodes".formatted(name));
        };
    }

    private static IllegalArgumentException noStream(String array, String moment) {
        return new IllegalArgumentException(
                "%s of %s is a stored moment: compiled kernels load and store populations and fields only"
                        .formatted(moment, array));
    }

    /// The output stream of a sink.
    public int of(Sink sink) {
        return switch (sink) {
            case Sink.PopulationOut(String array, int direction) -> population(array, direction);
            case Sink.MomentOut(String array, String moment) -> throw noStream(array, moment);
            case Sink.FieldOut(String field) ->
                storedFieldsOut.contains(field) ? populations() + storedFieldsOut.indexOf(field) : fieldOut(field);
        };
    }
}
