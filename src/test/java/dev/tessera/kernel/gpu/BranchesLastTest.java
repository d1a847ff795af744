package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.expr.Form;
import dev.tessera.expr.Reachable;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Statement;
import dev.tessera.kernel.NodeClass;
import dev.tessera.model.FluidModel;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class BranchesLastTest {
    @ParameterizedTest
    @MethodSource("dev.tessera.kernel.gpu.OpenLinksTest#models")
    void each_value_is_computed_where_it_is_first_needed(FluidModel model) {
        NodeClass walls = OpenLinksTest.walls(model);
        Kernel kernel = walls.step();
        CutBranches branches = new CutBranches(kernel, walls.cutLinkFields());
        Kernel ordered = BranchesLast.of(kernel, branches);
        CutPairs pairs = new CutPairs(ordered, branches);
        assertThat(ordered.statements()).hasSameElementsAs(kernel.statements());
        assertThat(firstStore(ordered)).isLessThan(firstBranch(ordered, branches));
        Set<String> awaited = new HashSet<>(); // names that a later statement uses before the next branch or store ends
        for (Statement statement : ordered.nodeStatements().reversed()) {
            boolean isStore = statement instanceof Statement.Store;
            List<Statement.Let> group = pairs.of(statement).stream()
                    .flatMap(CutPairs.Pair::branches)
                    .toList();
            if (!group.isEmpty() && !group.getFirst().equals(statement)) {
                int place = ordered.statements().indexOf(group.getFirst());
                assertThat(ordered.statements().subList(place, place + group.size()))
                        .isEqualTo(group);
            } else if (isStore || branches.isBranch(statement)) {
                assertThat(isStore || awaited.containsAll(names(statement))).isTrue();
                awaited.clear();
                group.forEach(branch -> awaited.addAll(used(branch)));
            } else if (statement instanceof Statement.Let) {
                assertThat(awaited).as("what %s is for", names(statement)).containsAnyElementsOf(names(statement));
            }
            awaited.addAll(used(statement));
        }
    }

    private static List<String> used(Statement statement) {
        return Reachable.from(statement.values()).stream()
                .filter(part -> part.form() instanceof Form.Symbol)
                .map(part -> ((Form.Symbol) part.form()).name())
                .toList();
    }

    private static List<String> names(Statement statement) {
        return statement.symbols().stream()
                .map(symbol -> ((Form.Symbol) symbol.form()).name())
                .toList();
    }

    private static int firstStore(Kernel kernel) {
        return first(kernel, Statement.Store.class::isInstance);
    }

    private static int firstBranch(Kernel kernel, CutBranches branches) {
        return first(kernel, branches::isBranch);
    }

    private static int first(Kernel kernel, Predicate<Statement> isIt) {
        List<Statement> statements = kernel.nodeStatements();
        return statements.indexOf(statements.stream().filter(isIt).findFirst().orElseThrow());
    }
}
