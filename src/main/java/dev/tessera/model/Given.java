package dev.tessera.model;

/// What a field of a boundary rule holds. The host writes all but remembered fields, from the values that the
/// boundary imposes and from the geometry, which it finds by this description alone.
///
/// Per-link quantities are those of the place where the boundary cuts the link, per-node ones those of the node.
public sealed interface Given {
    /// The quantity in lattice units.
    Unit unit();

    /// Rewritten by the rule every step.
    record Remembered(Unit unit) implements Given {}

    /// A component of the imposed velocity.
    /// @param axis 0, 1, 2
    record Velocity(int axis) implements Given {
        @Override
        public Unit unit() {
            return Unit.VELOCITY;
        }
    }

    /// The imposed density.
    record Density() implements Given {
        @Override
        public Unit unit() {
            return Unit.DENSITY;
        }
    }

    /// A component of the imposed stress out of equilibrium, over the density.
    /// @param a, b axes; the first is at most the second
    record Stress(int a, int b) implements Given {
        @Override
        public Unit unit() {
            return Unit.STRESS;
        }
    }

    /// What a boundary that moves with velocity u, or whose velocity changes by u per spacing, adds to a link:
    /// `6 w_i c_i·u`, c_i into the fluid, times a factor.
    record Motion(LinkFunction factor) implements Given {
        @Override
        public Unit unit() {
            return Unit.POPULATION;
        }
    }

    /// How fast the density at an opening returns to the imposed one: a part per spacing, which times the speed of
    /// sound is a part per step.
    record Recovery() implements Given {
        @Override
        public Unit unit() {
            return Unit.RATE;
        }
    }

    /// A component of the unit normal out of the fluid, at openings.
    /// @param axis 0, 1, 2
    record Normal(int axis) implements Given {
        @Override
        public Unit unit() {
            return Unit.NONE;
        }
    }

    /// A number that follows from the geometry of a link.
    record OfLink(LinkFunction function) implements Given {
        @Override
        public Unit unit() {
            return Unit.NONE;
        }
    }

    /// A part of the length of a cut link, as a multiple of 2^-16 from 2^-16 to 1 - 2^-16, so that 16 bits
    /// suffice to store it. 0 belongs to open links.
    record PartOfLink(LinkFunction function) implements Given {
        /// Bits of the stored number.
        public static final int BITS = 16;

        private static final double PARTS = 1 << BITS;

        /// The nearest such part.
        public static double of(double part) {
            return Math.clamp(Math.round(part * PARTS), 1, (1 << BITS) - 1) / PARTS;
        }

        @Override
        public Unit unit() {
            return Unit.NONE;
        }
    }

    /// 1 where a direction is incoming over a cut link, else 0.
    /// @param direction incoming
    record Cut(int direction) implements Given {
        @Override
        public Unit unit() {
            return Unit.NONE;
        }
    }

    /// Written by `boundary.LinkNode` for all rules of a link: which rule it has, and the coefficients of that
    /// rule.
    record OfRule(Unit unit) implements Given {}

    /// A relaxation rate of a sponge.
    record Rate() implements Given {
        @Override
        public Unit unit() {
            return Unit.RATE;
        }
    }

    /// A function of a cut link.
    @FunctionalInterface
    interface LinkFunction {
        LinkFunction ONE = link -> 1;

        double of(LinkGeometry link);
    }

    /// @param distance of the boundary from the node along the link, in lengths of the link, in (0, 1]
    /// @param behind how many of the next two nodes on the other side of the node open links lead to: 0, 1 or 2
    record LinkGeometry(double distance, int behind) {}

    enum Unit {
        /// Numbers, kinds, directions.
        NONE,
        /// Spacings per step.
        VELOCITY,
        /// Times the reference density.
        DENSITY,
        /// Reference density times the square of a velocity.
        STRESS,
        /// Parts of a density that one direction carries.
        POPULATION,
        /// Relaxation per step.
        RATE
    }
}
