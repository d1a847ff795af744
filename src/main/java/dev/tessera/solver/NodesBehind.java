package dev.tessera.solver;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.ReadsBehind;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.NodeBehind;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The nodes behind openings whose rules read them ([ReadsBehind]), and what each is for.
final class NodesBehind {
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final TreeSet<Long> reading = new TreeSet<>(); // nodes at openings
    private final SortedMap<Long, Role> roles = new TreeMap<>(); // by fluid number

    /// @param distance of the node from the opening, in spacings
    record Role(ReadsBehind opening, int distance) {
        String key() {
            return "behind-%d-%s".formatted(distance, opening.key());
        }

        /// @param inner null for nodes of the bulk
        BoundaryRule around(@Nullable BoundaryRule inner) {
            return new NodeBehind(inner, opening, distance);
        }
    }

    private NodesBehind(NodeMap nodes, VelocitySet lattice) {
        this.nodes = nodes;
        this.lattice = lattice;
    }

    /// @throws CaseException where a node is missing or has two roles; names the node and a remedy
    static NodesBehind of(Collection<BoundaryPlan.Group> groups, NodeMap nodes, VelocitySet lattice) {
        NodesBehind behind = new NodesBehind(nodes, lattice);
        for (BoundaryPlan.Group group : groups) {
            if (group.rule().stagesBefore() > 0) {
                group.members().forEach(member -> behind.reading.add(member.fluidNumber()));
            }
        }
        for (BoundaryPlan.Group group : groups) {
            for (ReadsBehind opening : RuleParts.readingBehind(group.rule())) {
                group.members().forEach(member -> behind.add(opening, member.fluidNumber()));
            }
        }
        return behind;
    }

    private void add(ReadsBehind opening, long reader) {
        Box box = nodes.box();
        Velocity n = opening.step();
        if (lattice.velocities().stream().noneMatch(n::equals)) {
            throw new CaseException(
                    "model.lattice: %s has no direction along axis %c, along which scheme %s of an opening reads nodes. Use another lattice, or another scheme at the opening, such as link-wise."
                            .formatted(lattice.name(), "xyz".charAt(opening.axis()), opening.scheme()));
        }
        long index = nodes.fluid().boxIndex(reader);
        for (int distance = 1; distance <= opening.depth(); distance++) {
            index = box.neighbour(box.x(index), box.y(index), box.z(index), n.x(), n.y(), n.z());
            long number = index < 0 ? -1 : nodes.fluid().number(index);
            if (number < 0) {
                throw new CaseException(
                        "boundaries: scheme %s reads %d nodes behind each node of its opening, but behind node %s there are %d. Move the opening, use a finer spacing, or another scheme, such as zou-he."
                                .formatted(opening.scheme(), opening.depth(), place(reader), distance - 1));
            }
            assign(number, new Role(opening, distance));
        }
    }

    private void assign(long number, Role role) {
        Role known = roles.putIfAbsent(number, role);
        if (reading.contains(number) || known != null && !known.equals(role)) {
            String scheme = role.opening().scheme();
            String other = known == null ? scheme : known.opening().scheme();
            throw new CaseException(
                    "boundaries: node %s is within %d nodes of two openings with scheme %s, which read nodes behind them. Move them apart, or use scheme zou-he, regularized or link-wise at one of them."
                            .formatted(
                                    place(number),
                                    role.opening().depth(),
                                    scheme.equals(other) ? scheme : "%s and %s".formatted(other, scheme)));
        }
    }

    boolean isEmpty() {
        return roles.isEmpty();
    }

    /// The role of a node, which has no further one; null without one.
    @Nullable
    Role remove(long number) {
        return roles.remove(number);
    }

    /// The nodes that were not removed, ascending.
    SortedMap<Long, Role> others() {
        return roles;
    }

    private String place(long number) {
        Box box = nodes.box();
        long index = nodes.fluid().boxIndex(number);
        return "(%d, %d, %d)".formatted(box.x(index), box.y(index), box.z(index));
    }
}
