package dev.tessera.kernel.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.NodeClass;
import dev.tessera.kernel.StepKernels;
import dev.tessera.model.Collision;
import dev.tessera.model.FluidModel;
import dev.tessera.model.FluidModel.BodyForce;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkWall;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.collision.Bgk;
import dev.tessera.model.collision.Mrt;
import dev.tessera.model.collision.Trt;
import dev.tessera.model.equilibrium.Incompressible;
import dev.tessera.model.lattice.Lattices;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class OpenLinksTest {
    static Stream<FluidModel> models() {
        return Stream.of(Lattices.D2Q9, Lattices.D3Q19, Lattices.D3Q27)
                .flatMap(lattice ->
                        Stream.of(new Bgk(), new Trt(), new Mrt()).map(collision -> model(lattice, collision)));
    }

    private static FluidModel model(VelocitySet lattice, Collision collision) {
        return new FluidModel(lattice, new Incompressible(), collision, BodyForce.NONE);
    }

    static NodeClass walls(FluidModel model) {
        LinkNode rule = LinkNode.of(new LinkWall(WallScheme.CURVED, false));
        StepKernels kernels = StepKernels.boundary(model, rule);
        return new NodeClass(
                        rule.key(),
                        kernels.step(),
                        kernels.observe(),
                        new long[0],
                        kernels.step().fieldsIn())
                .withCutLinkFields(rule.cutLinkFields(model.lattice()));
    }

    @ParameterizedTest
    @MethodSource("models")
    void a_class_beside_walls_computes_the_same_as_the_bulk(FluidModel model) {
        assertThat(OpenLinks.areThoseOf(StepKernels.bulk(model).step(), walls(model)))
                .isTrue();
    }

    @Test
    void another_collision_is_not_the_same() {
        var bulk = StepKernels.bulk(model(Lattices.D3Q19, new Trt())).step();
        assertThat(OpenLinks.areThoseOf(bulk, walls(model(Lattices.D3Q19, new Bgk()))))
                .isFalse();
    }

    /// Packed values are taken from a queue, so that each direction needs one branch, with one value.
    @ParameterizedTest
    @MethodSource("models")
    void every_direction_has_a_branch_with_its_own_value(FluidModel model) {
        NodeClass walls = walls(model);
        var branches = new CutBranches(walls.step(), walls.cutLinkFields()).fieldsByDirection();
        assertThat(branches).hasSize(model.lattice().size() - 1);
        branches.forEach((direction, fields) -> assertThat(fields)
                .isEqualTo(List.of(LinkNode.valueField(0, model.lattice().velocity(direction)))));
    }
}
