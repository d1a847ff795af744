package dev.tessera.kernel.gpu;

/// How the threads of a sweep over tiles find the neighbouring tiles.
public enum TileLookup {
    /// Each thread reads the numbers of the tiles that it needs, and a word with its node's links, through the caches.
    CACHED("cached"),
    /// A thread block first copies the numbers of all 3³ neighbouring tiles, and the masks of their fluid nodes, to
    /// shared memory, followed by one barrier: the T2C of Tomczak & Szafran. Blocks consist of whole tiles.
    SHARED("shared");

    private final String key;

    TileLookup(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }
}
