package dev.tessera.geometry.spheres;

import dev.tessera.geometry.GeometryListener;
import java.util.Arrays;

/// Pushes spheres apart: minimises half the sum of the squared overlaps with the fast inertial relaxation
/// engine (FIRE) until there is none.
final class Repulsion {
    private static final int STEPS = 10_000;
    private static final double MARGIN = 1e-4; // of the diameter, so that rounding leaves no overlap
    private static final double JAMMED = 1e-3; // sum of all forces, in deepest overlaps
    private static final double LONGEST_STEP = 0.4; // of 1 / frequency of one contact

    private final PackingBox box;
    private final double[] centres;
    private final double[] velocities;
    private final double[] forces;
    private final double reachM;
    private final GeometryListener.Doing doing;

    Repulsion(PackingBox box, double[] centres, GeometryListener.Doing doing) {
        this.doing = doing;
        this.box = box;
        this.centres = centres;
        this.velocities = new double[centres.length];
        this.forces = new double[centres.length];
        this.reachM = box.diameterM() * (1 + MARGIN);
    }

    /// @return whether all overlaps were removed
    boolean relax() {
        Neighbours neighbours = new Neighbours(box, reachM, centres.length / 3);
        double dt = 0.1;
        double alpha = 0.1;
        int downhill = 0;
        for (int step = 0; step < STEPS; step++) {
            double deepest = push(neighbours);
            doing.doing("pushing spheres apart, step %d of at most %d".formatted(step + 1, STEPS), Double.NaN);
            if (deepest < MARGIN / 2 * box.diameterM()) {
                return true;
            }
            double force2 = squared(forces);
            if (force2 < JAMMED * JAMMED * deepest * deepest) {
                return false;
            }
            if (power() > 0) {
                steer(alpha, force2);
                if (downhill++ > 5) {
                    dt = Math.min(1.1 * dt, LONGEST_STEP);
                    alpha *= 0.99;
                }
            } else {
                Arrays.fill(velocities, 0);
                dt *= 0.5;
                alpha = 0.1;
                downhill = 0;
            }
            for (int i = 0; i < centres.length; i++) {
                velocities[i] += dt * forces[i];
                centres[i] = box.inside(i % 3, centres[i] + dt * velocities[i]);
            }
        }
        return false;
    }

    private double power() {
        double power = 0;
        for (int i = 0; i < forces.length; i++) {
            power += forces[i] * velocities[i];
        }
        return power;
    }

    private static double squared(double[] vector) {
        double sum = 0;
        for (double component : vector) {
            sum += component * component;
        }
        return sum;
    }

    private void steer(double alpha, double force2) {
        double along = alpha * Math.sqrt(squared(velocities) / force2);
        for (int i = 0; i < forces.length; i++) {
            velocities[i] = (1 - alpha) * velocities[i] + along * forces[i];
        }
    }

    /// Finds the forces; returns the deepest overlap, metres.
    private double push(Neighbours neighbours) {
        neighbours.addAll(centres);
        Arrays.fill(forces, 0);
        double[] deepest = {0};
        for (int i = 0; i < centres.length / 3; i++) {
            int one = i;
            neighbours.around(centres[3 * i], centres[3 * i + 1], centres[3 * i + 2], other -> {
                if (other < one) {
                    deepest[0] = Math.max(deepest[0], push(one, other));
                }
                return true;
            });
        }
        stopAtEnds();
        return deepest[0];
    }

    /// Spheres at an end of the box are not pushed out of it.
    private void stopAtEnds() {
        for (int i = 0; i < centres.length; i++) {
            int axis = i % 3;
            boolean out = centres[i] <= box.low(axis) && forces[i] < 0 || centres[i] >= box.high(axis) && forces[i] > 0;
            if (out && !box.isPeriodic(axis)) {
                forces[i] = 0;
                velocities[i] = 0;
            }
        }
    }

    private double push(int a, int b) {
        double x = box.way(0, centres[3 * a], centres[3 * b]);
        double y = box.way(1, centres[3 * a + 1], centres[3 * b + 1]);
        double z = box.way(2, centres[3 * a + 2], centres[3 * b + 2]);
        double distance = Math.sqrt(x * x + y * y + z * z);
        double overlap = reachM - distance;
        if (overlap <= 0) {
            return 0;
        }
        double strength = distance > 0 ? overlap / distance : 0;
        forces[3 * a] -= strength * x;
        forces[3 * a + 1] -= strength * y;
        forces[3 * a + 2] -= strength * z;
        forces[3 * b] += strength * x;
        forces[3 * b + 1] += strength * y;
        forces[3 * b + 2] += strength * z;
        return overlap;
    }
}
