package dev.tessera.architecture;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The packages and their allowed imports, as in `ARCHITECTURE.md`. Packages that are still empty are included.
enum ProjectPackage {
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
    COUPLING(MODEL, GEOMETRY, LAYOUT, KERNEL, DEVICE, CLUSTER, SOLVER),
    SUITES(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, CLUSTER, SOLVER, OUTPUT, CASEFILE, COUPLING),
    CLI(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT, DEVICE, CLUSTER, SOLVER, OUTPUT, CASEFILE, SUITES, COUPLING);

    private final List<ProjectPackage> neighbours;

    ProjectPackage(ProjectPackage... neighbours) {
        this.neighbours = List.of(neighbours);
    }

    /// Packages whose results must be the same at every start of the JVM.
    static final Set<ProjectPackage> DETERMINISTIC = EnumSet.of(EXPR, MODEL, GEOMETRY, LAYOUT, KERNEL, EMIT);

    boolean mayImport(ProjectPackage other) {
        return this == other || other == UNITS || neighbours.contains(other);
    }

    String packageName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The top-level package that a package belongs to, if any.
    ///
    /// @param root the root package, for example `dev.tessera`
    /// @param packageName a full package name
    static Optional<ProjectPackage> of(String root, String packageName) {
        if (!packageName.startsWith(root + ".")) {
            return Optional.empty();
        }
        String first = packageName.substring(root.length() + 1).split("\\.", -1)[0];
        return Arrays.stream(values())
                .filter(part -> part.packageName().equals(first))
                .findFirst();
    }
}
