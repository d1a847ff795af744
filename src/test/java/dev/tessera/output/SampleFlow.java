package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.Density;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.FieldData.Where;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.QCriterion;
import dev.tessera.solver.field.ShearRate;
import dev.tessera.solver.field.ShearStress;
import dev.tessera.solver.field.Stress;
import dev.tessera.solver.field.Velocity;
import dev.tessera.solver.field.Viscosity;
import dev.tessera.solver.field.Vorticity;
import dev.tessera.solver.field.WallShearStress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// A flow whose values identify their place: no two axes, nodes or components are alike.
///
/// @param originM of node (0, 0, 0)
record SampleFlow(Box box, double spacingM, double[] originM) {
    static final long STEP = 1200;
    static final double TIME_S = 0.375;

    static SampleFlow of(int nx, int ny, int nz) {
        Box box = new Box(nx, ny, nz, false, false, false);
        return new SampleFlow(box, 0.25e-3, new double[] {1e-3, -2e-3, nz == 1 ? 0 : 5e-3});
    }

    /// A solid bar along y is at the box's high x and low z; in 2D it fills the corner of high x and low y.
    boolean isFluid(int x, int y, int z) {
        return x < box.nx() - 2 || (box.is2d() ? y > 1 : z > 0);
    }

    double[] placeM(int x, int y, int z) {
        return new double[] {
            originM[0] + x * spacingM, originM[1] + y * spacingM, originM[2] + z * spacingM,
        };
    }

    double[] velocityMPerS(int x, int y, int z) {
        return new double[] {1 + x, 0.01 * y - 3, 7 + 0.125 * z + 0.5 * x};
    }

    double pressurePa(int x, int y, int z) {
        return 1000 + x - 20.0 * y + 300.0 * z;
    }

    /// Wall shear stress is known only at the nodes of the lowest x, where its length is `2 + y`; it counts
    /// above `y = 1`.
    Snapshot snapshot() {
        return snapshot(STEP, TIME_S);
    }

    Snapshot snapshot(long step, double timeS) {
        NodeMap nodes = nodes();
        int count = Math.toIntExact(nodes.fluid().count());
        double[][] velocity = new double[3][count];
        double[] pressure = new double[count];
        double[] shear = new double[count];
        double[][] stress = new double[6][count];
        for (int n = 0; n < count; n++) {
            long at = nodes.fluid().boxIndex(n);
            double[] u = velocityMPerS(box.x(at), box.y(at), box.z(at));
            for (int axis = 0; axis < 3; axis++) {
                velocity[axis][n] = u[axis];
            }
            pressure[n] = pressurePa(box.x(at), box.y(at), box.z(at));
            shear[n] = 5;
            for (int c = 0; c < 6; c++) {
                stress[c][n] = 10 * c + box.x(at);
            }
        }
        int entries = nodes.links().boundaryNodes();
        int[] boundary = new int[entries];
        double[][] vector = new double[3][entries];
        boolean[] touches = new boolean[entries];
        Arrays.fill(touches, true);
        boolean[] counted = new boolean[entries];
        for (int b = 0; b < entries; b++) {
            boundary[b] = b;
            int y = box.y(nodes.fluid().boxIndex(nodes.links().node(b)));
            vector[0][b] = 0.6 * (2 + y);
            vector[2][b] = -0.8 * (2 + y);
            counted[b] = y > 1;
        }
        SequencedMap<String, boolean[]> marks = new LinkedHashMap<>();
        marks.put(WallShearStress.TOUCHES_WALL, touches);
        marks.put(WallShearStress.COUNTED, counted);
        return Snapshot.of(
                step,
                timeS,
                nodes,
                List.of(
                        FieldData.everywhere(new Velocity(), velocity),
                        FieldData.everywhere(new Pressure(), pressure),
                        FieldData.everywhere(new Density(), pressure),
                        FieldData.everywhere(new Stress(), stress),
                        FieldData.everywhere(new ShearStress(), shear),
                        FieldData.everywhere(new Viscosity(), shear),
                        FieldData.everywhere(new ShearRate(), shear),
                        FieldData.everywhere(new Vorticity(), velocity),
                        FieldData.everywhere(new QCriterion(), shear),
                        new FieldData(new WallShearStress(), new Where.BoundaryNodes(boundary), vector, marks)));
    }

    NodeMap nodes() {
        long[] words = new long[(int) ((box.size() + 63) / 64)];
        for (long n = 0; n < box.size(); n++) {
            if (isFluid(box.x(n), box.y(n), box.z(n))) {
                words[(int) (n >>> 6)] |= 1L << n;
            }
        }
        FluidNodes fluid = FluidNodes.ofBits(box, words);
        long[] atWall = LongStream.range(0, fluid.count())
                .filter(n -> box.x(fluid.boxIndex(n)) == 0)
                .toArray();
        int[] first = IntStream.rangeClosed(0, atWall.length).toArray();
        byte[] codes = new byte[atWall.length];
        Arrays.fill(codes, (byte) 12);
        CutLinks links = new CutLinks(atWall, first, codes, new byte[atWall.length], null, null);
        return new NodeMap(fluid, spacingM, originM, List.of(), links, List.of(), List.of());
    }
}
