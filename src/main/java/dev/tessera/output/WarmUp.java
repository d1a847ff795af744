package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.FluidNodes;
import dev.tessera.geometry.NodeMap;
import dev.tessera.output.LinePlot.Axis;
import dev.tessera.output.LinePlot.Line;
import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Picture;
import dev.tessera.solver.OutputChoice.View;
import dev.tessera.solver.Snapshot;
import dev.tessera.solver.field.FieldData;
import dev.tessera.solver.field.Velocity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.ForkJoinPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Draws pictures of an invented flow, on a thread of its own and into no file, so that fonts are read and the code of
/// pictures is compiled while a geometry is voxelised and steps are computed. A failure is ignored: it shows again,
/// with its message, where a picture is drawn.
final class WarmUp {
    /// As fine in pixels as the pictures of a small case.
    private static final Box BOX = new Box(96, 24, 96, false, false, false);

    private static final int LEAST_THREADS = 4;
    private static final String TITLE = "warm-up";
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

    private WarmUp() {}

    /// Begins, for the kinds of pictures of a case; returns at once. With few threads nothing is done: it would delay
    /// the run's own work.
    /// @param threads of the run
    static void begin(OutputChoice choice, int threads) {
        if (threads >= LEAST_THREADS
                && !(choice.pictures().isEmpty() && choice.plots().isEmpty())) {
            Thread.ofPlatform().daemon().name("warm-up").start(() -> {
                try {
                    draw(choice);
                } catch (IOException | RuntimeException | LinkageError | InternalError | OutOfMemoryError problem) {
                    LOG.debug("pictures were not prepared: {}", problem.toString());
                }
            });
        }
    }

    /// Draws one picture of each kind.
    static void draw(OutputChoice choice) throws IOException {
        SequencedMap<Class<? extends View>, Picture> kinds = new LinkedHashMap<>();
        choice.pictures().forEach(picture -> kinds.putIfAbsent(picture.view().getClass(), picture));
        try (ForkJoinPool one = new ForkJoinPool(1)) {
            for (Picture picture : kinds.sequencedValues()) {
                new PictureOutput(Path.of(""), picture, TITLE, one).rehearse(flow(picture));
            }
        }
        if (!choice.plots().isEmpty()) {
            double[] values = {1, 2, 3};
            Axis axis = new Axis(TITLE, "s");
            List<Line> lines = List.of(new Line(TITLE, values, values));
            Png.write(OutputStream.nullOutputStream(), new LinePlot(TITLE, TITLE, axis, axis, lines).draw());
        }
    }

    /// In an ellipsoid that fills the box.
    private static Snapshot flow(Picture picture) {
        FluidNodes fluid =
                FluidNodes.where(BOX, (x, y, z) -> part(x, BOX.nx()) + part(y, BOX.ny()) + part(z, BOX.nz()) < 1);
        int count = Math.toIntExact(fluid.count());
        double[][] values = new double[Math.max(1, picture.field().components().size())][count];
        for (double[] component : values) {
            Arrays.setAll(component, n -> n);
        }
        CutLinks none = new CutLinks(new long[0], new int[1], new byte[0], new byte[0], null, null);
        NodeMap nodes = new NodeMap(fluid, 1e-3, new double[3], List.of(), none, List.of(), List.of());
        double[][] velocity = new double[3][count];
        Arrays.fill(velocity[0], 1);
        return Snapshot.of(
                0,
                0,
                nodes,
                List.of(FieldData.everywhere(new Velocity(), velocity), FieldData.everywhere(picture.field(), values)));
    }

    private static double part(int place, int size) {
        double fromCentre = (2.0 * place + 1 - size) / size;
        return fromCentre * fromCentre;
    }
}
