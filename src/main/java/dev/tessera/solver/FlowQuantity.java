package dev.tessera.solver;

import dev.tessera.solver.OutputChoice.View;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/// Numbers of the whole flow that a case can ask for, computed whenever a row is added to the log.
public sealed interface FlowQuantity permits FlowMean, FlowQuantity.ComponentMasses, FlowQuantity.OfPhases {
    /// As a case writes it.
    String key();

    /// The mass of each component of a mixture: `NAME.mass`, kg (2D: kg/m). Of a Shan–Chen mixture the sum of its
    /// density over the fluid nodes, times the volume of a node; of a free-energy mixture the mass of the
    /// fluid times the share of the component, from the mean order parameter.
    record ComponentMasses() implements FlowQuantity {
        public static final String KEY = "masses";
        private static final String COLUMN = ".mass";

        @Override
        public String key() {
            return KEY;
        }

        /// The name of the column in log.csv.
        static String observable(String component) {
            return component + COLUMN;
        }
    }

    /// Of a mixture with two or more components. The phase of a component is where it is the densest: of a free-energy
    /// mixture where the order parameter is positive, or negative.
    sealed interface OfPhases extends FlowQuantity {
        /// The component whose phase is meant; empty: the first one, or all.
        Optional<String> component();
    }

    /// The volume of each component's phase: `NAME.volume`, m3 (2D: m2).
    record PhaseVolumes() implements OfPhases {
        public static final String KEY = "phase-volumes";

        @Override
        public String key() {
            return KEY;
        }

        @Override
        public Optional<String> component() {
            return Optional.empty();
        }
    }

    /// Where interfaces cross a line along an axis: `NAME.first`, `NAME.last` in m, and `NAME.crossings`, their number.
    ///
    /// @param axis of the line: 0, 1, 2
    /// @param through planes that the line is in, across other axes; in the middle along axes without one
    record InterfacePositions(int axis, List<View.Slice> through, Optional<String> component) implements OfPhases {
        public static final String KEY = "interface";

        public InterfacePositions {
            through = List.copyOf(through);
            if (axis < 0 || axis > 2) {
                throw new IllegalArgumentException("axis %d of a line is not 0, 1 or 2".formatted(axis));
            }
            for (View.Slice plane : through) {
                long same = through.stream()
                        .filter(other -> other.axis() == plane.axis())
                        .count();
                if (plane.axis() == axis || same > 1) {
                    throw new IllegalArgumentException("a line along %c is given by one place on each of the other axes"
                            .formatted("xyz".charAt(axis)));
                }
            }
        }

        @Override
        public String key() {
            StringBuilder text = new StringBuilder("%s %c".formatted(KEY, "xyz".charAt(axis)));
            String separator = " at ";
            for (View.Slice plane : through) {
                text.append(separator).append("%c %s%%".formatted("xyz".charAt(plane.axis()), percent(plane)));
                separator = " ";
            }
            return text + of(component);
        }

        /// Before the dots of its observables: `interface_y_x25`.
        public String name() {
            StringBuilder name = new StringBuilder("interface_" + "xyz".charAt(axis));
            for (View.Slice plane : through) {
                name.append('_')
                        .append("xyz".charAt(plane.axis()))
                        .append(percent(plane).replace('.', '_'));
            }
            return name + component.map(one -> "_" + one).orElse("");
        }

        private static String percent(View.Slice plane) {
            return BigDecimal.valueOf(plane.position())
                    .movePointRight(2)
                    .stripTrailingZeros()
                    .toPlainString();
        }
    }

    /// The angle between an interface and a flat wall, in degrees, measured in the phase of the component:
    /// `WALL.contact_angle`.
    record ContactAngleAt(String wall, Optional<String> component) implements OfPhases {
        public static final String KEY = "contact-angle";

        @Override
        public String key() {
            return "%s %s%s".formatted(KEY, wall, of(component));
        }

        /// The name of the column in log.csv.
        public String observable() {
            return wall + ".contact_angle" + component.map(one -> "_" + one).orElse("");
        }
    }

    private static String of(Optional<String> component) {
        return component.map(one -> " of " + one).orElse("");
    }
}
