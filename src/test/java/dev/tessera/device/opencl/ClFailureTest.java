package dev.tessera.device.opencl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClFailureTest {
    @ParameterizedTest
    @CsvSource({
        "-2, CL_DEVICE_NOT_AVAILABLE, another process uses the device exclusively",
        "-3, CL_COMPILER_NOT_AVAILABLE, install its vendor's complete driver",
        "-4, CL_MEM_OBJECT_ALLOCATION_FAILURE, `tessera plan` shows storages that need less",
        "-5, CL_OUT_OF_RESOURCES, use smaller blocks",
        "-5, CL_OUT_OF_RESOURCES, resume from the last checkpoint",
        "-14, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, resume from the last checkpoint",
        "-36, CL_INVALID_COMMAND_QUEUE, resume from the last checkpoint",
        "-54, CL_INVALID_WORK_GROUP_SIZE, use smaller blocks (`launch` in the case)",
        "-9999, NVIDIA: illegal read or write to a buffer, the context is lost"
    })
    void errors_that_a_user_can_fix_have_a_remedy(int status, String name, String remedy) {
        ClFailure failure = new ClFailure("clFinish", status);
        assertThat(failure).hasMessageContaining("clFinish returned").hasMessageContaining(name);
        assertThat(failure.remedy()).startsWith("; ").contains(remedy);
    }

    @Test
    void other_errors_have_the_name_of_the_status_only() {
        assertThat(new ClFailure("clFinish", -30)).hasMessage("clFinish returned CL_INVALID_VALUE");
        assertThat(new ClFailure("clFinish", -30).remedy()).isEmpty();
        assertThat(new ClFailure("clFinish", -12345)).hasMessage("clFinish returned OpenCL error -12345");
    }
}
