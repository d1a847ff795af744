package dev.tessera.device.gpu;

import dev.tessera.device.DeviceException;
import dev.tessera.device.LoaderMessages;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.SymbolLookup;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A shared library of a driver, loaded until the process ends (drivers cannot be unloaded safely).
///
/// @param name the soname or file that was loaded
/// @param symbols of it
public record NativeLibrary(String name, SymbolLookup symbols) {

    /// The first library that loads, by soname (searched by the loader: `LD_LIBRARY_PATH` and the system's folders) and
    /// then in these folders.
    /// @param variable environment variable that names the library's file or folder; if set, nothing else is searched
    /// @param sonames in order of preference
    /// @param folders that the loader does not search; their last part may be a pattern such as `cuda-*`
    /// @return empty if there is none
    /// @throws DeviceException if the variable is set and its library does not load, or if libraries exist and none
    ///       loads; states why
    public static Optional<NativeLibrary> find(String variable, List<String> sonames, List<Path> folders) {
        String asked = System.getenv().getOrDefault(variable, "");
        if (!asked.isBlank()) {
            return Optional.of(named(variable, Path.of(asked), sonames));
        }
        List<String> names = new ArrayList<>(sonames);
        names.addAll(inFolders(sonames, folders));
        return first(names, "reinstall it, or name another in " + variable);
    }

    static NativeLibrary named(String variable, Path asked, List<String> sonames) {
        String remedy =
                "correct %s, which names it, or unset it to search the usual folders".formatted(variable);
        if (!Files.exists(asked)) {
            throw new DeviceException("%s does not exist; %s".formatted(asked, remedy));
        }
        List<String> names = Files.isDirectory(asked) ? inFolders(sonames, List.of(asked)) : List.of(asked.toString());
        return first(names, remedy)
                .orElseThrow(() -> new DeviceException(
                        "%s does not contain %s; %s".formatted(asked, String.join(" or ", sonames), remedy)));
    }

    private static List<String> inFolders(List<String> sonames, List<Path> folders) {
        return sonames.stream()
                .flatMap(soname -> folders.stream().map(folder -> folder.resolve(soname)))
                .filter(Files::exists)
                .map(Path::toString)
                .toList();
    }

    /// @throws DeviceException if libraries exist and none loads
    private static Optional<NativeLibrary> first(List<String> names, String remedy) {
        Optional<String> refused = Optional.empty();
        for (String name : names) {
            Optional<NativeLibrary> loaded = load(name);
            if (loaded.isPresent()) {
                return loaded;
            }
            refused =
                    refused.or(() -> LoaderMessages.why(name).map(why -> "%s does not load (%s)".formatted(name, why)));
        }
        refused.ifPresent(why -> {
            throw new DeviceException("%s; %s".formatted(why, remedy));
        });
        return Optional.empty();
    }

    private static Optional<NativeLibrary> load(String name) {
        try {
            return Optional.of(new NativeLibrary(name, SymbolLookup.libraryLookup(name, Arena.global())));
        } catch (IllegalArgumentException unloaded) {
            return Optional.empty();
        }
    }

    /// Loads other libraries of the same folder that match a pattern. Some libraries open their parts by soname, which
    /// finds them only in the loader's folders or if they are already loaded.
    public NativeLibrary withNeighbours(String pattern) {
        Path folder = Path.of(name).getParent();
        if (folder != null) {
            children(folder, pattern).forEach(file -> load(file.toString()));
        }
        return this;
    }

    /// Folders that match a path with a pattern in one of its parts, newest name first.
    /// @param pattern such as `/usr/local/cuda-*/lib64`
    public static List<Path> folders(String pattern) {
        List<Path> found = new ArrayList<>(List.of(Path.of("/")));
        for (String part : pattern.substring(1).split("/", -1)) {
            List<Path> next = new ArrayList<>();
            for (Path parent : found) {
                next.addAll(part.contains("*") ? children(parent, part) : List.of(parent.resolve(part)));
            }
            found = next;
        }
        return found.stream().filter(Files::isDirectory).toList();
    }

    private static List<Path> children(Path parent, String pattern) {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(parent)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, pattern)) {
                entries.forEach(children::add);
            } catch (IOException unreadable) {
                return List.of();
            }
        }
        return children.stream().sorted(Comparator.reverseOrder()).toList();
    }

    /// @throws DeviceException if the library does not have it
    public NativeFunction function(String symbol, FunctionDescriptor signature) {
        return optional(symbol, signature)
                .orElseThrow(() -> new DeviceException(
                        "%s has no function %s: it is too old, or another library of the same name; install a newer one"
                                .formatted(name, symbol)));
    }

    public Optional<NativeFunction> optional(String symbol, FunctionDescriptor signature) {
        return symbols.find(symbol).map(address -> new NativeFunction(symbol, address, signature));
    }
}
