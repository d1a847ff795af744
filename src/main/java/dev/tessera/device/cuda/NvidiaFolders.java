package dev.tessera.device.cuda;

import dev.tessera.device.gpu.NativeLibrary;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Folders of NVIDIA's libraries that the loader does not search.
public final class NvidiaFolders {
    private NvidiaFolders() {}

    /// Those of toolkits.
    static Stream<Path> ofToolkits() {
        Stream<String> named = Stream.of("CUDA_HOME", "CUDA_PATH")
                .map(variable -> System.getenv().getOrDefault(variable, ""))
                .filter(folder -> folder.startsWith(File.separator));
        return Stream.concat(named, Stream.of("/usr/local/cuda", "/usr/local/cuda-*", "/opt/cuda"))
                .flatMap(root -> Stream.of("/targets/x86_64-linux/lib", "/targets/sbsa-linux/lib", "/lib64", "/lib")
                        .map(root::concat))
                .flatMap(pattern -> NativeLibrary.folders(pattern).stream());
    }

    /// Those of Python packages, of the interpreters on the `PATH` and the user's own.
    /// @param name folder of the package below `nvidia`, or a pattern
    public static Stream<Path> ofPythonPackages(String name) {
        Stream<String> programs = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> folder.startsWith(File.separator) && folder.endsWith("/bin"))
                .map(folder -> folder.substring(0, folder.length() - "/bin".length()));
        String home = System.getProperty("user.home");
        return Stream.concat(programs, Stream.of(home + "/.local", home + "/.pyenv/versions/*"))
                .flatMap(root -> Stream.of("site-packages", "dist-packages")
                        .map(packages -> "%s/lib/python3*/%s/nvidia/%s/lib".formatted(root, packages, name)))
                .flatMap(pattern -> NativeLibrary.folders(pattern).stream());
    }

    /// Those of toolkits, then those of Python packages.
    /// @param name folder of the Python package below `nvidia`, or a pattern
    static List<Path> of(String name) {
        return Stream.concat(ofToolkits(), ofPythonPackages(name)).toList();
    }
}
