package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.Output;
import dev.tessera.solver.OutputChoice.Compression;
import dev.tessera.solver.field.Pressure;
import dev.tessera.solver.field.ResultField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Two pieces of vtu files.
final class VtkFluidPiecesTest extends OutputKit {
    @Override
    Output output(List<ResultField> fields, FileWriting writing) {
        return inPieces(2, fields, writing);
    }

    private Output inPieces(int pieces, List<ResultField> fields, FileWriting writing) {
        FileWriting divided = new FileWriting(writing.compression(), writing.workers(), pieces, Optional.empty());
        return new VtkPiecesOutput(folder, "fluid", new VtkFluidOutput(folder, fields, divided), divided);
    }

    @Override
    String collectionName() {
        return "fluid.pvd";
    }

    @Override
    String fileName() {
        return "fluid-000001200.pvtu";
    }

    @Override
    List<String> fileNames() {
        return List.of(fileName(), collectionName(), "fluid-000001200_0.vtu", "fluid-000001200_1.vtu");
    }

    private List<String> pieces() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".vtu"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void pieces_are_complete_files_and_together_the_whole() throws IOException {
        SampleFlow flow = SampleFlow.of(40, 9, 31);
        FileWriting writing = new FileWriting(Compression.NONE, ForkJoinPool.commonPool());
        new VtkFluidOutput(folder, List.of(new Pressure()), writing).write(flow.snapshot());
        double whole = VtkReading.of(folder.resolve("fluid-000001200.vtu")).numbers("cells")[0];
        Files.delete(folder.resolve("fluid-000001200.vtu"));
        inPieces(4, List.of(new Pressure()), writing).write(flow.snapshot());
        assertThat(pieces()).hasSize(4);
        double sum = 0;
        for (String piece : pieces()) {
            double cells = VtkReading.of(folder.resolve(piece)).numbers("cells")[0];
            assertThat(cells).isBetween(0.2 * whole, 0.3 * whole);
            sum += cells;
        }
        assertThat(sum).isEqualTo(whole);
        assertThat(VtkReading.of(folder.resolve(fileName())).numbers("cells")).containsExactly(whole);
    }

    /// A piece has two layers or more, one row of a flat geometry.
    @Test
    void there_are_no_more_pieces_than_layers_allow() throws IOException {
        FileWriting writing = new FileWriting(Compression.NONE, ForkJoinPool.commonPool());
        inPieces(9, List.of(new Pressure()), writing)
                .write(SampleFlow.of(7, 5, 5).snapshot());
        assertThat(pieces()).hasSize(2);
        assertThat(VtkReading.of(folder.resolve(fileName())).numbers("cells"))
                .containsExactly(VtkReading.of(folder.resolve(pieces().getFirst()))
                                .numbers("cells")[0]
                        + VtkReading.of(folder.resolve(pieces().getLast())).numbers("cells")[0]);
        inPieces(9, List.of(new Pressure()), writing).write(FLAT.snapshot());
        assertThat(pieces()).hasSize(5);
    }
}
