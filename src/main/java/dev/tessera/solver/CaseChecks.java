package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;

/// Contradictions between a case and its geometry that would otherwise surface as strange results.
final class CaseChecks {
    private CaseChecks() {}

    static void check(Case theCase, NodeMap nodes) {
        var lattice = theCase.model().lattice();
        if (nodes.fluid().count() == 0) {
            throw new CaseException(
                    "geometry: no node is fluid at spacing %s m. Check stl-unit, pore labels and spacing."
                            .formatted(theCase.spacingM()));
        }
        if (nodes.fluid().count() > Integer.MAX_VALUE - 16) {
            throw new CaseException(
                    "geometry: %d fluid nodes are more than one process handles (2^31). Use a coarser spacing."
                            .formatted(nodes.fluid().count()));
        }
        if (nodes.box().is2d() != (lattice.dimensions() == 2)) {
            throw new CaseException("model.lattice: %s is for %dD, but the geometry is %s nodes. Use %s."
                    .formatted(
                            lattice.name(),
                            lattice.dimensions(),
                            nodes.box(),
                            nodes.box().is2d() ? "D2Q9" : "D3Q19"));
        }
        boolean stops = theCase.time().steady().isPresent()
                || theCase.time().atMostS().isPresent()
                || theCase.time().atMostSteps().isPresent();
        if (!stops) {
            throw new CaseException("time.stop: nothing ends this run. Give steady, at-most or steps.");
        }
    }
}
