package dev.tessera.suites;

/// Where numbers come from, as a page names it.
///
/// @param program version and, where it is known, commit of Tessera
/// @param machine processor, cores, Java, operating system
/// @param device that was computed on
/// @param date of the measurement, `2026-11-21`
/// @param command that writes the page again
public record Provenance(String program, String machine, String device, String date, String command) {}
