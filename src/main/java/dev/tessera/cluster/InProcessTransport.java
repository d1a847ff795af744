package dev.tessera.cluster;

import dev.tessera.device.SlotTransfer;
import dev.tessera.device.gpu.GpuSlots;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries messages between parts of one process: from GPU to GPU where a device reaches the memory of the other, else
/// through memory of the host.
final class InProcessTransport implements Transport {
    private static final Logger LOG = LoggerFactory.getLogger(InProcessTransport.class);

    private final Transport peer;
    private final Transport staged = new StagedTransport();
    private final Set<String> reported = new LinkedHashSet<>();

    /// @param direct how values go from GPU to GPU
    InProcessTransport(GpuSlots.Direct direct) {
        this.peer = new PeerTransport(direct);
    }

    @Override
    public Ends connect(HaloMessage message, @Nullable SlotTransfer from, @Nullable SlotTransfer to, Waits waits) {
        if (from instanceof GpuSlots sender && to instanceof GpuSlots receiver) {
            Optional<String> obstacle = sender.obstacleTo(receiver);
            if (obstacle.isEmpty()) {
                return peer.connect(message, from, to, waits);
            }
            if (reported.add(obstacle.get())) {
                LOG.info("{}; values between them go through memory of the host.", obstacle.get());
            }
        }
        return staged.connect(message, from, to, waits);
    }
}
