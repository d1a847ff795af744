package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenClPlatformsTest {
    @TempDir
    Path folder;

    @Test
    void a_loader_without_platforms_says_how_to_register_one() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", folder))
                .startsWith(
                        "an OpenCL loader (libOpenCL.so.1), but no platform behind it. Install the GPU vendor's driver")
                .contains("libnvidia-opencl.so.1", "pocl-opencl-icd");
    }

    @Test
    void a_folder_that_the_environment_names_is_said_to_be_the_reason() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "/empty", folder))
                .contains(
                        "OCL_ICD_VENDORS is set to /empty, where nothing is registered that loads: correct it, or unset it")
                .doesNotContain("nvidia.icd");
    }

    @Test
    void a_cache_that_cannot_be_written_is_named_before_what_is_not_installed() throws IOException {
        Path file = Files.writeString(folder.resolve("no-folder"), "");
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", file.resolve("cache")))
                .contains(file.resolve("cache") + " cannot be written", "Set XDG_CACHE_HOME")
                .doesNotContain("apt install");
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", folder.resolve("not/there/yet")))
                .contains("apt install");
    }
}
