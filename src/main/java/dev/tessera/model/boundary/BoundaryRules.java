package dev.tessera.model.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.List;

/// The catalogue of boundary rules. Each has a subclass of `BoundaryRuleKit`, which tests the requirements of all
/// rules.
public final class BoundaryRules {
    private BoundaryRules() {}

    /// Every rule, in every orientation on a lattice. Sponges can enclose any of them.
    public static List<BoundaryRule> all(VelocitySet lattice) {
        List<BoundaryRule> rules = new ArrayList<>();
        rules.add(LinkNode.of(new LinkVelocity()));
        rules.add(LinkNode.of(new LinkPressure(false)));
        rules.add(LinkNode.of(new LinkPressure(true)));
        rules.add(new MixedWall());
        for (int axis = 0; axis < lattice.dimensions(); axis++) {
            for (int inward : new int[] {1, -1}) {
                rules.add(ZouHe.velocity(axis, inward));
                rules.add(ZouHe.pressure(axis, inward));
            }
        }
        return List.copyOf(rules);
    }
}
