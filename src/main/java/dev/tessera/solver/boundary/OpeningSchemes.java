package dev.tessera.solver.boundary;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.boundary.BoxSide;
import dev.tessera.model.boundary.EquilibriumPlane;
import dev.tessera.model.boundary.GuoPlane;
import dev.tessera.model.boundary.RegularizedPlane;
import dev.tessera.model.boundary.WetPlane;
import dev.tessera.model.boundary.WetPlane.Imposed;
import dev.tessera.model.boundary.ZouHe;
import dev.tessera.solver.Boundary.Closure;
import dev.tessera.solver.Boundary.Meeting;
import dev.tessera.solver.Boundary.Scheme;
import dev.tessera.solver.Boundary.Site;
import dev.tessera.solver.BoundaryKey.Given;
import dev.tessera.solver.BoundaryKey.Written;
import dev.tessera.solver.BoundaryKind.Equations;
import dev.tessera.solver.BoundaryKind.SchemeWord;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The schemes of openings with values: their words in a case, and their equations.
final class OpeningSchemes {
    static final List<SchemeWord> WORDS = List.of(
            new SchemeWord(Scheme.AUTO.word(), "Zou–He on axis planes of the box, link-wise elsewhere"),
            new SchemeWord(Scheme.ZOU_HE.word(), "on the nodes of axis planes"),
            new SchemeWord(
                    Scheme.REGULARIZED.word(),
                    "the same, and all populations of these nodes are replaced: stable at somewhat smaller viscosities"),
            new SchemeWord(
                    Scheme.EQUILIBRIUM.word(),
                    "the same by the equilibrium, without stress: of first order, for comparison with other programs"),
            new SchemeWord(
                    Scheme.GUO.word(),
                    "on these nodes, with the deviation from equilibrium of the nodes behind them: of second order, but the flow is not exact"),
            new SchemeWord(Scheme.LINK_WISE.word(), "along cut links of any orientation"));

    private OpeningSchemes() {}

    static Scheme of(Given given) {
        return given.scheme()
                .map(word -> Scheme.valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_')))
                .orElse(Scheme.AUTO);
    }

    /// The key `scheme`, unless it is the default.
    static Written written(Scheme scheme) {
        return scheme == Scheme.AUTO ? Written.nothing() : Written.scheme(scheme.word());
    }

    /// @param links the rule along links
    static Closure closure(Scheme scheme, Site site, Imposed imposed, LinkRule links) {
        Scheme used = scheme.at(site);
        return used.isOnNodes()
                ? new Closure.Nodes(
                        rule(used, new WetPlane(new BoxSide(site.axis(), site.inward()), imposed)), Meeting.PREVAILS)
                : new Closure.Links(links);
    }

    private static BoundaryRule rule(Scheme scheme, WetPlane plane) {
        return switch (scheme) {
            case ZOU_HE -> new ZouHe(plane, ZouHe.Sharing.AMONG_CARRIERS);
            case REGULARIZED -> new RegularizedPlane(plane);
            case EQUILIBRIUM -> new EquilibriumPlane(plane);
            case GUO -> new GuoPlane(plane);
            case AUTO, LINK_WISE -> throw new IllegalArgumentException(scheme + " does not act on nodes");
        };
    }

    /// All equations that a scheme may choose.
    static Equations equations(Imposed imposed, LinkRule... links) {
        return Equations.links(links)
                .and(lattice -> Stream.of(Scheme.ZOU_HE, Scheme.REGULARIZED, Scheme.EQUILIBRIUM, Scheme.GUO)
                        .flatMap(scheme -> Equations.planes((axis, inward) ->
                                        rule(scheme, new WetPlane(new BoxSide(axis, inward), imposed)))
                                .on(lattice)));
    }
}
