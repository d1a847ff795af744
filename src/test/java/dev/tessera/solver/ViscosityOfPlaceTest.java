package dev.tessera.solver;

/// The laws of a fluid whose viscosity depends on place.
final class ViscosityOfPlaceTest extends FluidKit {
    @Override
    CaseBuilder obstructed() {
        return layered(0.2);
    }

    @Override
    Case other() {
        return layered(0.3).build();
    }

    @Override
    double[] state(Simulation simulation) {
        return ViscosityOfNodesTest.velocity(simulation);
    }

    private static CaseBuilder layered(double upper) {
        return ViscosityOfNodesTest.box().fluid(1, 0.02, ViscosityOfNodesTest.layers(upper));
    }
}
