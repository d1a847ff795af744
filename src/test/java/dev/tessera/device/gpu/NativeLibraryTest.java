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
    void a_missing_library_is_empty() {
        assertThat(find()).isEmpty();
    }

    @Test
    void a_file_that_is_not_a_library_is_reported() throws IOException {
        text("libdriver_of_tests.so.1");
        assertThatThrownBy(this::find)
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining(folder.resolve("libdriver_of_tests.so.1") + " does not load")
                .hasMessageContaining("invalid ELF header")
                .hasMessageEndingWith("reinstall it, or name another in " + UNSET);
    }

    @Test
    void a_missing_dependency_is_named() {
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
    void a_library_that_loads_is_used_even_if_another_is_broken() throws IOException {
        text("libdriver_of_tests.so.2");
        SharedObject.of("int seven(void) { return 7; }", folder.resolve("libdriver_of_tests.so.1"));
        NativeLibrary library = find().orElseThrow();
        FunctionDescriptor signature = FunctionDescriptor.of(ValueLayout.JAVA_INT);
        assertThat(library.function("seven", signature).status()).isEqualTo(7);
        assertThatThrownBy(() -> library.function("eight", signature))
                .hasMessageContaining(
                        "libdriver_of_tests.so.1 has no function eight: it is too old, or another library");
    }

    @Test
    void the_library_of_a_variable_is_loaded_or_reported_as_wrong() throws IOException {
        Path text = text("named.so");
        Path none = folder.resolve("none");
        String remedy = "correct DRIVER, which names it, or unset it to search the usual folders";
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", none, NAMES))
                .hasMessage("%s does not exist; %s".formatted(none, remedy));
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", folder, NAMES))
                .hasMessage(
                        "%s does not contain libdriver_of_tests.so.2 or libdriver_of_tests.so.1; %s".formatted(folder, remedy));
        assertThatThrownBy(() -> NativeLibrary.named("DRIVER", text, NAMES))
                .hasMessageContaining("invalid ELF header")
                .hasMessageEndingWith(remedy);
    }
}
