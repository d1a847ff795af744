package dev.tessera.cli;

import java.util.List;

/// A command line as text that a shell reads back.
final class ShellText {
    private static final String PLAIN = "[A-Za-z0-9_./:=,@%+-]+";

    private ShellText() {}

    static String command(String program, List<String> arguments) {
        StringBuilder text = new StringBuilder(program);
        for (String argument : arguments) {
            text.append(' ').append(argument.matches(PLAIN) ? argument : "'" + argument.replace("'", "'\\''") + "'");
        }
        return text.toString();
    }
}
