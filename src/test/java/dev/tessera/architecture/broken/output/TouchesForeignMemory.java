package dev.tessera.architecture.broken.output;

import java.lang.foreign.MemorySegment;

record TouchesForeignMemory(MemorySegment segment) {}
