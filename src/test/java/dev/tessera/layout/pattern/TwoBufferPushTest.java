package dev.tessera.layout.pattern;

import dev.tessera.layout.StreamingPattern;

final class TwoBufferPushTest extends StreamingPatternKit {
    @Override
    StreamingPattern pattern() {
        return new TwoBufferPush();
    }
}
