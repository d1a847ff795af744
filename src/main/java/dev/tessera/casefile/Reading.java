package dev.tessera.casefile;

import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/// What a value needs to know while it is read: where it stands in the case, where problems go, the folder that
/// file names are relative to, and the case's constants.
///
/// @param path of keys, such as `boundaries.inlet.flow-rate`; empty at the top
/// @param source the case's file and folder
/// @param constants by name, SI
/// @param files file names of the case and the files they stand for, as they are found
record Reading(
        String path,
        Problems problems,
        Source source,
        SequencedMap<String, Double> constants,
        IdentityHashMap<YamlNode, Path> files) {
    Reading {
        constants = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(constants));
    }

    /// @param folder that file names are relative to
    /// @param name of a case that gives itself none
    record Source(Path folder, String name) {}

    static Reading start(Problems problems, Source source) {
        return new Reading("", problems, source, new LinkedHashMap<>(), new IdentityHashMap<>());
    }

    Reading at(String key) {
        return new Reading(path.isEmpty() ? key : path + "." + key, problems, source, constants, files);
    }

    Reading with(SequencedMap<String, Double> knownConstants) {
        return new Reading(path, problems, source, knownConstants, files);
    }

    /// Notes what an exception says.
    Unreadable refuse(Place place, RuntimeException wrong) {
        String message = wrong.getMessage();
        return refuse(place, message == null ? wrong.toString() : message);
    }

    /// Notes a problem, named by the path of keys; throw what comes back.
    Unreadable refuse(Place place, String message) {
        problems.add(place, path.isEmpty() ? message : path + ": " + message);
        return new Unreadable();
    }
}
