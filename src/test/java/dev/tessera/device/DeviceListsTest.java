package dev.tessera.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DeviceListsTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            auto; auto
            cpu:jvm; cpu:jvm
            cuda:1; cuda:1
            cuda:0-3; cuda:0 cuda:1 cuda:2 cuda:3
            cuda:0,2; cuda:0 cuda:2
            cuda:0-1,4-5,opencl:0; cuda:0 cuda:1 cuda:4 cuda:5 opencl:0
            cpu:jvm, opencl:0; cpu:jvm opencl:0
            cuda:1-1; cuda:1
            cuda,gpu; cuda gpu
            """)
    void a_list_names_devices(String list, String keys) {
        assertThat(DeviceLists.keys(list)).containsExactly(keys.split(" "));
    }

    @Test
    void a_list_that_names_none_is_refused() {
        assertThatThrownBy(() -> DeviceLists.keys("0,1")).hasMessageContaining("write for example cuda:0");
        assertThatThrownBy(() -> DeviceLists.keys("cuda:3-1")).hasMessageContaining("write cuda:1-3");
    }
}
