package dev.tessera.solver.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.kernel.gpu.TileLookup;
import dev.tessera.kernel.gpu.TileOrder;
import dev.tessera.kernel.gpu.Tuning;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TuningMemoryTest {
    private static final Tuning TUNING = new Tuning(256, 4, 2, TileOrder.MORTON, TileLookup.CACHED);

    @TempDir
    Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    @Test
    void a_stored_launch_is_found_by_its_key_only() throws IOException {
        new TuningMemory(folder).keep("a", TUNING);
        assertThat(new TuningMemory(folder).recall("a")).contains(TUNING);
        assertThat(new TuningMemory(folder).recall("b")).isEmpty();
        assertThat(files()).hasSize(1); // no part is left
    }

    @Test
    void a_later_choice_replaces_an_earlier_one() {
        TuningMemory memory = new TuningMemory(folder);
        memory.keep("a", Tuning.of(64, 1));
        memory.keep("a", TUNING);
        assertThat(memory.recall("a")).contains(TUNING);
    }

    @Test
    void damaged_files_count_as_missing() throws IOException {
        TuningMemory memory = new TuningMemory(folder);
        memory.keep("a", TUNING);
        Path file = files().getFirst();
        String text = Files.readString(file);
        for (String damaged : List.of("", text.substring(0, text.length() / 2), text.replace("256", "128"), "x\ny\n")) {
            Files.writeString(file, damaged);
            assertThat(memory.recall("a")).as(damaged).isEmpty();
        }
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(memory.recall("a")).isEmpty();
        memory.keep("a", TUNING);
        assertThat(memory.recall("a")).contains(TUNING);
    }

    @Test
    void without_a_writable_folder_launches_are_measured_again() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        TuningMemory memory = new TuningMemory(file.resolve("below"));
        memory.keep("a", TUNING);
        assertThat(memory.recall("a")).isEmpty();
    }
}
