package dev.tessera.casefile;

import dev.tessera.expr.Expr;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The context in which a value is read: its path in the case, where problems are noted, the folder that file names
/// are relative to, and the case's constants.
///
/// @param path of keys, such as `boundaries.inlet.flow-rate`; empty at the top
/// @param source the case's file and folder
/// @param constants by name, SI
/// @param files file names of the case and the files they stand for, filled while the case is read
/// @param expressions where each expression of the case is written, filled while the case is read
/// @param ratesPerDepth where flow rates per depth, which belong to 2D, are written; filled while the case is read
record Reading(
        String path,
        Problems problems,
        Source source,
        SequencedMap<String, Double> constants,
        IdentityHashMap<YamlNode, Path> files,
        IdentityHashMap<Expr, Origin> expressions,
        List<Origin> ratesPerDepth) {
    Reading {
        constants = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(constants));
    }

    /// @param folder that file names are relative to
    /// @param name of a case that gives itself none
    record Source(Path folder, String name) {}

    /// Where a value is written: its place, and its path of keys.
    record Origin(Place place, String path) {}

    static Reading start(Problems problems, Source source) {
        return new Reading(
                "",
                problems,
                source,
                new LinkedHashMap<>(),
                new IdentityHashMap<>(),
                new IdentityHashMap<>(),
                new ArrayList<>());
    }

    Reading at(String key) {
        return new Reading(
                path.isEmpty() ? key : path + "." + key,
                problems,
                source,
                constants,
                files,
                expressions,
                ratesPerDepth);
    }

    Reading with(SequencedMap<String, Double> knownConstants) {
        return new Reading(path, problems, source, knownConstants, files, expressions, ratesPerDepth);
    }

    /// Notes the message of an exception.
    Unreadable refuse(Place place, RuntimeException wrong) {
        String message = wrong.getMessage();
        return refuse(place, message == null ? wrong.toString() : message);
    }

    /// Notes that an expression is written here.
    void note(Expr expression, Place place) {
        expressions.put(expression, new Origin(place, path));
    }

    /// Notes that a flow rate per depth is written here.
    void noteRatePerDepth(Place place) {
        ratesPerDepth.add(new Origin(place, path));
    }

    /// Refuses flow rates per depth, which a 3D case cannot have.
    void refuseRatesPerDepth() {
        for (Origin origin : ratesPerDepth) {
            problems.add(
                    origin.place(),
                    origin.path() + ": a flow rate per depth belongs to 2D. This case is 3D: use a volume per second,"
                            + " such as 250 mL/min");
        }
    }

    /// Notes a problem, named by the path of keys.
    ///
    /// @return to be thrown by the caller
    Unreadable refuse(Place place, String message) {
        problems.add(place, path.isEmpty() ? message : path + ": " + message);
        return new Unreadable();
    }
}
