package dev.tessera.solver;

import dev.tessera.model.Collision;
import dev.tessera.model.collision.LocalViscosity;
import dev.tessera.model.collision.ShearDependent;
import dev.tessera.model.collision.ViscosityLaw;
import dev.tessera.model.collision.ViscosityOfPlace;

/// How the viscosity of a fluid differs from place to place. Viscosities are kinematic, m2/s.
public sealed interface FluidViscosity {
    /// One viscosity everywhere.
    FluidViscosity UNIFORM = new Uniform();

    /// The collision at the viscosity of each node.
    /// @param collision at the reference viscosity
    /// @throws IllegalArgumentException if the collision cannot have it
    Collision around(Collision collision, double referenceM2PerS, double spacingM);

    /// Everything that decides it, as one line of text.
    String text();

    record Uniform() implements FluidViscosity {
        @Override
        public Collision around(Collision collision, double referenceM2PerS, double spacingM) {
            return collision;
        }

        @Override
        public String text() {
            return "uniform";
        }
    }

    /// A generalised Newtonian fluid. Its reference viscosity is the lowest of the law.
    /// @param law in SI units
    record OfShear(ViscosityLaw law) implements FluidViscosity {
        @Override
        public Collision around(Collision collision, double referenceM2PerS, double spacingM) {
            return new ShearDependent(collision, law.in(referenceM2PerS, referenceM2PerS / (spacingM * spacingM)));
        }

        @Override
        public String text() {
            return law + " in SI units";
        }
    }

    /// @param viscosityM2PerS of place alone, nowhere below the reference viscosity
    record OfPlace(Value viscosityM2PerS) implements FluidViscosity {
        public OfPlace {
            if (PlaceAndTime.of(viscosityM2PerS).changes()) {
                throw new IllegalArgumentException(
                        "a viscosity depends on place (x, y, z) or on the shear rate, but not on the time t");
            }
        }

        @Override
        public Collision around(Collision collision, double referenceM2PerS, double spacingM) {
            return new ViscosityOfPlace(collision);
        }

        @Override
        public String text() {
            return ValueText.of(viscosityM2PerS, "m2/s");
        }
    }

    /// A kinematic viscosity without a formula, m2/s: measured, or computed by the program. Called once for each
    /// node, at the start, by several threads.
    @FunctionalInterface
    interface Field {
        /// @param x, y, z the centre of a node, metres
        double at(double x, double y, double z);
    }

    /// @param viscosityM2PerS nowhere below the reference viscosity
    /// @param name tells fields apart: a checkpoint is continued with the field of the same name only
    record OfField(Field viscosityM2PerS, String name) implements FluidViscosity {
        public OfField {
            if (name.isBlank()) {
                throw new IllegalArgumentException("a field of viscosities needs a name, by which checkpoints know it");
            }
        }

        @Override
        public Collision around(Collision collision, double referenceM2PerS, double spacingM) {
            return new ViscosityOfPlace(collision);
        }

        @Override
        public String text() {
            return "the field " + name;
        }
    }

    /// A model whose collision has the viscosities of a fluid, whatever it had before.
    static Case.Model in(Case.Model model, Case.Fluid fluid, double spacingM) {
        Collision molecular = LocalViscosity.molecular(model.collision());
        return model.withCollision(fluid.viscosity().around(molecular, fluid.viscosityM2PerS(), spacingM));
    }
}
