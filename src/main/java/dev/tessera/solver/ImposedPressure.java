package dev.tessera.solver;

import dev.tessera.geometry.NodeMap;
import dev.tessera.geometry.Opening;
import dev.tessera.geometry.Vec;
import java.util.ArrayList;
import java.util.List;

/// The pressures that a case imposes at the centres of its openings, as functions of time.
///
/// @param openings that have a pressure
record ImposedPressure(List<Source> openings) {

    /// @param rampS over which it rises
    record Source(String name, Vec centreM, double rampS, boolean changes, TimeFunction pa) {
        double at(double timeS) {
            return Ramp.at(timeS, rampS) * pa.at(timeS);
        }
    }

    /// A pressure difference between two openings.
    record Drop(double pa, String from, String to, double distanceM, double timeS, boolean changes) {}

    static ImposedPressure of(Case theCase, NodeMap nodes) {
        List<Source> found = new ArrayList<>();
        for (Opening opening : nodes.openings()) {
            if (theCase.boundaries().get(opening.name()) instanceof Boundary.PressureImposed p) {
                PlaceAndTime pressure = PlaceAndTime.of(p.pressurePa());
                found.add(new Source(
                        opening.name(),
                        Vec.of(opening.centreM()),
                        p.rampS(),
                        pressure.changes(),
                        pressure.at(opening.centreM())));
            }
        }
        return new ImposedPressure(found);
    }

    /// The largest difference over the run, after all ramps.
    Drop largestDrop(double endS) {
        Drop largest = new Drop(0, "", "", 1, 0, false);
        for (Source one : openings) {
            for (Source other : openings) {
                boolean changes = one.changes() || other.changes();
                Sampling.Peak peak = Sampling.largest(
                        changes ? endS : 0, t -> one.pa().at(t) - other.pa().at(t));
                if (peak.value() > largest.pa()) {
                    double distance = one.centreM().distance(other.centreM());
                    largest = new Drop(peak.value(), one.name(), other.name(), distance, peak.timeS(), changes);
                }
            }
        }
        return largest;
    }
}
