package dev.tessera.coupling;

import dev.tessera.model.Velocity;
import dev.tessera.model.VelocitySet;
import java.util.Arrays;
import java.util.List;

/// What the populations of the caller are: `[node][direction]`, nodes z fastest.
enum ValueOrder {
    /// Deviations `f_i - w_i`, in the directions of Palabos.
    PALABOS(0),
    /// Populations `f_i`, in the directions of Tessera.
    PLAIN(1);

    private final int code;

    ValueOrder(int code) {
        this.code = code;
    }

    /// @throws CouplingException if no order has this code
    static ValueOrder ofCode(int code) {
        return Arrays.stream(values())
                .filter(order -> order.code == code)
                .findFirst()
                .orElseThrow(() -> CouplingException.badArgument(
                        "%d is not an order of populations; use TESSERA_PALABOS (0) or TESSERA_PLAIN (1)"
                                .formatted(code)));
    }

    private List<Velocity> velocities(VelocitySet lattice) {
        return switch (this) {
            case PALABOS -> PalabosDirections.of(lattice);
            case PLAIN -> lattice.velocities();
        };
    }

    /// The stored direction of each direction of the caller.
    int[] directions(VelocitySet lattice, DomainSize size) {
        return velocities(lattice).stream()
                .mapToInt(c -> lattice.velocities().indexOf(size.stored(c)))
                .toArray();
    }

    /// What is added to a deviation of each direction of the caller.
    double[] offsets(VelocitySet lattice) {
        return switch (this) {
            case PALABOS -> new double[lattice.size()];
            case PLAIN -> lattice.roundedWeights();
        };
    }
}
