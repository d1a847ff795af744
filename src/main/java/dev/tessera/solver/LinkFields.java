package dev.tessera.solver;

import dev.tessera.model.BoundaryRule.FieldSpec;
import dev.tessera.model.LinkRule;
import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The fields that the links of a group's nodes have, found once for each rule and direction instead of for each link.
final class LinkFields {
    private final LinkNode node;
    private final List<OfRule> rules; // in the order of the node's rules
    private final OfLink[][] links; // [rule][incoming direction]

    private record OfRule(LinkRule rule, List<FieldSpec> coefficients, List<FieldSpec> ofNode) {}

    /// @param kindField names the field of the link's rule; null where the class has none
    /// @param kind its value for this rule
    /// @param weight the direction's
    /// @param names of the values of the coefficients
    /// @param coefficients of the rule
    /// @param ofNode fields of the node
    record OfLink(
            boolean applies,
            Velocity incoming,
            @Nullable String kindField,
            int kind,
            double weight,
            List<String> names,
            List<FieldSpec> coefficients,
            List<FieldSpec> ofNode) {}

    /// @param names of the node's fields, from those that rules of links use
    LinkFields(LinkNode node, VelocitySet lattice, UnaryOperator<String> names) {
        this.node = node;
        this.rules = node.rules().stream()
                .map(rule -> new OfRule(
                        rule,
                        rule.coefficients(),
                        rule.fields(lattice).stream()
                                .map(field -> new FieldSpec(names.apply(field.name()), field.given()))
                                .toList()))
                .toList();
        this.links = new OfLink[rules.size()][lattice.size()];
        for (int k = 0; k < links.length; k++) {
            for (int i = 0; i < lattice.size(); i++) {
                links[k][i] = ofLink(rules.get(k), lattice, i);
            }
        }
    }

    private OfLink ofLink(OfRule rule, VelocitySet lattice, int incoming) {
        Velocity c = lattice.velocity(incoming);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < rule.coefficients.size(); i++) {
            names.add(LinkNode.valueField(i, c));
        }
        return new OfLink(
                rule.rule.appliesTo(c),
                c,
                node.selects(c) ? LinkNode.kindField(c) : null,
                node.kind(rule.rule),
                lattice.weight(incoming).toDouble(),
                List.copyOf(names),
                rule.coefficients,
                rule.ofNode);
    }

    /// The number of a rule among those of the node, or -1.
    int rule(LinkRule rule) {
        return node.kind(rule) - 1;
    }

    /// @param rule from [#rule]
    OfLink of(int rule, int incoming) {
        return links[rule][incoming];
    }
}
