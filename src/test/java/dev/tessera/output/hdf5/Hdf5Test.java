package dev.tessera.output.hdf5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.testkit.Needs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class Hdf5Test {
    @TempDir
    Path folder;

    private static Hdf5 library() {
        Optional<Hdf5> library = Hdf5.find();
        Needs.part("hdf5", library.isPresent());
        return library.orElseThrow();
    }

    @Test
    void a_missing_library_and_one_without_the_functions_are_not_found() {
        assertThat(Hdf5.find(List.of("libno-such-library.so"))).isEmpty();
        assertThat(Hdf5.find(List.of("libm.so.6"))).as("not HDF5").isEmpty();
    }

    @Test
    void the_library_is_found_after_names_that_do_not_exist() {
        library();
        assertThat(Hdf5.find(List.of("libno-such-library.so"))).isEmpty();
        List<String> names = new ArrayList<>(List.of("libno-such-library.so", "libm.so.6"));
        names.addAll(Hdf5.names());
        assertThat(Hdf5.find(names)).isPresent();
    }

    /// Several chunks, the last of them partly filled.
    @ParameterizedTest
    @EnumSource(Hdf5Filter.class)
    void arrays_of_every_type_are_read_back(Hdf5Filter filter) throws IOException {
        Hdf5 hdf5 = library();
        Path path = folder.resolve("types.h5");
        int rows = 300_000;
        try (Hdf5File file = Hdf5File.create(hdf5, path, filter, ForkJoinPool.commonPool())) {
            for (Hdf5Type type : Hdf5Type.values()) {
                file.array(
                        "/" + type,
                        type,
                        (from, target) -> {
                            for (long n = from / type.bytes(); target.hasRemaining(); n++) {
                                switch (type) {
                                    case FLOAT32 -> target.putFloat((float) n);
                                    case FLOAT64 -> target.putDouble((double) n);
                                    case INT32 -> target.putInt((int) n);
                                    case INT64 -> target.putLong(n);
                                    case UINT8 -> target.put((byte) (n % 200));
                                }
                            }
                        },
                        rows,
                        3);
            }
        }
        for (Hdf5Type type : Hdf5Type.values()) {
            double[] values = Hdf5File.read(hdf5, path, "/" + type);
            assertThat(values).hasSize(3 * rows);
            for (int n = 0; n < values.length; n++) {
                int expected = type == Hdf5Type.UINT8 ? n % 200 : n;
                if (values[n] != expected) {
                    assertThat(values[n]).as("%s, value %d", type, n).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void errors_name_the_reason() throws IOException {
        Hdf5 hdf5 = library();
        Path absent = folder.resolve("no-such-folder/file.h5");
        assertThatThrownBy(() -> Hdf5File.create(hdf5, absent, Hdf5Filter.NONE, ForkJoinPool.commonPool()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No such file or directory");
        Path text = Files.writeString(folder.resolve("text.h5"), "no HDF5 file");
        assertThatThrownBy(() -> Hdf5File.read(hdf5, text, "/x"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("signature");
    }

    /// Versions of the library that are built for several threads print the errors of each thread by default.
    @Test
    void errors_of_any_thread_are_not_printed() throws IOException, InterruptedException {
        library();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java,
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        folderOf(Hdf5.class) + File.pathSeparator + folderOf(Hdf5Test.class),
                        FailsOnAnotherThread.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed.strip()).isEqualTo("libhdf5: No such file or directory (H5Fopen)");
    }

    private static String folderOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation().getPath();
    }

    /// A program that prints the message of an error.
    static final class FailsOnAnotherThread {
        private FailsOnAnotherThread() {}

        public static void main(String[] arguments) throws InterruptedException {
            Hdf5 hdf5 = Hdf5.find().orElseThrow();
            Thread other = new Thread(() -> {
                try {
                    Hdf5File.read(hdf5, Path.of("no-such-folder/file.h5"), "/x");
                } catch (IOException expected) {
                    System.out.println(expected.getMessage());
                }
            });
            other.start();
            other.join();
        }
    }

    @Test
    void an_exception_of_the_values_reaches_the_caller_and_the_file_can_be_closed() throws IOException {
        Hdf5 hdf5 = library();
        Path path = folder.resolve("values.h5");
        try (Hdf5File file = Hdf5File.create(hdf5, path, Hdf5Filter.NONE, ForkJoinPool.commonPool())) {
            assertThatThrownBy(() -> file.array(
                            "/x",
                            Hdf5Type.INT32,
                            (from, target) -> {
                                throw new IllegalStateException("no values");
                            },
                            10))
                    .hasMessageContaining("no values");
            file.numbers("/y", 1L, 2L);
        }
        assertThat(Hdf5File.read(hdf5, path, "/y")).containsExactly(1, 2);
    }
}
