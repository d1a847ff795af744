package dev.tessera.solver;

import dev.tessera.model.BoundaryRule;
import dev.tessera.model.LinkRule;
import dev.tessera.model.VelocitySet;
import dev.tessera.model.boundary.LinkNode;
import java.util.List;
import java.util.stream.Stream;

/// A kind of boundary in the catalogue `boundary.BoundaryKinds`: how a case writes it, and which equations it may
/// choose.
///
/// @param words in messages, such as `an opening with velocity`
/// @param isWall whether nothing passes
/// @param schemes words of the key `scheme`
/// @param isByDefault whether a boundary may be of this kind without the key `scheme`
/// @param keys that it understands, beside `scheme`
/// @param deciding keys of which one makes a boundary this kind; empty: the scheme alone does
/// @param reader makes a boundary
/// @param equations that it may choose, in all orientations
public record BoundaryKind(
        String words,
        boolean isWall,
        List<SchemeWord> schemes,
        boolean isByDefault,
        List<BoundaryKey<?>> keys,
        List<BoundaryKey<?>> deciding,
        Reader reader,
        Equations equations) {
    public BoundaryKind {
        schemes = List.copyOf(schemes);
        keys = List.copyOf(keys);
        deciding = List.copyOf(deciding);
    }

    /// @param word of the key `scheme`
    /// @param says its meaning, for the reference
    public record SchemeWord(String word, String says) {}

    /// Makes a boundary from the values of its keys.
    @FunctionalInterface
    public interface Reader {
        Boundary read(BoundaryKey.Given given);
    }

    /// Rules of nodes on a lattice.
    @FunctionalInterface
    public interface Equations {
        Stream<BoundaryRule> on(VelocitySet lattice);

        /// Half-way bounce-back.
        static Equations none() {
            return lattice -> Stream.of();
        }

        /// Rules of links, each alone at its nodes.
        static Equations links(LinkRule... rules) {
            return lattice -> Stream.of(rules).map(LinkNode::of);
        }

        /// A rule in every orientation.
        static Equations planes(Plane rule) {
            return lattice -> Stream.iterate(0, axis -> axis < lattice.dimensions(), axis -> axis + 1)
                    .flatMap(axis -> Stream.of(rule.at(axis, 1), rule.at(axis, -1)));
        }

        /// A rule of links in every orientation, each alone at its nodes.
        static Equations linkPlanes(LinkPlane rule) {
            return planes((axis, inward) -> LinkNode.of(rule.at(axis, inward)));
        }

        default Equations and(Equations other) {
            return lattice -> Stream.concat(on(lattice), other.on(lattice));
        }
    }

    /// A rule on an axis plane of nodes.
    @FunctionalInterface
    public interface Plane {
        BoundaryRule at(int axis, int inward);
    }

    /// A rule of links through an axis plane.
    @FunctionalInterface
    public interface LinkPlane {
        LinkRule at(int axis, int inward);
    }
}
