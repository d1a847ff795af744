package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.LinkRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.LinkPressure;
import dev.tessera.model.boundary.LinkVelocity;
import dev.tessera.model.boundary.MixedWall;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.model.boundary.ZouHe;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Supplier;

/// Assigns a boundary rule to every boundary node. Nodes that touch only resting half-way walls stay in the bulk.
final class BoundaryPlan {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final Boundary[] bySurface;
    private final OpeningNodes[] openingBySurface;
    private final SpongeLayers sponges;
    private final SequencedMap<String, Group> groups = new LinkedHashMap<>();

    /// Nodes of one rule, ascending by fluid number.
    /// @param surface of the opening that has this rule, or -1 for nodes with link rules
    record Group(String name, BoundaryRule rule, int surface, List<Member> members) {
        long[] fluidNumbers() {
            return members.stream().mapToLong(Member::fluidNumber).toArray();
        }
    }

    /// @param boundaryNode index into the cut links, or -1 where the node has none
    record Member(long fluidNumber, int boundaryNode) {}

    private BoundaryPlan(Case theCase, NodeMap nodes) {
        this.theCase = theCase;
        this.nodes = nodes;
        this.lattice = theCase.model().lattice();
        this.bySurface = new Boundary[nodes.surfaces().size()];
        this.openingBySurface = new OpeningNodes[nodes.surfaces().size()];
        this.sponges = SpongeLayers.of(theCase, nodes);
    }

    static BoundaryPlan of(Case theCase, NodeMap nodes, LatticeUnits units) {
        BoundaryPlan plan = new BoundaryPlan(theCase, nodes);
        plan.resolveSurfaces();
        plan.assignNodes();
        plan.addSponge();
        return plan;
    }

    List<Group> groups() {
        return List.copyOf(groups.values());
    }

    /// The openings' nodes by surface id; null for surfaces that are no openings.
    OpeningNodes[] openings() {
        return openingBySurface;
    }

    Boundary boundary(int surface) {
        return bySurface[surface];
    }

    private void resolveSurfaces() {
        List<String> known = nodes.surfaces().stream().map(Surface::name).toList();
        for (String name : theCase.boundaries().keySet()) {
            if (!known.contains(name)) {
                throw new CaseException("boundaries.%s: the geometry has no such surface; it has %s"
                        .formatted(name, String.join(", ", known)));
            }
        }
        for (Surface surface : nodes.surfaces()) {
            Boundary given = theCase.boundaries().get(surface.name());
            if (given == null && surface.kind() == Surface.Kind.OPENING) {
                throw new CaseException(
                        "boundaries: the opening %s has no boundary. Add boundaries.%s with a velocity, flow-rate or pressure (or `wall: {}`-like `{scheme: bounce-back}` to close it)."
                                .formatted(surface.name(), surface.name()));
            }
            bySurface[surface.id()] = given == null ? new Boundary.Wall() : given;
        }
        for (Opening opening : nodes.openings()) {
            openingBySurface[opening.surface()] = OpeningNodes.of(nodes, opening, lattice);
        }
    }

    private void assignNodes() {
        CutLinks links = nodes.links();
        for (int b = 0; b < links.boundaryNodes(); b++) {
            int wet = -1;
            SequencedSet<LinkRule> rules = new LinkedHashSet<>();
            boolean mixed = false;
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                if (DirectionCodes.outgoing(lattice, links.code(link)) < 0) {
                    continue;
                }
                int surface = links.surface(link);
                switch (bySurface[surface]) {
                    case Boundary.Wall w -> {}
                    case Boundary.MovingWall m -> rules.add(new LinkVelocity());
                    case Boundary.MixedWall m -> mixed = true;
                    case Boundary.VelocityOpening v -> {
                        if (isZouHe(surface, v.scheme())) {
                            wet = onlyOne(wet, surface, b);
                        } else {
                            rules.add(new LinkVelocity());
                        }
                    }
                    case Boundary.PressureOpening p -> {
                        if (isZouHe(surface, p.scheme())) {
                            wet = onlyOne(wet, surface, b);
                        } else {
                            rules.add(new LinkPressure(p.backflowGuard()));
                        }
                    }
                }
            }
            assign(b, wet, rules, mixed);
        }
    }

    private int onlyOne(int wet, int surface, int b) {
        if (wet >= 0 && wet != surface) {
            throw new CaseException(
                    "boundaries: node %s touches both %s and %s, and Zou–He can impose only one of them. Set scheme: link-wise for one."
                            .formatted(
                                    place(b),
                                    nodes.surfaces().get(wet).name(),
                                    nodes.surfaces().get(surface).name()));
        }
        return surface;
    }

    private void assign(int b, int wet, SequencedSet<LinkRule> rules, boolean mixed) {
        if (mixed && wet < 0) {
            group("mixed-wall", -1, MixedWall::new).members().add(member(b));
        } else if (wet >= 0 && !rules.isEmpty()) {
            throw new CaseException(
                    "boundaries: node %s touches %s (Zou–He) and a moving wall or link-wise opening. Set scheme: link-wise for %s."
                            .formatted(
                                    place(b),
                                    nodes.surfaces().get(wet).name(),
                                    nodes.surfaces().get(wet).name()));
        } else if (wet >= 0) {
            OpeningNodes opening = openingBySurface[wet];
            boolean velocity = bySurface[wet] instanceof Boundary.VelocityOpening;
            group(nodes.surfaces().get(wet).name(), wet, () -> zouHe(opening, velocity))
                    .members()
                    .add(member(b));
        } else if (!rules.isEmpty()) {
            LinkNode node = LinkNode.of(rules);
            group(node.key(), -1, () -> node).members().add(member(b));
        }
    }

    private Member member(int b) {
        return new Member(nodes.links().node(b), b);
    }

    /// Moves the nodes of sponge layers from their groups, and from the bulk, to groups whose relaxation rate
    /// is a field.
    private void addSponge() {
        if (!sponges.any()) {
            return;
        }
        Collision collision = theCase.model().collision();
        List<Group> dry = List.copyOf(groups.values());
        groups.clear();
        BitSet taken = new BitSet();
        for (Group group : dry) {
            for (Member member : group.members()) {
                taken.set((int) member.fluidNumber());
                boolean wet = sponges.depthAt(member.fluidNumber()) > 0;
                String name = wet ? group.name() + "-sponge" : group.name();
                groups.computeIfAbsent(
                                name,
                                n -> new Group(
                                        n,
                                        wet ? Sponge.around(group.rule(), lattice, collision) : group.rule(),
                                        group.surface(),
                                        new ArrayList<>()))
                        .members()
                        .add(member);
            }
        }
        for (long number : sponges.nodes()) {
            if (!taken.get((int) number)) {
                group("sponge", -1, () -> Sponge.ofBulk(lattice, collision))
                        .members()
                        .add(new Member(number, nodes.links().find(number)));
            }
        }
    }

    SpongeLayers sponges() {
        return sponges;
    }

    private static BoundaryRule zouHe(OpeningNodes opening, boolean velocity) {
        return velocity
                ? ZouHe.velocity(opening.axis(), opening.inward())
                : ZouHe.pressure(opening.axis(), opening.inward());
    }

    private Group group(String name, int surface, Supplier<BoundaryRule> rule) {
        return groups.computeIfAbsent(name, n -> new Group(n, rule.get(), surface, new ArrayList<>()));
    }

    /// Whether the opening of a box side is imposed on its wet nodes; otherwise it is imposed along links.
    boolean isZouHe(int surface, Boundary.Scheme scheme) {
        OpeningNodes opening = openingBySurface[surface];
        if (opening == null) {
            throw new CaseException("boundaries.%s: a velocity or pressure needs an opening, but this is a wall"
                    .formatted(nodes.surfaces().get(surface).name()));
        }
        return switch (scheme) {
            case LINK_WISE -> false;
            case AUTO -> opening.isBoxSide() && opening.opening().axisAligned();
            case ZOU_HE -> {
                if (!opening.isBoxSide()) {
                    throw new CaseException(
                            "boundaries.%s.scheme: zou-he needs an opening in an axis plane at a side of the box; this one's normal is (%.3f, %.3f, %.3f). Use scheme: link-wise (or auto)."
                                    .formatted(
                                            nodes.surfaces().get(surface).name(),
                                            opening.opening().normal()[0],
                                            opening.opening().normal()[1],
                                            opening.opening().normal()[2]));
                }
                yield true;
            }
        };
    }

    private String place(int b) {
        var box = nodes.box();
        long n = nodes.fluid().boxIndex(nodes.links().node(b));
        return "(%d, %d, %d)".formatted(box.x(n), box.y(n), box.z(n));
    }
}
