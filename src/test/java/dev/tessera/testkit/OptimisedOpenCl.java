package dev.tessera.testkit;

/// Compiles kernels in OpenCL as for users; in other tests they are compiled without optimisations (pom.xml), which
/// take three quarters of the time.
public final class OptimisedOpenCl {
    private static final String OPTIONS = "tessera.opencl.options";

    private OptimisedOpenCl() {}

    /// Part of a test.
    ///
    /// @param <E> what it throws
    @FunctionalInterface
    public interface Body<E extends Exception> {
        void run() throws E;
    }

    /// @param <E> what the body throws
    public static <E extends Exception> void during(Body<E> body) throws E {
        String options = System.clearProperty(OPTIONS);
        try {
            body.run();
        } finally {
            if (options != null) {
                System.setProperty(OPTIONS, options);
            }
        }
    }
}
