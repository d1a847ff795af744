package dev.tessera.architecture;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The rooms of the house and what each may import, as `ARCHITECTURE.md` has it. A room that is not built yet
/// is here all the same.
enum Room {
    UNITS,
    EXPR,
    MODEL(EXPR),
    GEOMETRY,
    LAYOUT(EXPR, MODEL, GEOMETRY),
    KERNEL(EXPR, MODEL, GEOMETRY, LAYOUT),
    EMIT(EXPR, KERNEL),
    DEVICE(KERNEL, EMIT),
    CLUSTER(GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE),
    SOLVER(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, CLUSTER),
    OUTPUT(MODEL, GEOMETRY, SOLVER),
    CASEFILE(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, SOLVER, OUTPUT),
    SUITES(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, CLUSTER, SOLVER, OUTPUT, CASEFILE),
    COUPLING(MODEL, GEOMETRY, LAYOUT, DEVICE, CLUSTER, SOLVER),
    CLI(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, CLUSTER, SOLVER, OUTPUT, CASEFILE, SUITES, COUPLING);

    private final List<Room> neighbours;

    Room(Room... neighbours) {
        this.neighbours = List.of(neighbours);
    }

    /// Rooms where everything must come out the same at every start of the JVM.
    static final Set<Room> DETERMINISTIC = EnumSet.of(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT);

    boolean mayImport(Room other) {
        return this == other || other == UNITS || neighbours.contains(other);
    }

    String packageName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The room that a package belongs to, if it is in a room at all.
    ///
    /// @param root the package that holds the rooms, for example `dev.tessera`
    /// @param packageName a full package name
    static Optional<Room> of(String root, String packageName) {
        if (!packageName.startsWith(root + ".")) {
            return Optional.empty();
        }
        String first = packageName.substring(root.length() + 1).split("\\.", -1)[0];
        return Arrays.stream(values())
                .filter(room -> room.packageName().equals(first))
                .findFirst();
    }
}
