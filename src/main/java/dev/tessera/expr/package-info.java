/// Exact fractions and the hash-consed expression graph: build, simplify, share, count, evaluate. Nodes compare
/// by identity; the graph interns their forms, so that equal expressions are one node. Imports only the JDK.
@NullMarked
package dev.tessera.expr;

import org.jspecify.annotations.NullMarked;
