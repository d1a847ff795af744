package dev.tessera.kernel.pass;

import dev.tessera.expr.Expr;
import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Names every value that is used more than once, so that it is computed once. The graph has already merged equal
/// values. A value has a descriptive name if that is short (`sum_ppz`, `u_sq_times_3_over_2`: see [DescriptiveName]);
/// otherwise a value used for one named value is named after that (`rho_1`), one used for a pair of opposite directions
/// after the pair (`pair_pzz_1`); others are `shared_1` ….
public record Share() implements Pass {
    @Override
    public String key() {
        return "share";
    }

    @Override
    public boolean keepsBits() {
        return true;
    }

    @Override
    public Kernel apply(Kernel kernel) {
        Equations equations = Equations.of(kernel);
        Map<Expr, Integer> uses = equations.uses();
        Map<Expr, String> names = new LinkedHashMap<>(equations.names());
        ValueNames fresh = ValueNames.of(equations);
        List<Expr> shared = new ArrayList<>();
        for (Expr node : Reachable.from(equations.roots())) {
            boolean isLeaf = node.form().operands().isEmpty();
            boolean isTruth = node.form() instanceof Form.Compare;
            if (!isLeaf && !isTruth && uses.getOrDefault(node, 0) > 1 && !names.containsKey(node)) {
                shared.add(node);
            }
        }
        shared.forEach(node -> names.put(node, fresh.nameFor(node, names)));
        return new Equations(kernel, names, equations.stores()).toKernel();
    }
}
