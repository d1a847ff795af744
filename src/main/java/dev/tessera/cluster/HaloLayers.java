package dev.tessera.cluster;

import dev.tessera.device.DeviceException;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.StepPlan;

/// How many layers of neighbours' nodes parts store, and so how many steps they run between exchanges
/// (docs/decisions/0102).
///
/// @param wanted by the user; 0: as many as are likely to be fast where the parts of one process take turns
record HaloLayers(int wanted) {
    static final HaloLayers FAST = new HaloLayers(0);

    /// Exchange after every step.
    static final HaloLayers ONE = new HaloLayers(1);

    /// Nodes of the overlap per own node, above which computing them twice costs more than is saved.
    private static final double MOST_OVERLAP = 0.1;

    HaloLayers {
        if (wanted < 0) {
            throw new IllegalArgumentException("%d layers of halo nodes; at least 1 is needed".formatted(wanted));
        }
    }

    /// The most layers for a plan.
    /// @param stepsTogether that all devices run at some nodes while their values are in a cache
    /// @throws DeviceException if more layers are wanted than the plan allows
    int most(StepPlan plan, int stepsTogether) {
        if (wanted > 1 && !allows(plan)) {
            throw new DeviceException(
                    "parts with %d layers of halo nodes run as many steps between exchanges, but nodes of this case need more of their neighbours than populations in every step, or remember more (several fluids, some walls and openings). Leave the number of layers out, or give 1."
                            .formatted(wanted));
        }
        return wanted > 0 ? wanted : allows(plan) ? stepsTogether : 1;
    }

    /// A division with as many layers, or with fewer where these have too many nodes.
    Parts of(Parts parts, int most) {
        if (wanted > 0) {
            return parts.withLayers(wanted);
        }
        for (int layers = most; layers > 1; layers /= 2) {
            Parts deep = parts.withLayers(layers);
            if (deep.all().stream().noneMatch(HaloLayers::isCostly)) {
                return deep;
            }
        }
        return parts;
    }

    /// Whether steps exchange populations only, and nodes remember nothing else.
    private static boolean allows(StepPlan plan) {
        return plan.isSimple()
                && plan.populations().size() == 1
                && plan.classes().stream()
                        .allMatch(each -> each.step().fieldsOut().isEmpty());
    }

    private static boolean isCostly(Subdomain part) {
        int overlap = part.others().length - part.halo().length;
        return overlap > MOST_OVERLAP * part.ownCount();
    }
}
