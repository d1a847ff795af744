package dev.tessera.output;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.geometry.Vec;
import dev.tessera.geometry.mesh.StlSource;
import dev.tessera.geometry.mesh.StlUnit;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.FieldData.Where;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.WallShearStress;
import dev.tessera.suites.generator.Triangles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// Tubes of triangles, open at both ends.
final class TubeSurface {
    private TubeSurface() {}

    /// @param rings of triangles between the ends
    static Triangles of(Vec from, Vec to, double radius, int around, int rings) {
        Vec axis = to.minus(from);
        Vec u = axis.anyNormal();
        Vec v = axis.unit().cross(u);
        double[] points = new double[3 * around * (rings + 1)];
        int[] corners = new int[6 * around * rings];
        int corner = 0;
        for (int i = 0; i <= rings; i++) {
            for (int j = 0; j < around; j++) {
                double angle = 2 * Math.PI * j / around;
                Vec place = from.plus(axis.times((double) i / rings))
                        .plus(u.times(radius * Math.cos(angle)))
                        .plus(v.times(radius * Math.sin(angle)));
                System.arraycopy(place.toArray(), 0, points, 3 * (i * around + j), 3);
                int a = i * around + j;
                int b = i * around + (j + 1) % around;
                for (int c : i == rings ? new int[0] : new int[] {a, b, b + around, a, b + around, a + around}) {
                    corners[corner++] = c;
                }
            }
        }
        return new Triangles(points, corners);
    }

    static StlSource source(Path folder, Triangles triangles) throws IOException {
        Path file = folder.resolve("tube.stl");
        triangles.write(file, "tube");
        return StlSource.of(file, StlUnit.M);
    }

    static NodeMap voxelised(StlSource source, double spacingM) {
        return source.voxelise(spacingM, ForkJoinPool.commonPool());
    }

    static Vec placeM(NodeMap nodes, long fluidNumber) {
        long at = nodes.fluid().boxIndex(fluidNumber);
        var box = nodes.box();
        return Vec.of(nodes.originM()).plus(new Vec(box.x(at), box.y(at), box.z(at)).times(nodes.spacingM()));
    }

    /// @param pressure by place, at all nodes
    /// @param stressPa at all nodes whose cut links all end at walls
    static Snapshot snapshot(NodeMap nodes, long step, double timeS, ToDoubleFunction<Vec> pressure, Vec stressPa) {
        var links = nodes.links();
        int[] atWalls = IntStream.range(0, links.boundaryNodes())
                .filter(b -> IntStream.range(links.firstLink(b), links.endLink(b))
                        .allMatch(link ->
                                nodes.surfaces().get(links.surface(link)).kind() == Surface.Kind.WALL))
                .toArray();
        double[][] stress = new double[3][atWalls.length];
        boolean[] counted = new boolean[atWalls.length];
        for (int k = 0; k < atWalls.length; k++) {
            for (int axis = 0; axis < 3; axis++) {
                stress[axis][k] = stressPa.along(axis);
            }
            counted[k] = pressure.applyAsDouble(placeM(nodes, links.node(atWalls[k]))) > 0;
        }
        SequencedMap<String, boolean[]> marks = new LinkedHashMap<>();
        marks.put(WallShearStress.COUNTED, counted);
        double[] pressures = new double[Math.toIntExact(nodes.fluid().count())];
        for (int n = 0; n < pressures.length; n++) {
            pressures[n] = pressure.applyAsDouble(placeM(nodes, n));
        }
        return Snapshot.of(
                step,
                timeS,
                nodes,
                List.of(
                        FieldData.everywhere(new Pressure(), pressures),
                        new FieldData(new WallShearStress(), new Where.BoundaryNodes(atWalls), stress, marks)));
    }
}
