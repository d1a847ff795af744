package dev.tessera.coupling;

/// The results of a call through the C interface, as in `tessera.h`.
enum Status {
    OK(0),
    BAD_ARGUMENT(-1),
    BAD_HANDLE(-2),
    BUSY(-3),
    NO_MEMORY(-4),
    NO_DEVICE(-5),
    FAILED(-6);

    private final int code;

    Status(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
