package dev.tessera.kernel.gpu;

/// The number of kernels per step of the bulk (docs/decisions/0025). Results are bit-identical.
public enum StepForm {
    /// One kernel streams and collides: each value is read and written once.
    FUSED("fused"),
    /// One kernel propagates, another collides in place: each value is read and written twice. As in older codes, and
    /// in the fluid index array of Nita et al. (2013) that Tomczak & Szafran (2018) compare with; only for benchmarks.
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
