package dev.tessera.suites.validation;

import java.nio.file.Path;
import java.util.List;

/// The catalogue of validation suites, in the order in which they run.
public final class Validation {
    private Validation() {}

    /// @param examples the folder of the examples
    public static List<ValidationSuite> suites(Path examples) {
        return List.of(
                new Poiseuille(),
                new SquareDuct(),
                new TaylorGreen(),
                new MovingShear(),
                new LargeEddies(),
                new Rheology(),
                new FastFunctionFlows(),
                new Womersley(),
                new MassBalance(),
                new ShearLayer(),
                new Kida(),
                new BinaryPoiseuille(),
                new ShanChenSuite(),
                new FreeEnergySuite(),
                new CapillaryWaves(),
                new SpinodalDecomposition(),
                new ShallowWaterSuite(),
                new Outflows(),
                new Cavity2d(),
                new Cylinder2d(),
                new ObliqueTube(),
                new TileUtilisation(),
                new SphereArray(),
                new SphereDrag(),
                new CurvedWalls(),
                new Cavity3d(),
                new PrecisionLoss(),
                new RoundOff(),
                new Stability(),
                new SteadyEnd(examples),
                new Examples(examples),
                new Recipes(examples));
    }
}
