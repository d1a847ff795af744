package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.SharedObject;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NativeLibraryTest {
    private static final String UNSET = "TESSERA_NO_SUCH_VARIABLE";
    private static final List<String> NAMES = List.of("libdriver_of_tests.so.2", "libdriver_of_tests.so.1");

    @TempDir
    Path folder;

    private Optional<NativeLibrary> find() {
        return NativeLibrary.find(UNSET, NAMES, List.of(folder));
    }

    private Path text(String name) throws IOException {
        return Files.writeString(
                folder.resolve(name), "this is not a library, but a text that is long enough\n".repeat(9));
    }

    @Test
    void a_library_that_is_nowhere_is_empty() {
        assertThat(find()).isEmpty();
    }

    @Test
    void a_file_that_is_no_library_is_not_taken_for_a_missing_one() throws IOException {
        text("libdriver_of_tests.so.1");
        assertThatThrownBy(this::find)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining(folder.resolve("libdriver_of_tests.so.1") + " does not load")
                .hasMessageContaining("invalid ELF header")
                .hasMessageEndingWith("install it anew, or name another in " + UNSET);
    }

    @Test
    void a_library_that_needs_an_absent_one_says_which() {
        SharedObject.of("int needed(void) { return 1; }", folder.resolve("libneeded_by_tests.so"));
        SharedObject.of(
                "int needed(void); int asked(void) { return needed(); }",
                folder.resolve("libdriver_of_tests.so.1"),
                "-L" + folder,
                "-lneeded_by_tests");
        folder.resolve("libneeded_by_tests.so").toFile().delete();
        assertThatThrownBy(this::find).hasMessageContaining("libneeded_by_tests.so: cannot open shared object file");
    }

    @Test
    void one_that_loads_is_taken_though_another_is_broken() throws IOException {
        text("libdriver_of_tests.so.2");
        SharedObject.of("int seven(void) { return 7; }", folder.resolve("libdriver_of_tests.so.1"));
        NativeLibrary library = find().orElseThrow();
        FunctionDescriptor signature = FunctionDescriptor.of(ValueLayout.JAVA_INT);
        assertThat(library.function("seven", signature).status()).isEqualTo(7);
        assertThatThrownBy(() -> library.function("eight", signature))
                .hasMessageContaining(
                        "libdriver_of_tests.so.1 has no function eight: it is too old, or something else");
    }

    @Test
    void what_a_variable_names_is_found_or_said_to_be_wrong() throws IOException {
        Path text = text("named.so");
        Path none = folder.resolve("none");
        String remedy = "correct DRIVER, which names it, or unset it and let the usual places be searched";
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", none, NAMES))
                .hasMessage("there is no %s; %s".formatted(none, remedy));
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", folder, NAMES))
                .hasMessage(
                        "%s holds no libdriver_of_tests.so.2 or libdriver_of_tests.so.1; %s".formatted(folder, remedy));
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", text, NAMES))
                .hasMessageContaining("invalid ELF header")
                .hasMessageEndingWith(remedy);
    }
}
