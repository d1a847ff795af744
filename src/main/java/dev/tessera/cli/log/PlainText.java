package dev.tessera.cli.log;

import org.jspecify.annotations.Nullable;

/// Text for terminals. Messages repeat names from files, which may contain sequences that control a terminal: each
/// control character but line breaks and tabs is written as `\\u001b`.
public final class PlainText {
    private PlainText() {}

    public static String of(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean turnsText = c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
            if (Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r' || turnsText) {
                plain.append("\\u%04x".formatted((int) c));
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
