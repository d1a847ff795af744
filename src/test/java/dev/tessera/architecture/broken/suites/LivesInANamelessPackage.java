package dev.tessera.architecture.broken.suites;

record LivesInANamelessPackage() {}
