package dev.tessera.solver;

import java.util.List;

/// The lines of a hook in the stack trace of an exception that it threw.
final class HookTrace {
    private HookTrace() {}

    /// Removes the lines outside the hook, which are the same for every hook, from the exception and its causes.
    static void cut(Throwable thrown) {
        int depth = 0;
        for (Throwable one = thrown; one != null && depth < 20; one = one.getCause()) {
            List<StackTraceElement> lines = List.of(one.getStackTrace());
            List<StackTraceElement> ofHook =
                    lines.stream().takeWhile(line -> !isOfRun(line)).toList();
            one.setStackTrace(ofHook.toArray(StackTraceElement[]::new));
            depth++; // causes may form a circle
        }
    }

    /// The innermost line that is of neither Tessera nor Java; of a hook of Tessera's own, its outermost line.
    /// @param thrown after [#cut]
    /// @return such as ` at Stirred.java:12`; empty where the exception has no lines
    static String place(Throwable thrown) {
        List<StackTraceElement> lines = List.of(thrown.getStackTrace());
        if (lines.isEmpty()) {
            return "";
        }
        StackTraceElement line =
                lines.stream().filter(HookTrace::isOfTheProgram).findFirst().orElse(lines.getLast());
        return " at %s:%d".formatted(line.getFileName(), line.getLineNumber());
    }

    private static boolean isOfRun(StackTraceElement line) {
        return line.getClassName().equals(Run.class.getName());
    }

    private static boolean isOfTheProgram(StackTraceElement line) {
        boolean isOfJava = line.getModuleName() != null;
        return !isOfJava && !line.getClassName().startsWith("dev.tessera.");
    }
}
