package dev.tessera.solver;

import dev.tessera.geometry.CutLinks;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Surface;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.LinkRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.BoxSide;
import dev.tessera.model.boundary.LinkNode;
import dev.tessera.model.boundary.Mirrored;
import dev.tessera.model.boundary.NodeNearWall;
import dev.tessera.model.boundary.PlaneAtWalls;
import dev.tessera.model.boundary.Sponge;
import dev.tessera.model.boundary.TammMottSmith;
import dev.tessera.model.boundary.WallScheme;
import dev.tessera.model.boundary.WetEdge;
import dev.tessera.model.boundary.WettingWall;
import dev.tessera.model.mixture.FreeEnergy;
import dev.tessera.model.mixture.ShanChen;
import dev.tessera.solver.Boundary.Closure;
import dev.tessera.solver.Boundary.Meeting;
import dev.tessera.solver.boundary.RestingWall;
import dev.tessera.solver.boundary.SymmetrySide;
import dev.tessera.units.LatticeUnits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Assigns a boundary rule to every boundary node. Nodes that touch only resting half-way walls stay in the
/// bulk, except in mixtures whose walls act on components.
final class BoundaryPlan {
    private final Case theCase;
    private final NodeMap nodes;
    private final VelocitySet lattice;
    private final Boundary[] bySurface;
    private final @Nullable Closure[] closureBySurface;
    private final OpeningNodes[] openingBySurface;
    private final SpongeLayers sponges;
    private final SymmetrySides symmetry;
    private final SequencedMap<String, Group> groups = new LinkedHashMap<>();

    /// Nodes of one rule, ascending by fluid number.
    /// @param surfaces whose values the rule imposes on its nodes: none for nodes with link rules and
    ///        others, several where planes meet
    record Group(String name, BoundaryRule rule, List<Integer> surfaces, List<Member> members) {
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
        this.closureBySurface = new Closure[nodes.surfaces().size()];
        this.openingBySurface = new OpeningNodes[nodes.surfaces().size()];
        this.sponges = SpongeLayers.of(theCase, nodes);
        this.symmetry = SymmetrySides.of(nodes);
    }

    static BoundaryPlan of(Case theCase, NodeMap nodes, LatticeUnits units) {
        BoundaryPlan plan = new BoundaryPlan(theCase, nodes);
        plan.resolveSurfaces();
        plan.assignNodes();
        plan.narrowLinks();
        plan.addNodesNearWalls();
        plan.addNodesBehind();
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
            boolean isMirror = surface.kind() == Surface.Kind.SYMMETRY;
            if (given != null && isMirror != given instanceof SymmetrySide) {
                throw new CaseException(
                        isMirror
                                ? "boundaries.%s: the geometry has a symmetry side there. Give it scheme: symmetry, or none."
                                        .formatted(surface.name())
                                : "boundaries.%s.scheme: symmetry needs a side of the box, with nodes on it. Use bounce-back, or moving with the velocity of the fluid."
                                        .formatted(surface.name()));
            }
            bySurface[surface.id()] = given == null ? isMirror ? new SymmetrySide() : new RestingWall() : given;
        }
        for (Opening opening : nodes.openings()) {
            OpeningNodes its = OpeningNodes.of(nodes, opening, lattice);
            symmetry.requireAcross(its);
            openingBySurface[opening.surface()] = its;
        }
    }

    private void assignNodes() {
        SurfacesMet met = new SurfacesMet(nodes.links(), lattice, surface -> !isBulk(surface));
        requireNoForceAcross();
        Map<Met, Optional<Group>> known = new LinkedHashMap<>();
        for (int k = 0; k < met.count(); k++) {
            List<BoxSide> mirrors =
                    symmetry.at(nodes.fluid().boxIndex(nodes.links().node(met.node(k))));
            Met here = new Met(met.key(k), mirrors);
            Optional<Group> group = known.get(here);
            if (group == null) {
                group = groupOf(met.node(k), met.surfaces(k), mirrors);
                known.put(here, group);
            }
            if (group.isPresent()) {
                group.get().members().add(member(met.node(k)));
            }
        }
    }

    /// @param surfaces the key of those that a node meets
    /// @param mirrors the symmetry sides that it is on
    private record Met(long surfaces, List<BoxSide> mirrors) {}

    /// A mirrored flow has no force across the mirror.
    private void requireNoForceAcross() {
        for (BoxSide side : symmetry.sides()) {
            Value across = theCase.drive().accelerationMPerS2().get(side.axis());
            if (!across.equals(Value.ZERO)) {
                throw new CaseException(
                        "drive: its component along %c is across the symmetry side %s, in which the flow is mirrored. Set it to 0 (across a side it only changes the pressure), or make the side a wall."
                                .formatted("xyz".charAt(side.axis()), side.name()));
            }
        }
    }

    /// Whether nodes at a surface are those of the bulk.
    private boolean isBulk(int surface) {
        return closure(surface) instanceof Closure.BounceBack;
    }

    /// The group of a node that meets some surfaces; empty for the bulk.
    private Optional<Group> groupOf(int b, int[] surfaces, List<BoxSide> mirrors) {
        List<Integer> wet = new ArrayList<>();
        SequencedSet<LinkRule> rules = new LinkedHashSet<>();
        for (int surface : surfaces) {
            switch (closure(surface)) {
                case Closure.BounceBack none -> {}
                case Closure.Mirror mirror -> {}
                case Closure.Links(LinkRule rule) -> rules.add(rule);
                case Closure.Nodes nodes -> wet.add(surface);
            }
            requireHalfWay(mirrors, surface, b);
        }
        Optional<Kind> kind = kindOf(prevailing(wet, b), rules, mirrors);
        if (mirrors.isEmpty()) {
            return kind.map(this::group);
        }
        String name = Mirrored.key(mirrors);
        return Optional.of(group(kind.map(k -> new Kind(
                        name + "-" + k.name(),
                        k.surfaces(),
                        () -> mirrored(k.rule().get(), mirrors)))
                .orElseGet(() -> new Kind(name, List.of(), () -> new Mirrored(null, mirrors)))));
    }

    private static BoundaryRule mirrored(BoundaryRule rule, List<BoxSide> mirrors) {
        return rule instanceof TammMottSmith ? rule : new Mirrored(rule, mirrors);
    }

    /// @param surfaces whose values the rule imposes
    private record Kind(String name, List<Integer> surfaces, Supplier<BoundaryRule> rule) {}

    /// Mixed walls do not meet symmetry sides.
    private void requireHalfWay(List<BoxSide> mirrors, int surface, int b) {
        if (!mirrors.isEmpty() && yields(surface)) {
            throw new CaseException(
                    "boundaries.%s.scheme: at node %s the mixed wall meets the symmetry side %s. Use bounce-back, whose wall is half-way between nodes."
                            .formatted(
                                    name(surface), place(b), mirrors.getFirst().name()));
        }
    }

    /// Those of the surfaces with rules of nodes that decide at a node: all that do not yield, in the order of their
    /// sides, or else one that yields.
    private List<Integer> prevailing(List<Integer> all, int b) {
        List<Integer> deciding = all.stream()
                .filter(surface -> !yields(surface))
                .sorted(Comparator.comparingInt(
                                (Integer surface) -> site(surface).axis())
                        .thenComparingInt(surface -> -site(surface).inward()))
                .toList();
        for (int k = 1; k < deciding.size(); k++) {
            int one = deciding.get(k - 1);
            int other = deciding.get(k);
            if (site(one).axis() == site(other).axis()) {
                throw new CaseException(
                        "boundaries: node %s touches both %s and %s, whose values are imposed on the nodes of planes across %c (%s, %s), and a node is on one of them. Leave two nodes between the openings, or set scheme: link-wise for one."
                                .formatted(
                                        place(b),
                                        name(one),
                                        name(other),
                                        "xyz".charAt(site(one).axis()),
                                        ruleKey(one),
                                        ruleKey(other)));
            }
        }
        return deciding.isEmpty() && !all.isEmpty() ? List.of(all.getLast()) : deciding;
    }

    private String ruleKey(int surface) {
        return closure(surface) instanceof Closure.Nodes(BoundaryRule rule, Meeting meeting) ? rule.key() : "links";
    }

    /// Whether a plane gives the velocity of its nodes.
    boolean givesVelocity(int surface) {
        return bySurface[surface] instanceof Boundary.VelocityImposed;
    }

    /// Whether a plane gives the density of its nodes; that of an outlet to which it returns slowly is free.
    boolean givesDensity(int surface) {
        return (bySurface[surface] instanceof Boundary.PressureImposed
                        || bySurface[surface] instanceof Boundary.Coupled)
                && !(bySurface[surface] instanceof Boundary.Recovering);
    }

    private boolean yields(int surface) {
        return closure(surface) instanceof Closure.Nodes(BoundaryRule rule, Meeting meeting)
                && meeting == Meeting.YIELDS;
    }

    /// Of a node without its mirrors; empty for the bulk.
    /// @param wet surfaces with rules of nodes: several where planes meet
    private Optional<Kind> kindOf(List<Integer> wet, SequencedSet<LinkRule> rules, List<BoxSide> mirrors) {
        if (wet.isEmpty()) {
            return rules.isEmpty() ? Optional.empty() : Optional.of(ofLinks(rules, mirrors));
        }
        Kind plane = wet.size() > 1 ? ofEdge(wet) : ofPlane(wet.getFirst());
        if (rules.isEmpty() || yields(wet.getFirst())) {
            return Optional.of(plane);
        }
        LinkNode links = LinkNode.of(rules).onMirrors(mirrors);
        for (int surface : wet) {
            links = links.onPlane(side(surface));
        }
        LinkNode others = links;
        return Optional.of(new Kind(
                plane.name() + "-" + others.key(),
                plane.surfaces(),
                () -> new PlaneAtWalls(plane.rule().get(), others)));
    }

    private static Kind ofLinks(SequencedSet<LinkRule> rules, List<BoxSide> mirrors) {
        LinkNode node = LinkNode.of(rules).onMirrors(mirrors);
        BoundaryRule rule = TammMottSmith.isAt(node) ? new TammMottSmith(node) : node;
        return new Kind(node.key(), List.of(), () -> rule);
    }

    private Kind ofPlane(int surface) {
        if (!(closure(surface) instanceof Closure.Nodes(BoundaryRule rule, Meeting meeting))) {
            throw new IllegalArgumentException(name(surface) + " has no rule of nodes");
        }
        boolean imposes = rule.fields(lattice).stream().anyMatch(field -> isImposed(field.given()));
        return new Kind(imposes ? name(surface) : rule.key(), imposes ? List.of(surface) : List.of(), () -> rule);
    }

    /// @throws CaseException in shallow water
    private Kind ofEdge(List<Integer> surfaces) {
        if (!theCase.model().equilibrium().isIdealGas()) {
            throw new CaseException(
                    "boundaries: %s and %s, whose values are imposed on nodes of planes (%s, %s), meet at an edge, for which equilibrium %s has no rule. Set scheme: link-wise for one."
                            .formatted(
                                    name(surfaces.getFirst()),
                                    name(surfaces.getLast()),
                                    ruleKey(surfaces.getFirst()),
                                    ruleKey(surfaces.getLast()),
                                    theCase.model().equilibrium().key()));
        }
        WetEdge edge = new WetEdge(
                surfaces.stream().map(this::side).toList(),
                surfaces.stream().anyMatch(this::givesVelocity),
                surfaces.stream().anyMatch(this::givesDensity));
        String names = surfaces.stream().map(this::name).collect(Collectors.joining("-"));
        return new Kind("edge-" + names, surfaces, () -> edge);
    }

    private BoxSide side(int surface) {
        Boundary.Site site = site(surface);
        return new BoxSide(site.axis(), site.inward());
    }

    /// Whether a field holds values of one boundary.
    private static boolean isImposed(Given given) {
        return given instanceof Given.Velocity || given instanceof Given.Density || given instanceof Given.Normal;
    }

    private String name(int surface) {
        return nodes.surfaces().get(surface).name();
    }

    private Member member(int b) {
        return new Member(nodes.links().node(b), b);
    }

    /// Gives rules of links the directions that occur: at a side of a box fewer than a third of all.
    private void narrowLinks() {
        groups.replaceAll((name, group) ->
                group.rule() instanceof LinkNode links && links.mirrors().isEmpty()
                        ? new Group(name, narrowed(links, group.members()), group.surfaces(), group.members())
                        : group);
    }

    private LinkNode narrowed(LinkNode node, List<Member> members) {
        CutLinks links = nodes.links();
        DirectionCodes directions = DirectionCodes.of(lattice);
        BitSet found = new BitSet(); // incoming directions
        int all = lattice.size() - 1;
        for (int k = 0; k < members.size() && found.cardinality() < all; k++) {
            int b = members.get(k).boundaryNode();
            for (int link = links.firstLink(b); link < links.endLink(b); link++) {
                int incoming = directions.incoming(links.code(link));
                if (incoming >= 0 && closure(links.surface(link)) instanceof Closure.Links) {
                    found.set(incoming);
                }
            }
        }
        return found.cardinality() < all
                ? node.in(found.stream().mapToObj(lattice::velocity).toList())
                : node;
    }

    /// Moves the nodes behind openings whose rules read them to groups of their own.
    private void addNodesBehind() {
        NodesBehind behind = NodesBehind.of(groups.values(), nodes, lattice);
        if (behind.isEmpty()) {
            return;
        }
        List<Group> before = List.copyOf(groups.values());
        groups.clear();
        for (Group group : before) {
            for (Member member : group.members()) {
                NodesBehind.Role role = behind.remove(member.fluidNumber());
                String name = role == null ? group.name() : group.name() + "-" + role.key();
                groups.computeIfAbsent(
                                name,
                                n -> new Group(
                                        n,
                                        role == null ? group.rule() : role.around(group.rule()),
                                        group.surfaces(),
                                        new ArrayList<>()))
                        .members()
                        .add(member);
            }
        }
        behind.others()
                .forEach((number, role) -> group(role.key(), List.of(), () -> role.around(null))
                        .members()
                        .add(new Member(number, nodes.links().find(number))));
    }

    /// Moves the nodes that walls of three nodes read to groups of their own, the nodes beside these walls too.
    private void addNodesNearWalls() {
        NodesNearWalls near = NodesNearWalls.of(groups.values(), nodes, lattice);
        List<Group> before = List.copyOf(groups.values());
        if (near.isEmpty()) {
            return;
        }
        groups.clear();
        for (Group group : before) {
            for (Member member : group.members()) {
                int layer = near.remove(member.fluidNumber());
                String name = layer <= 0 ? group.name() : group.name() + "-" + NodeNearWall.key(layer);
                groups.computeIfAbsent(
                                name,
                                n -> new Group(
                                        n,
                                        layer < 0 ? group.rule() : new NodeNearWall(group.rule(), layer),
                                        group.surfaces(),
                                        new ArrayList<>()))
                        .members()
                        .add(member);
            }
        }
        near.others()
                .forEach((number, layer) -> group(
                                NodeNearWall.key(layer), List.of(), () -> new NodeNearWall(null, layer))
                        .members()
                        .add(new Member(number, nodes.links().find(number))));
    }

    /// The number of stages of a step before the collision.
    int stagesBefore() {
        return groups.values().stream()
                .mapToInt(group -> group.rule().stagesBefore())
                .max()
                .orElse(0);
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
                                        group.surfaces(),
                                        new ArrayList<>()))
                        .members()
                        .add(member);
            }
        }
        for (long number : sponges.nodes()) {
            if (!taken.get((int) number)) {
                group("sponge", List.of(), () -> Sponge.ofBulk(lattice, collision))
                        .members()
                        .add(new Member(number, nodes.links().find(number)));
            }
        }
    }

    /// The sides in which the flow is mirrored.
    SymmetrySides symmetry() {
        return symmetry;
    }

    SpongeLayers sponges() {
        return sponges;
    }

    private Group group(Kind kind) {
        return group(kind.name(), kind.surfaces(), kind.rule());
    }

    private Group group(String name, List<Integer> surfaces, Supplier<BoundaryRule> rule) {
        Group known = groups.get(name);
        if (known != null && !known.surfaces().equals(surfaces)) { // names of openings may contain those of others
            return group(name + "-of-" + surfaces, surfaces, rule);
        }
        return groups.computeIfAbsent(name, n -> new Group(n, rule.get(), surfaces, new ArrayList<>()));
    }

    /// The equations at a surface.
    /// @throws CaseException where its boundary cannot be there
    Closure closure(int surface) {
        Closure known = closureBySurface[surface];
        if (known != null) {
            return known;
        }
        if (bySurface[surface] instanceof Boundary.Opening && openingBySurface[surface] == null) {
            throw new CaseException("boundaries.%s: a velocity or pressure needs an opening, but this is a wall"
                    .formatted(name(surface)));
        }
        Closure closure = bySurface[surface].closure(site(surface));
        if (closure instanceof Closure.BounceBack && isWetted()) {
            closure = new Closure.Nodes(new WettingWall(), Meeting.YIELDS);
        }
        closureBySurface[surface] = closure;
        return closure;
    }

    private boolean isWetted() {
        return switch (theCase.model().mixture().orElse(null)) {
            case FreeEnergy mixture -> true;
            case ShanChen mixture -> mixture.wets();
            case null -> false;
        };
    }

    Boundary.Site site(int surface) {
        return new SurfaceSite(name(surface), openingBySurface[surface], walls());
    }

    /// How walls are interpolated: half-way where the geometry does not know their distances.
    WallScheme walls() {
        return nodes.links().hasDistances() ? theCase.model().walls() : WallScheme.HALF_WAY;
    }

    boolean anyWallCountsForce() {
        return nodes.surfaces().stream()
                .anyMatch(surface -> surface.kind() == Surface.Kind.WALL && isInterpolated(surface.id()));
    }

    /// Whether the rule of a wall's links counts the force: at their distances, or full-way.
    boolean isInterpolated(int surface) {
        return closure(surface) instanceof Closure.Links(LinkRule rule) && rule.isWall();
    }

    private record SurfaceSite(String name, @Nullable OpeningNodes opening, WallScheme walls) implements Boundary.Site {
        @Override
        public boolean isBoxSide() {
            return opening != null && opening.isBoxSide();
        }

        @Override
        public boolean isAxisAligned() {
            return opening != null && opening.opening().axisAligned();
        }

        @Override
        public int axis() {
            return opening == null ? -1 : opening.axis();
        }

        @Override
        public int inward() {
            return opening == null ? 0 : opening.inward();
        }

        @Override
        public double[] normal() {
            return opening == null ? new double[3] : opening.opening().normal();
        }
    }

    private String place(int b) {
        var box = nodes.box();
        long n = nodes.fluid().boxIndex(nodes.links().node(b));
        return "(%d, %d, %d)".formatted(box.x(n), box.y(n), box.z(n));
    }
}
