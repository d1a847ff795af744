package dev.tessera.model.boundary;

import dev.tessera.expr.Expr;
import dev.tessera.expr.ExprGraph;
import dev.tessera.expr.Form.Comparison;
import dev.tessera.expr.Rational;
import dev.tessera.model.BoundaryRule;
import dev.tessera.model.Collision;
import dev.tessera.model.Given;
import dev.tessera.model.Given.Unit;
import dev.tessera.model.LinkRule;
import dev.tessera.model.LinkRule.Link;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/// A node whose cut links have rules, link by link. All nodes at which the same rules occur are one class. Open
/// links and resting half-way walls need no rule.
///
/// Fields of direction `XYZ`, incoming over a cut link: `kind-XYZ`, the rule's [#kind], where the class has to
/// select; `value-XYZ`, `value2-XYZ` …, the coefficients of the link's rule in its order.
///
/// @param rules without duplicates; a neutral one first, others by key
/// @param planes sides whose own rule completes all populations that come over them: links over them have no rule
/// @param mirrors the same, sides in which the flow is mirrored ([Mirrored]): links along them count half in totals
/// @param directions the only ones, incoming, in which nodes of the class have links with rules, so that it has fields
///        and equations for these alone; empty: any
public record LinkNode(List<LinkRule> rules, List<BoxSide> planes, List<BoxSide> mirrors, List<Velocity> directions)
        implements BoundaryRule {
    /// @throws IllegalArgumentException without rules
    public LinkNode {
        directions = List.copyOf(directions);
        planes = List.copyOf(planes);
        mirrors = List.copyOf(mirrors);
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("a node without link rules belongs to the bulk");
        }
        rules = rules.stream()
                .distinct()
                .sorted(Comparator.comparingInt((LinkRule rule) -> rule.isNeutral() ? 0 : 1)
                        .thenComparing(LinkRule::key))
                .toList();
    }

    public static LinkNode of(LinkRule... rules) {
        return of(List.of(rules));
    }

    public static LinkNode of(Collection<LinkRule> rules) {
        return new LinkNode(List.copyOf(rules), List.of(), List.of(), List.of());
    }

    /// The same node on a plane that another rule completes.
    public LinkNode onPlane(BoxSide plane) {
        List<BoxSide> all = new ArrayList<>(planes);
        all.add(plane);
        return new LinkNode(rules, all, mirrors, directions);
    }

    /// The same node on sides in which the flow is mirrored.
    public LinkNode onMirrors(List<BoxSide> sides) {
        return new LinkNode(rules, planes, sides, directions);
    }

    /// A class whose nodes have links with rules in some incoming directions only.
    /// @param incoming in the lattice's order
    /// @throws IllegalArgumentException without directions
    public LinkNode in(List<Velocity> incoming) {
        if (incoming.isEmpty()) {
            throw new IllegalArgumentException("nodes of %s have links in some direction".formatted(key()));
        }
        return new LinkNode(rules, planes, mirrors, incoming);
    }

    /// Whether a cut link of an incoming direction may have one of the rules.
    public boolean completes(Velocity incoming) {
        return (directions.isEmpty() || directions.contains(incoming))
                && !BoxSide.anyCrossed(planes, incoming)
                && !BoxSide.anyCrossed(mirrors, incoming);
    }

    @Override
    public String key() {
        return "links-" + rules.stream().map(LinkRule::key).collect(Collectors.joining("-"));
    }

    @Override
    public int order() {
        return rules.stream().mapToInt(LinkRule::order).min().orElseThrow();
    }

    @Override
    public int leastIsotropy() {
        return rules.stream().mapToInt(LinkRule::leastIsotropy).max().orElseThrow();
    }

    @Override
    public int stagesBefore() {
        return rules.stream().mapToInt(LinkRule::stagesBefore).max().orElse(0);
    }

    /// The number of a rule in the fields `kind-XYZ`; other links have 0.
    public int kind(LinkRule rule) {
        return rules.indexOf(rule) + 1;
    }

    /// Whether the class has the field `kind-XYZ` of a direction. The first rule needs none if it is neutral.
    public boolean selects(Velocity incoming) {
        return rules.stream()
                .anyMatch(rule -> !(rule == rules.getFirst() && rule.isNeutral()) && rule.appliesTo(incoming));
    }

    public static String kindField(Velocity incoming) {
        return "kind-" + incoming.letters();
    }

    /// @param coefficient its index in [LinkRule#coefficients]
    public static String valueField(int coefficient, Velocity incoming) {
        return "value%s-%s".formatted(coefficient == 0 ? "" : coefficient + 1, incoming.letters());
    }

    @Override
    public SequencedMap<String, CutLinkField> cutLinkFields(VelocitySet lattice) {
        SequencedMap<String, CutLinkField> fields = new LinkedHashMap<>();
        LinkRule rule = rules.getFirst();
        List<FieldSpec> coefficients = rule.coefficients();
        boolean areOfLinks = coefficients.stream()
                .map(FieldSpec::given)
                .allMatch(given -> given instanceof Given.OfLink || given instanceof Given.PartOfLink);
        boolean isAlone = rules.size() == 1 && planes.isEmpty() && mirrors.isEmpty();
        for (int i = 1; i < lattice.size() && isAlone && rule.isNeutral() && areOfLinks; i++) {
            boolean isCut = rule.appliesTo(lattice.velocity(i)) && completes(lattice.velocity(i));
            for (int k = 0; k < coefficients.size() && isCut; k++) {
                boolean isPart = coefficients.get(k).given() instanceof Given.PartOfLink;
                fields.put(valueField(k, lattice.velocity(i)), new CutLinkField(i, isPart));
            }
        }
        return fields;
    }

    @Override
    public List<FieldSpec> fields(VelocitySet lattice) {
        SequencedMap<String, FieldSpec> fields = new LinkedHashMap<>();
        for (int i = 1; i < lattice.size(); i++) {
            Velocity incoming = lattice.velocity(i);
            if (!completes(incoming)) {
                continue;
            }
            if (selects(incoming)) {
                add(new FieldSpec(kindField(incoming), new Given.OfRule(Unit.NONE)), fields);
            }
            for (LinkRule rule : rulesOf(incoming)) {
                rule.kept(incoming).ifPresent(field -> add(field, fields));
                for (int k = 0; k < rule.coefficients().size(); k++) {
                    Unit unit = rule.coefficients().get(k).given().unit();
                    String name = valueField(k, incoming);
                    FieldSpec known = fields.get(name);
                    // rules of different units share the storage of a link
                    boolean same = known == null || known.given().unit() == unit;
                    fields.put(name, new FieldSpec(name, new Given.OfRule(same ? unit : Unit.NONE)));
                }
            }
        }
        rules.forEach(rule -> rule.fields(lattice).forEach(field -> add(field, fields)));
        return List.copyOf(fields.values());
    }

    private List<LinkRule> rulesOf(Velocity incoming) {
        return rules.stream().filter(rule -> rule.appliesTo(incoming)).toList();
    }

    private static void add(FieldSpec field, SequencedMap<String, FieldSpec> fields) {
        FieldSpec known = fields.putIfAbsent(field.name(), field);
        if (known != null && !known.equals(field)) {
            throw new IllegalArgumentException(
                    "link rules of one node disagree on a field: %s and %s; rename one".formatted(known, field));
        }
    }

    @Override
    public List<Expr> complete(Input input, List<Expr> raw) {
        List<Expr> completed = new ArrayList<>(raw);
        for (int i = 1; i < raw.size(); i++) {
            if (completes(input.model().lattice().velocity(i))) {
                completed.set(i, selected(input, i, raw.get(i), (rule, link) -> rule.complete(link, raw)));
            }
        }
        return completed;
    }

    @Override
    public List<Expr> send(Input input, Collision.Input node, List<Expr> relaxed) {
        List<Expr> sent = new ArrayList<>(relaxed);
        for (int i = 1; i < relaxed.size(); i++) {
            if (!completes(input.model().lattice().velocity(i))) {
                continue;
            }
            int outgoing = input.model().lattice().opposite(i);
            sent.set(
                    outgoing,
                    selected(input, i, relaxed.get(outgoing), (rule, link) -> rule.send(link, node, relaxed)));
        }
        return sent;
    }

    @Override
    public Expr throughWalls(Input input, List<Expr> raw) {
        Expr sum = input.graph().constant(0);
        Expr zero = sum;
        for (int i = 1; i < raw.size(); i++) {
            if (!completes(input.model().lattice().velocity(i))) {
                continue;
            }
            Expr gained = selected(input, i, zero, (rule, link) -> rule.isWall() ? rule.leak(link, raw) : zero);
            sum = sum.plus(inside(input, i, gained));
        }
        return sum;
    }

    @Override
    public boolean addsBySending() {
        return rules.stream().anyMatch(LinkRule::addsBySending);
    }

    @Override
    public Expr addedBySending(Input input, Collision.Input node, List<Expr> relaxed) {
        Expr sum = input.graph().constant(0);
        Expr zero = sum;
        for (int i = 1; i < relaxed.size(); i++) {
            if (!completes(input.model().lattice().velocity(i))) {
                continue;
            }
            Expr own = relaxed.get(input.model().lattice().opposite(i));
            Expr added = selected(
                    input,
                    i,
                    zero,
                    (rule, link) -> rule.addsBySending()
                            ? rule.send(link, node, relaxed).minus(own)
                            : zero);
            sum = sum.plus(inside(input, i, added));
        }
        return sum;
    }

    @Override
    public Rational share(Velocity incoming) {
        return BoxSide.share(mirrors, incoming);
    }

    /// The part of a value of a link that belongs to the node's side of mirrors.
    private Expr inside(Input input, int direction, Expr value) {
        Rational share = share(input.model().lattice().velocity(direction));
        return share.equals(Rational.ONE)
                ? value
                : input.graph().constant(share).times(value);
    }

    @Override
    public List<Expr> onWalls(Input input, Collision.Input node, List<Expr> relaxed) {
        VelocitySet lattice = node.lattice();
        Expr zero = input.graph().constant(0);
        List<Expr> force = new ArrayList<>(Collections.nCopies(lattice.dimensions(), zero));
        for (int i = 1; i < relaxed.size(); i++) {
            if (!completes(lattice.velocity(i))) {
                continue;
            }
            int outgoing = lattice.opposite(i);
            Expr both = node.populations().get(i).plus(relaxed.get(outgoing));
            Expr atRest = input.graph().constant(lattice.weight(i).times(Rational.TWO));
            // a neutral rule applies to open links too: only links with a distance count
            Expr passed =
                    inside(input, i, selected(input, i, zero, (rule, link) -> rule.passed(link, both.minus(atRest))));
            for (int axis = 0; axis < force.size(); axis++) {
                int c = lattice.velocity(outgoing).along(axis);
                Expr sum = force.get(axis);
                force.set(axis, c == 0 ? sum : c > 0 ? sum.plus(passed) : sum.minus(passed));
            }
        }
        return force;
    }

    @FunctionalInterface
    private interface Equation {
        Expr of(LinkRule rule, Link link);
    }

    /// The result of the rule of one link.
    /// @param unchanged of links without rule
    private Expr selected(Input input, int direction, Expr unchanged, Equation equation) {
        ExprGraph g = input.graph();
        Velocity incoming = input.model().lattice().velocity(direction);
        Expr chosen = unchanged;
        for (LinkRule rule : rulesOf(incoming)) {
            Link link = link(input, direction, rule);
            Expr given = equation.of(rule, link);
            if (given == chosen) {
                continue;
            }
            if (rule == rules.getFirst() && rule.isNeutral()) {
                chosen = given;
            } else {
                Expr kind = input.field().apply(kindField(incoming));
                chosen = g.select(g.compare(Comparison.EQUAL, kind, g.constant(kind(rule))), given, chosen);
            }
        }
        return chosen;
    }

    private static Link link(Input input, int direction, LinkRule rule) {
        Velocity incoming = input.model().lattice().velocity(direction);
        return new Link(input, direction, name -> input.field().apply(valueField(coefficient(rule, name), incoming)));
    }

    private static int coefficient(LinkRule rule, String name) {
        List<FieldSpec> all = rule.coefficients();
        for (int k = 0; k < all.size(); k++) {
            if (all.get(k).name().equals(name)) {
                return k;
            }
        }
        throw new IllegalArgumentException(
                "link rule %s has no coefficient %s, only %s".formatted(rule.key(), name, all));
    }

    @Override
    public SequencedMap<String, Expr> remember(Input input, Collision.Input node, List<Expr> relaxed) {
        SequencedMap<String, Expr> remembered = new LinkedHashMap<>();
        for (LinkRule rule : rules) {
            rule.remember(input, node).forEach((field, value) -> {
                Expr known = remembered.putIfAbsent(field, value);
                if (known != null && known != value) {
                    throw new IllegalArgumentException(
                            "link rules of one node remember different values as %s; rename one".formatted(field));
                }
            });
        }
        for (int i = 1; i < relaxed.size(); i++) {
            Velocity incoming = node.lattice().velocity(i);
            for (LinkRule rule : completes(incoming) ? rulesOf(incoming) : List.<LinkRule>of()) {
                Link link = link(input, i, rule);
                rule.kept(incoming).ifPresent(field -> remembered.put(field.name(), rule.keep(link, relaxed)));
            }
        }
        return remembered;
    }
}
