package dev.tessera.model.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.Demand.Plane;
import dev.tessera.model.lattice.Lattices;
import dev.tessera.solver.boundary.BoundaryKinds;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class BoundaryRulesTest {
    @Test
    void every_rule_of_the_catalogue_has_a_kit() throws ReflectiveOperationException, IOException, URISyntaxException {
        List<BoundaryRuleKit> kits = kits();
        for (VelocitySet lattice : Lattices.all()) {
            List<BoundaryRule> tested = new ArrayList<>();
            kits.forEach(kit -> Plane.all(lattice).forEach(plane -> tested.add(kit.rule(plane))));
            assertThat(tested).containsAll(BoundaryKinds.equations(lattice));
        }
    }

    /// Half-way bounce-back and Zou and He's rules are of second order (Zou & He 1997; He et al. 1997),
    /// pressure by anti-bounce-back on links of first.
    @Test
    void rules_promise_the_order_of_the_literature() {
        assertThat(LinkNode.of(new LinkVelocity()).order()).isEqualTo(2);
        assertThat(LinkNode.of(new LinkPressure(false)).order()).isEqualTo(1);
        assertThat(LinkNode.of(new LinkPressure(true)).order()).isEqualTo(1);
        assertThat(new MixedWall().order()).isEqualTo(2);
        assertThat(ZouHe.velocity(0, 1).order()).isEqualTo(2);
        assertThat(ZouHe.pressure(2, -1).order()).isEqualTo(2);
    }

    /// Every subclass of the kit beside this test.
    private static List<BoundaryRuleKit> kits() throws ReflectiveOperationException, IOException, URISyntaxException {
        var here = Path.of(
                Objects.requireNonNull(BoundaryRuleKit.class.getResource(".")).toURI());
        List<BoundaryRuleKit> kits = new ArrayList<>();
        try (var files = Files.newDirectoryStream(here, "*Test.class")) {
            for (Path file : files) {
                String name = file.getFileName().toString().replace(".class", "");
                Class<?> type = Class.forName(BoundaryRuleKit.class.getPackageName() + "." + name);
                if (BoundaryRuleKit.class.isAssignableFrom(type)) {
                    kits.add((BoundaryRuleKit) type.getDeclaredConstructor().newInstance());
                }
            }
        }
        return kits;
    }
}
