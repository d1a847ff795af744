package dev.tessera.cli;

import dev.tessera.casefile.CaseFile;
import dev.tessera.cluster.MemorySpeeds;
import dev.tessera.cluster.PartedDevice;
import dev.tessera.cluster.RankDevice;
import dev.tessera.cluster.mpi.MpiProcesses;
import dev.tessera.cluster.mpi.MpiSlabs;
import dev.tessera.cluster.mpi.MpiTransport;
import dev.tessera.cluster.mpi.MpiWorld;
import dev.tessera.cluster.nccl.RankConnection;
import dev.tessera.device.Device;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.SlabExchange;
import dev.tessera.output.Provenance;
import dev.tessera.solver.Case;
import dev.tessera.solver.CaseLayerObstacles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The ranks that carry out a run: this process alone, or those of an MPI job, each with a device and a part of the
/// case.
final class RunRanks {
    private static final Logger LOG = LoggerFactory.getLogger(RunRanks.class);

    private final MpiJob job;
    private final Optional<MpiWorld> world;
    private final RankPlacement placement;
    private final MessageForm asked;
    private final int layers;
    private boolean hasParts; // in this process
    private @Nullable MpiTransport messages; // where there are several ranks
    private @Nullable RankDevice device; // where there are several ranks
    private @Nullable RankConnection connection; // where there are several ranks

    /// How messages are sent through MPI.
    enum MessageForm {
        PLAIN,
        COMPRESSED
    }

    /// Begins MPI, where this process belongs to a job.
    /// @param asked by the command line; one rank asks for all
    /// @param layers of neighbours' nodes that parts store; 0: as is usual
    RunRanks(MpiJob job, MessageForm asked, int layers) {
        this.job = job;
        this.asked = asked;
        this.layers = layers;
        this.world = job.join();
        this.placement = RankPlacement.of(job);
    }

    /// Whether this process prints and writes files.
    boolean isFirst() {
        return job.ranks().isFirst();
    }

    RankPlacement placement() {
        return placement;
    }

    /// Joins the ranks that voxelise the geometry together.
    SlabExchange slabs() {
        return world.<SlabExchange>map(MpiSlabs::new).orElse(SlabExchange.ALONE);
    }

    /// Looks for a file, on the first rank for all.
    interface Search {
        Optional<Path> run() throws IOException;
    }

    /// The file that the first rank finds.
    Optional<Path> chosen(Search search) throws IOException {
        String own = isFirst() ? search.run().map(Path::toString).orElse("") : "";
        String found = job.ranks().all(own).getFirst();
        return found.isEmpty() ? Optional.empty() : Optional.of(Path.of(found));
    }

    /// The device of the run: of several ranks each has its own, with a part of the case. That of a process alone is
    /// opened meanwhile where it may be a GPU.
    OpeningDevice device(CaseFile file, CaseOptions options, ComputeResources resources) {
        return world.isEmpty() && options.namesOneGpu(file)
                ? OpeningDevice.begin(() -> options.device(file, resources))
                : OpeningDevice.now(() -> deviceNow(file, options, resources));
    }

    /// Refuses several layers that the nodes of a case forbid, where it runs in parts.
    void requireLayers(Case theCase, NodeMap nodes) {
        if (hasParts || world.isPresent()) {
            LayersOption.require(layers, () -> CaseLayerObstacles.obstacle(theCase, nodes));
        }
    }

    private Device deviceNow(CaseFile file, CaseOptions options, ComputeResources resources) {
        if (world.isEmpty()) {
            Device whole = options.device(file, resources);
            hasParts = whole instanceof PartedDevice;
            if (!(whole instanceof PartedDevice parts)) {
                return whole;
            }
            LayersOption.require(layers, () -> CaseLayerObstacles.obstacle(file.theCase()));
            return parts.withLayers(layers);
        }
        LayersOption.require(layers, () -> CaseLayerObstacles.obstacle(file.theCase()));
        Device own = options.deviceOfRank(file, resources, placement);
        job.runsOn(own.key());
        boolean isCompressing = world.get().any(asked == MessageForm.COMPRESSED);
        messages = isCompressing
                ? MpiTransport.compressing(world.get(), System::nanoTime)
                : MpiTransport.plain(world.get());
        connection = RankConnection.of(world.get(), placement.host(), own, messages);
        device = new RankDevice(
                own,
                placement.host(),
                new MpiProcesses(world.get()),
                connection.transport(),
                new MemorySpeeds(List.of(own), resources.workers(), System::nanoTime),
                resources.workers(),
                Math.max(1, layers));
        return device;
    }

    /// After the run, before devices are closed; where a run fails, the job ends without it.
    void disconnect() {
        if (messages != null) {
            messages.compressed().filter(text -> isFirst()).ifPresent(text -> LOG.info("{}.", text));
        }
        if (connection != null) {
            connection.close();
        }
    }

    /// The ranks as listed in the summary; empty where this process is alone.
    List<Provenance.Rank> named() {
        return list().stream()
                .map(rank -> new Provenance.Rank(rank.host(), rank.device()))
                .toList();
    }

    private List<RankDevice.Rank> list() {
        return device == null ? List.of() : device.list();
    }

    /// Logs where the ranks run.
    void tell() {
        if (world.isEmpty()) {
            if (asked == MessageForm.COMPRESSED) {
                LOG.info("--compress-messages has no effect on a run that is no MPI job of several ranks.");
            }
            if (layers > 1 && !hasParts) {
                LOG.info("--halo-layers has no effect on a run on one device.");
            }
            return;
        }
        LOG.info("{} ranks with {}", world.get().count(), world.get().library());
        for (RankDevice.Rank rank : list()) {
            LOG.info("rank {}: {} on {}", rank.number(), rank.device(), rank.host());
        }
        if (connection != null && !connection.toString().isEmpty()) {
            LOG.info("{}.", connection);
        }
        if (placement.leavesCoresIdle() && list().stream().noneMatch(RankDevice.Rank::isGpu)) {
            LOG.warn(
                    "each of the {} ranks on {} uses {} of {} cores: the launcher binds it to them, or there are fewer ranks"
                            + " than cores. `mpirun --bind-to none`, or `--map-by slot:PE=n`, gives a rank more.",
                    placement.localRanks(),
                    placement.host(),
                    placement.threads(),
                    placement.cores().orElse(0));
        }
    }
}
