/// Physics against exact solutions and published tables.
@NullMarked
package dev.tessera.suites.validation;

import org.jspecify.annotations.NullMarked;
