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
    void a_checkpoint_and_its_folder_lead_back_to_the_run() throws IOException {
        Path checkpoints = Files.createDirectories(temp.resolve("run/checkpoints"));
        Path checkpoint = Files.createFile(checkpoints.resolve("a.ckpt"));
        assertThat(ResultFolder.ofCheckpoint(checkpoint)).isEqualTo(temp.resolve("run"));
        assertThat(ResultFolder.ofCheckpoint(checkpoints)).isEqualTo(temp.resolve("run"));
        assertThat(ResultFolder.ofCheckpoint(temp.resolve("run"))).isEqualTo(temp.resolve("run"));
    }
}
