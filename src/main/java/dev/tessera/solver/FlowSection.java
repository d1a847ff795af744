package dev.tessera.solver;

import dev.tessera.geometry.Vec;
import dev.tessera.solver.OutputChoice.View;
import java.util.Optional;

/// A plane of nodes across an axis, or a part of it, whose means are observables: `NAME.area`, `NAME.flow_rate`,
/// `NAME.mean_velocity_x` …, `NAME.mean_pressure`.
///
/// @param name before the dots
/// @param plane across an axis
/// @param fromM lowest corner of a box that limits the section, m; empty: the whole plane
/// @param toM highest corner; given where the other is
public record FlowSection(String name, View.Slice plane, Optional<Vec> fromM, Optional<Vec> toM) {
    public FlowSection {
        var _ = new OutputRegion(name, fromM, toM, Optional.of(plane), 1); // checks the corners
    }

    /// The same section with a name.
    public FlowSection named(String other) {
        return new FlowSection(other, plane, fromM, toM);
    }

    /// Its nodes, fluid or not.
    OutputRegion region() {
        return new OutputRegion(name, fromM, toM, Optional.of(plane), 1);
    }
}
