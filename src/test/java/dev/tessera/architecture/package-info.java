/// The architecture, tested: which package may import which, and the rules that all code obeys.
package dev.tessera.architecture;
