package dev.tessera.layout.pattern;

import dev.tessera.layout.StreamingPattern;

final class TwoBufferPullTest extends StreamingPatternKit {
    @Override
    StreamingPattern pattern() {
        return new TwoBufferPull();
    }
}
