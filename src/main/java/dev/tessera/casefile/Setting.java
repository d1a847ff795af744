package dev.tessera.casefile;

import java.util.Optional;

/// A value that replaces one of a case: from `--set`, or from a sweep.
///
/// @param path of keys, such as `geometry.spacing`
/// @param place of the path, for messages
/// @param value the tree that replaces the old one; empty: the key is removed
record Setting(String path, Place place, Optional<YamlNode> value) {}
