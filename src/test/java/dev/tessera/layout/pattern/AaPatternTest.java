package dev.tessera.layout.pattern;

import dev.tessera.layout.StreamingPattern;

final class AaPatternTest extends StreamingPatternKit {
    @Override
    StreamingPattern pattern() {
        return new AaPattern();
    }
}
