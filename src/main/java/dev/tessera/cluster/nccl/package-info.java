/// Values between ranks that go from GPU to GPU through NVIDIA's library NCCL (docs/decisions/0066).
@NullMarked
package dev.tessera.cluster.nccl;

import org.jspecify.annotations.NullMarked;
