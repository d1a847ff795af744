package dev.tessera.solver;

/// Receives the values of a group's fields, node by node.
interface NodeValues {
    /// @param node of the group
    void set(String field, int node, double value);

    /// A value as a function of time.
    /// @param node of the group
    void set(String field, int node, TimeFunction value);
}
