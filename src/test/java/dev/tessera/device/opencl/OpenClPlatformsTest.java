package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class OpenClPlatformsTest {
    @Test
    void a_loader_without_platforms_says_how_to_register_one() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", ""))
                .startsWith(
                        "an OpenCL loader (libOpenCL.so.1), but no platform behind it. Install the GPU vendor's driver")
                .contains("libnvidia-opencl.so.1", "pocl-opencl-icd");
    }

    @Test
    void a_folder_that_the_environment_names_is_said_to_be_the_reason() {
        assertThat(OpenClPlatforms.noPlatform("libOpenCL.so.1", "/empty"))
                .contains(
                        "OCL_ICD_VENDORS is set to /empty, where nothing is registered that loads: correct it, or unset it")
                .doesNotContain("nvidia.icd");
    }
}
