package dev.tessera.kernel.gpu;

/// How many kernels step the nodes of the bulk (docs/decisions/0025). Values are the same bit for bit.
public enum StepForm {
    /// One kernel streams and collides: each value is read and written once.
    FUSED("fused"),
    /// One kernel propagates, another collides in place: each value is read and written twice. As older codes
    /// do, and the fluid index array of Nita et al. (2013) that Tomczak & Szafran (2018) compare with; for
    /// benches alone.
    SPLIT("in two kernels");

    private final String key;

    StepForm(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    @Override
    public String toString() {
        return key;
    }
}
