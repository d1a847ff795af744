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
    void a_loader_without_platforms_gives_a_remedy() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", folder))
                .startsWith(
                        "an OpenCL loader (libOpenCL.so.1) is installed, but no OpenCL platform. Install the GPU vendor's driver")
                .contains("libnvidia-opencl.so.1", "pocl-opencl-icd");
    }

    @Test
    void a_wrong_folder_of_platforms_is_reported() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "/empty", folder))
                .contains(
                        "OCL_ICD_VENDORS is set to /empty, which registers no platform that loads: correct it, or unset it")
                .doesNotContain("nvidia.icd");
    }

    @Test
    void a_cache_that_is_not_writable_is_reported_before_missing_platforms() throws IOException {
        Path file = Files.writeString(folder.resolve("no-folder"), "");
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", file.resolve("cache")))
                .contains(file.resolve("cache") + " cannot be written", "Set XDG_CACHE_HOME")
                .doesNotContain("apt install");
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "", folder.resolve("not/there/yet")))
                .contains("apt install");
    }
}
