package dev.tessera.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResultFolderTest {
    @TempDir
    private Path temp;

    @Test
    void the_files_of_an_output_are_named_in_the_order_of_their_steps() throws IOException {
        for (String name : new String[] {
            "fields-000000200.vti", "fields-000000100.vti", "fields-1.vti", "velocity-000000100.png", "log.csv"
        }) {
            Files.createFile(temp.resolve(name));
        }
        assertThat(ResultFolder.written(temp, "fields-<step>.vti"))
                .containsExactly("fields-000000100.vti", "fields-000000200.vti");
        assertThat(ResultFolder.written(temp, "velocity-<step>.png")).containsExactly("velocity-000000100.png");
    }

    @Test
    void a_checkpoint_and_its_folder_lead_back_to_the_run() throws IOException {
        Path checkpoints = Files.createDirectories(temp.resolve("run/checkpoints"));
        Path checkpoint = Files.createFile(checkpoints.resolve("a.ckpt"));
        assertThat(ResultFolder.ofCheckpoint(checkpoint)).isEqualTo(temp.resolve("run"));
        assertThat(ResultFolder.ofCheckpoint(checkpoints)).isEqualTo(temp.resolve("run"));
        assertThat(ResultFolder.ofCheckpoint(temp.resolve("run"))).isEqualTo(temp.resolve("run"));
    }
}
