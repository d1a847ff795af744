package dev.tessera.architecture.broken.model;

record KnowsTheTile(int tileIndex) {}
