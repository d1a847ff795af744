package dev.tessera.output.hdf5;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The library libhdf5, version 1.10.3 or newer, loaded until the process ends. It computes one call at a time:
/// calls of several threads wait for each other.
///
/// Source: HDF5 reference manual, The HDF Group, version 1.10.
public final class Hdf5 {
    /// The environment variable that names the library's file.
    public static final String VARIABLE = "TESSERA_HDF5";

    /// What distributions call it, with the numbers of versions 1.10, 1.12 and 1.14.
    private static final List<String> USUAL_NAMES = List.of(
            "libhdf5_serial.so.310",
            "libhdf5_serial.so.103",
            "libhdf5.so.310",
            "libhdf5.so.200",
            "libhdf5.so.103",
            "libhdf5_serial.so",
            "libhdf5.so",
            "libhdf5.dylib",
            "/opt/homebrew/lib/libhdf5.dylib",
            "/usr/local/lib/libhdf5.dylib");

    private static final Pattern SYSTEM_MESSAGE = Pattern.compile("error message = '([^']+)'");
    private static final long MAX_TEXT_BYTES = 4096;

    private final SymbolLookup symbols;
    private final Map<String, MethodHandle> functions;

    private Hdf5(SymbolLookup symbols, Map<String, MethodHandle> functions) {
        this.symbols = symbols;
        this.functions = functions;
    }

    /// The names that [#find()] tries, in this order.
    public static List<String> names() {
        String named = System.getenv().getOrDefault(VARIABLE, "");
        return named.isBlank() ? USUAL_NAMES : List.of(named);
    }

    /// The first library of [#names] that loads and has every function.
    public static Optional<Hdf5> find() {
        return find(names());
    }

    /// @param names sonames or files
    public static Optional<Hdf5> find(List<String> names) {
        return names.stream()
                .flatMap(name -> load(name).stream())
                .flatMap(symbols -> of(symbols).stream())
                .findFirst();
    }

    private static Optional<SymbolLookup> load(String name) {
        try {
            return Optional.of(SymbolLookup.libraryLookup(name, Arena.global()));
        } catch (IllegalArgumentException absent) {
            return Optional.empty();
        }
    }

    private static Optional<Hdf5> of(SymbolLookup symbols) {
        Map<String, MethodHandle> functions = new LinkedHashMap<>();
        for (Hdf5Function function : Hdf5Function.ALL) {
            Optional<MemorySegment> address = symbols.find(function.name());
            if (address.isPresent()) {
                functions.put(function.name(), handle(address.get(), function.signature()));
            } else if (!function.isOptional()) {
                return Optional.empty();
            }
        }
        Hdf5 hdf5 = new Hdf5(symbols, functions);
        try {
            if (hdf5.has("H5dont_atexit")) {
                hdf5.invoke("H5dont_atexit"); // at its end, it would write again what a full disk refused
            }
            hdf5.call("H5open");
        } catch (IOException unusable) {
            return Optional.empty();
        }
        return Optional.of(hdf5);
    }

    private static MethodHandle handle(MemorySegment address, FunctionDescriptor signature) {
        return Linker.nativeLinker()
                .downcallHandle(address, signature)
                .asSpreader(Object[].class, signature.argumentLayouts().size())
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    boolean has(String function) {
        return functions.containsKey(function);
    }

    /// The result of a function: an identifier, or a status that is not negative.
    /// @throws IOException where the library reports an error; with its reason
    long call(String function, Object... arguments) throws IOException {
        synchronized (Hdf5.class) {
            invoke("H5Eset_auto2", 0L, MemorySegment.NULL, MemorySegment.NULL); // errors of this thread are not printed
            long result = ((Number) invoke(function, arguments)).longValue();
            if (result < 0) {
                throw new IOException("libhdf5: %s (%s)".formatted(reason(), function));
            }
            return result;
        }
    }

    private Object invoke(String function, Object... arguments) {
        MethodHandle handle = functions.get(function);
        if (handle == null) {
            throw new IllegalArgumentException("%s is not among the functions of libhdf5".formatted(function));
        }
        try {
            return (Object) handle.invokeExact(arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable impossible) {
            throw new IllegalStateException("calling %s failed".formatted(function), impossible);
        }
    }

    /// The identifier in a variable of the library.
    long constant(String name) {
        return symbols.find(name)
                .orElseThrow(() -> new IllegalStateException("libhdf5 has no constant " + name))
                .reinterpret(Long.BYTES)
                .get(JAVA_LONG, 0);
    }

    /// Of the last error: the operating system's message, or else the library's most specific one.
    private String reason() {
        Reasons reasons = new Reasons();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle add = MethodHandles.lookup()
                    .bind(
                            reasons,
                            "add",
                            MethodType.methodType(int.class, int.class, MemorySegment.class, MemorySegment.class));
            MemorySegment callback = Linker.nativeLinker()
                    .upcallStub(add, FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, ADDRESS), arena);
            invoke("H5Ewalk2", 0L, 0, callback, MemorySegment.NULL);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
        return reasons.text();
    }

    /// The descriptions of an error, the most specific one first.
    private static final class Reasons {
        private static final long DESCRIPTION = 48; // in the C structure H5E_error2_t
        private final List<String> texts = new ArrayList<>();

        /// Called by the library for each description, as its `H5E_walk2_t`.
        @SuppressWarnings({"UnusedMethod", "UnusedVariable"})
        int add(int number, MemorySegment error, MemorySegment none) {
            MemorySegment text =
                    error.reinterpret(DESCRIPTION + ADDRESS.byteSize()).get(ADDRESS, DESCRIPTION);
            if (text.address() != 0) {
                texts.add(text.reinterpret(MAX_TEXT_BYTES).getString(0));
            }
            return 0;
        }

        String text() {
            for (String text : texts) {
                Matcher message = SYSTEM_MESSAGE.matcher(text);
                if (message.find()) {
                    return message.group(1);
                }
            }
            return texts.isEmpty() ? "unknown error" : texts.getFirst();
        }
    }
}
