package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.solver.Observable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CsvLogTest {
    private static final String HEAD = "step,time [s],residual,inlet.flow_rate [m3/s],reynolds";
    private static final String FIRST = "100,0.5,,2.0E-6,20.0";
    private static final String SECOND = "200,1.0,0.25,3.0E-6,20.0";

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name_the_file() {
        file = folder.resolve("log.csv");
    }

    @Test
    void the_header_has_units_and_an_unknown_residual_is_empty() throws IOException {
        write(100, 0.5, Double.NaN, 2e-6);
        write(200, 1, 0.25, 3e-6);
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST, SECOND) + "\n");
    }

    @Test
    void a_resumed_run_drops_rows_after_its_checkpoint_and_continues() throws IOException {
        write(100, 0.5, Double.NaN, 2e-6);
        write(200, 7, 7, 7);
        write(300, 7, 7, 7);
        new CsvLog(file).keepUpTo(199);
        write(200, 1, 0.25, 3e-6);
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST, SECOND) + "\n");
    }

    @Test
    void a_run_resumed_at_its_end_repeats_no_row() throws IOException {
        write(100, 0.5, Double.NaN, 2e-6);
        CsvLog resumed = new CsvLog(file);
        resumed.keepUpTo(100);
        resumed.row(100, 0.5, Double.NaN, List.of());
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "20", "200,", "200,1.0,0.25", "200,1.0,0.25,3.0E-6,2", "300,1.0,"})
    void a_row_truncated_by_a_crash_is_removed(String cutOff) throws IOException {
        Files.writeString(file, HEAD + "\n" + FIRST + "\n" + cutOff);
        new CsvLog(file).keepUpTo(1000);
        write(200, 1, 0.25, 3e-6);
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST, SECOND) + "\n");
    }

    @Test
    void added_columns_are_empty_in_earlier_rows_and_missing_ones_in_later_rows() throws IOException {
        write(100, 0.5, Double.NaN, 2e-6);
        CsvLog resumed = new CsvLog(file);
        resumed.keepUpTo(100);
        resumed.row(
                200, 1, 0.25, List.of(new Observable("reynolds", 20, ""), new Observable("middle.pressure", 3, "Pa")));
        assertThat(file)
                .hasContent(String.join("\n", HEAD + ",middle.pressure [Pa]", FIRST + ",", "200,1.0,0.25,,20.0,3.0")
                        + "\n");
    }

    @Test
    void a_row_that_cannot_be_written_leaves_no_partial_row() throws IOException {
        write(100, 0.5, Double.NaN, 2e-6);
        CsvLog log = new CsvLog(file);
        log.row(
                200,
                1,
                0.25,
                List.of(new Observable("inlet.flow_rate", 3e-6, "m3/s"), new Observable("reynolds", 20, "")));
        Path elsewhere = Files.move(file, folder.resolve("elsewhere.csv"));
        Files.createDirectory(file);
        assertThatThrownBy(() -> log.row(300, 1.5, 0.25, List.of())).isInstanceOf(IOException.class);
        Files.delete(file);
        Files.move(elsewhere, file);
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST, SECOND) + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "st", "step,time [s],resid"})
    void a_header_truncated_by_a_crash_is_written_again(String cutOff) throws IOException {
        Files.writeString(file, cutOff);
        new CsvLog(file).keepUpTo(1000);
        write(100, 0.5, Double.NaN, 2e-6);
        assertThat(file).hasContent(String.join("\n", HEAD, FIRST) + "\n");
    }

    private void write(long step, double timeS, double residual, double flow) throws IOException {
        new CsvLog(file)
                .row(
                        step,
                        timeS,
                        residual,
                        List.of(new Observable("inlet.flow_rate", flow, "m3/s"), new Observable("reynolds", 20, "")));
    }
}
