package dev.tessera.kernel.gpu;

/// How the threads of a sweep over tiles learn about the tiles around theirs.
public enum TileLookup {
    /// Each thread reads the numbers of the tiles that it needs, and a word with its node's links, through the caches.
    CACHED("cached"),
    /// A block of threads first copies the numbers of all 3³ tiles around its own, and the masks of their fluid
    /// nodes, to shared memory, behind one barrier: the T2C of Tomczak & Szafran. Blocks hold whole tiles.
    SHARED("shared");

    private final String key;

    TileLookup(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
