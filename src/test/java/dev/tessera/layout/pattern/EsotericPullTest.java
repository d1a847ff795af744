package dev.tessera.layout.pattern;

import dev.tessera.layout.StreamingPattern;

final class EsotericPullTest extends StreamingPatternKit {
    @Override
    StreamingPattern pattern() {
        return new EsotericPull();
    }
}
