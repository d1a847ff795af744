package dev.tessera.solver;

import dev.tessera.geometry.LinksBySurface;
import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Surface;
import dev.tessera.units.FlowNumbers;
import dev.tessera.units.QuantityKind;
import dev.tessera.units.QuantityText;

/// The time between two checks of the steady state.
///
/// The length is the hydraulic radius of the fluid, volume over wetted surface. The time is the convective one
/// (length / velocity) or the viscous one (start-up flow between plates of the same hydraulic radius falls to 1/e
/// in `4 length² / (pi² viscosity)`), whichever is shorter; but at least the time in which sound crosses the box,
/// since two states less than that apart say nothing of the far end. It is an odd multiple of that time: what rings
/// between an inlet and an outlet has four of them as its period, and would not be seen after whole periods.
///
/// @param steps an even number: in a gap one node wide bounce-back reverses the momentum across it at every step,
///        and only states of one parity compare
/// @param seconds the same in physical time
/// @param lengthM hydraulic radius
/// @param basis what decided
record SteadyInterval(long steps, double seconds, double lengthM, Basis basis) {
    private static final long SHORTEST = 20;

    enum Basis {
        CONVECTIVE("the convective time of this length"),
        VISCOUS("the viscous time of this length"),
        SOUND("the time in which sound crosses the box"),
        SHORTEST("the shortest interval");

        private final String words;

        Basis(String words) {
            this.words = words;
        }
    }

    static SteadyInterval of(Simulation simulation) {
        return of(simulation.nodes(), simulation.numbers());
    }

    static SteadyInterval of(NodeMap nodes, FlowNumbers numbers) {
        double dt = numbers.units().timeStepS();
        double length = hydraulicRadiusM(nodes);
        double viscous = viscousS(length, numbers.viscosityM2PerS());
        double convective = numbers.speedMPerS() > 0 ? length / numbers.speedMPerS() : Double.POSITIVE_INFINITY;
        double crossing = widestM(nodes) / Sound.speedMPerS(numbers.units());
        double flow = Math.min(viscous, convective);
        double odd = 2 * Math.ceil((flow / crossing - 1) / 2) + 1;
        long steps = 2 * Math.round(Math.max(1, odd) * crossing / dt / 2);
        Basis basis = flow <= crossing ? Basis.SOUND : convective < viscous ? Basis.CONVECTIVE : Basis.VISCOUS;
        return steps < SHORTEST
                ? new SteadyInterval(SHORTEST, SHORTEST * dt, length, Basis.SHORTEST)
                : new SteadyInterval(steps, steps * dt, length, basis);
    }

    /// Volume over wetted surface of the nodes, at most a quarter of the longest side of the box, as where
    /// there is no wall. A staircase has up to 1.5 times the surface that it stands for.
    static double hydraulicRadiusM(NodeMap nodes) {
        long faces = wallFaces(nodes);
        double most = widestM(nodes) / 4;
        return faces == 0 ? most : Math.min(most, (double) nodes.fluid().count() / faces * nodes.spacingM());
    }

    /// The number of faces between fluid nodes and walls.
    static long wallFaces(NodeMap nodes) {
        LinksBySurface links = nodes.links().bySurface();
        return nodes.surfaces().stream()
                .filter(surface -> surface.kind() == Surface.Kind.WALL)
                .mapToLong(wall -> links.faces(wall.id()))
                .sum();
    }

    private static double widestM(NodeMap nodes) {
        var box = nodes.box();
        return nodes.spacingM() * Math.max(box.nx(), Math.max(box.ny(), box.nz()));
    }

    /// The time in which start-up flow between plates of this hydraulic radius (half their distance) slows to
    /// 1/e of its distance from the steady state.
    static double viscousS(double hydraulicRadiusM, double viscosityM2PerS) {
        double distance = 2 * hydraulicRadiusM;
        return distance * distance / (Math.PI * Math.PI * viscosityM2PerS);
    }

    /// For people, before the run.
    String words() {
        return "steady state: checked every %d steps (%s, %s), at least %d times; hydraulic radius (volume / surface) %s"
                .formatted(
                        steps,
                        QuantityText.about(seconds, QuantityKind.TIME),
                        basis.words,
                        SteadyState.FEWEST_CHECKS,
                        QuantityText.about(lengthM, QuantityKind.LENGTH));
    }
}
