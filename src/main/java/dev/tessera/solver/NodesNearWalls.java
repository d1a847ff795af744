package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.NonLocalRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The nodes at walls whose rules read other nodes, and the two layers of nodes behind them.
final class NodesNearWalls {
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final SortedMap<Long, Integer> layers = new TreeMap<>(); // by fluid number

    private NodesNearWalls(NodeMap nodes, VelocitySet lattice) {
        this.nodes = nodes;
        this.lattice = lattice;
    }

    /// @throws CaseException where an opening also reads nodes behind it
    static NodesNearWalls of(Collection<BoundaryPlan.Group> groups, NodeMap nodes, VelocitySet lattice) {
        NodesNearWalls near = new NodesNearWalls(nodes, lattice);
        List<Long> layer = new ArrayList<>();
        for (BoundaryPlan.Group group : groups) {
            if (readsBehindWall(group.rule())) {
                group.members().forEach(member -> layer.add(member.fluidNumber()));
            }
        }
        if (layer.isEmpty()) {
            return near;
        }
        if (groups.stream().anyMatch(group -> readsBehindOpening(group.rule()))) {
            throw new CaseException(
                    "model.walls: bouzidi-quadratic reads nodes behind walls, and schemes yu, guo, grad-extrapolated, copy and neumann of openings read nodes behind these, in the same stages. Use model.walls: bouzidi, or another scheme at the opening.");
        }
        if (nodes.surfaces().stream().anyMatch(surface -> surface.kind() == Surface.Kind.SYMMETRY)) {
            throw new CaseException(
                    "model.walls: bouzidi-quadratic reads three nodes in a row, which a symmetry side would cut. Use model.walls: curved.");
        }
        layer.forEach(number -> near.layers.put(number, 0));
        near.add(near.add(layer, 1), 2);
        return near;
    }

    private static boolean readsBehindOpening(BoundaryRule rule) {
        return !RuleParts.readingBehind(rule).isEmpty();
    }

    private static boolean readsBehindWall(BoundaryRule rule) {
        return RuleParts.ofLinks(rule).stream().anyMatch(NodesNearWalls::readsBehindWall);
    }

    private static boolean readsBehindWall(LinkRule rule) {
        return rule.stagesBefore() > 0 && !(rule instanceof NonLocalRule);
    }

    /// Adds the neighbours of a layer that are in none yet, and returns them.
    private List<Long> add(List<Long> before, int layer) {
        Box box = nodes.box();
        List<Long> added = new ArrayList<>();
        for (long number : before) {
            long index = nodes.fluid().boxIndex(number);
            for (Velocity c : lattice.velocities()) {
                long at = box.neighbour(box.x(index), box.y(index), box.z(index), c.x(), c.y(), c.z());
                long neighbour = at < 0 ? -1 : nodes.fluid().number(at);
                if (neighbour >= 0 && layers.putIfAbsent(neighbour, layer) == null) {
                    added.add(neighbour);
                }
            }
        }
        return added;
    }

    boolean isEmpty() {
        return layers.isEmpty();
    }

    /// The layer of a node, which has no further one; -1 without one.
    int remove(long number) {
        Integer layer = layers.remove(number);
        return layer == null ? -1 : layer;
    }

    /// The nodes that were not removed and their layers, ascending.
    SortedMap<Long, Integer> others() {
        return layers;
    }
}
