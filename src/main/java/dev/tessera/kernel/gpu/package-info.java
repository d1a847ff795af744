/// A step plan as a GPU runs it, as plain data: which thread works on which node, where that node and its
/// neighbours lie, which slot of whom each value has, and the tables that say so.
@NullMarked
package dev.tessera.kernel.gpu;

import org.jspecify.annotations.NullMarked;
