package dev.tessera.solver.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.solver.BoundaryKind;
import java.util.List;

/// The catalogue of boundaries, in the order of the reference. Where the keys of a case fit several kinds, the
/// first is chosen. Each equation has a subclass of `BoundaryRuleKit`.
public final class BoundaryKinds {
    private static final List<BoundaryKind> ALL = List.of(
            RestingWall.KIND,
            FullWayWall.KIND,
            TammMottSmithWall.KIND,
            MixedWall.KIND,
            MovingWall.KIND,
            SymmetrySide.KIND,
            VelocityOpening.KIND,
            PressureOpening.KIND,
            WindkesselOpening.KIND,
            ControlledOpening.KIND,
            GradOutflow.KIND,
            GradExtrapolatedOutflow.KIND,
            YuOutflow.KIND,
            CharacteristicOutlet.KIND,
            NeumannOutflow.KIND,
            CopyOutflow.KIND,
            DoNothingOutflow.KIND);

    private BoundaryKinds() {}

    public static List<BoundaryKind> all() {
        return ALL;
    }

    /// Every equation, in every orientation on a lattice. Sponges can enclose any of them.
    public static List<BoundaryRule> equations(VelocitySet lattice) {
        return ALL.stream()
                .flatMap(kind -> kind.equations().on(lattice))
                .distinct()
                .toList();
    }
}
