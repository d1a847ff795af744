/// The architecture, tested: which room may import which, and how the code of the house behaves.
package dev.tessera.architecture;
