package dev.tessera.cluster;

import dev.tessera.device.DeviceException;
import dev.tessera.geometry.Parts;
import dev.tessera.geometry.Subdomain;
import dev.tessera.kernel.LayerObstacles;
import dev.tessera.kernel.StepPlan;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// How many layers of neighbours' nodes parts store, and so how many steps they run between exchanges
/// (docs/decisions/0102).
///
/// @param wanted by the user; 0: as many as are likely to be fast where the parts of one process take turns
public record HaloLayers(int wanted) {
    private static final Logger LOG = LoggerFactory.getLogger(HaloLayers.class);

    static final HaloLayers FAST = new HaloLayers(0);

    /// Exchange after every step.
    static final HaloLayers ONE = new HaloLayers(1);

    /// Nodes of the overlap per own node, above which computing them twice costs more than is saved.
    private static final double MOST_OVERLAP = 0.1;

    public HaloLayers {
        if (wanted < 0) {
            throw new IllegalArgumentException("%d layers of halo nodes; at least 1 is needed".formatted(wanted));
        }
    }

    /// The most layers for a plan.
    /// @param stepsTogether that all devices run at some nodes while their values are in a cache
    /// @throws DeviceException if more layers are wanted than the plan allows
    int most(StepPlan plan, int stepsTogether) {
        Optional<String> obstacle = LayerObstacles.obstacle(plan);
        if (wanted > 1 && obstacle.isPresent()) {
            throw new DeviceException(refusal(wanted, obstacle.get()));
        }
        return wanted > 0 ? wanted : obstacle.isEmpty() ? stepsTogether : 1;
    }

    /// The message of layers that a case does not allow.
    /// @param obstacle why, as words
    public static String refusal(int wanted, String obstacle) {
        return "parts with %d layers of halo nodes run as many steps between exchanges, but %s. Leave --halo-layers out, or use 1."
                .formatted(wanted, obstacle);
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

    /// Logs how many layers there are, if there are several.
    static void tell(Parts parts) {
        if (parts.layers() > 1) {
            LOG.info(
                    "parts store {} layers of their neighbours' nodes, and exchange values after as many steps",
                    parts.layers());
        }
    }

    private static boolean isCostly(Subdomain part) {
        int overlap = part.others().length - part.halo().length;
        return overlap > MOST_OVERLAP * part.ownCount();
    }
}
