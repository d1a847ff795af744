package dev.tessera.suites.validation;

import dev.tessera.model.boundary.WallScheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The tube of [ObliqueTube], whose flow a pressure drives, with walls at their distances beside openings of any
/// orientation.
final class TubeBetweenOpenings {
    private static final int NODES = 24; // per diameter

    private TubeBetweenOpenings() {}

    /// @param scheme judged where it is `curved`
    static List<ValidationRow> rows(String suite, Laboratory laboratory, WallScheme scheme) throws IOException {
        double[] errors = ObliqueTube.errors(laboratory, NODES, scheme);
        List<String> names = List.of("pressure drop", "mean wall shear stress", "flow rate - requested");
        double[] tolerances = {0.01, 0.01, 1e-3};
        List<ValidationRow> rows = new ArrayList<>();
        for (int k = 0; k < tolerances.length; k++) {
            rows.add(ValidationRow.error(
                    suite,
                    setup(scheme),
                    names.get(k) + ", relative error",
                    errors[k],
                    ObliqueTube.SOURCE,
                    scheme == WallScheme.CURVED ? tolerances[k] : Double.POSITIVE_INFINITY));
        }
        return rows;
    }

    static String setup(WallScheme scheme) {
        return "%s, tube along (1,2,3) between openings, %d nodes per diameter".formatted(scheme.key(), NODES);
    }
}
