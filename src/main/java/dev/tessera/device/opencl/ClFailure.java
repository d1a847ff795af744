package dev.tessera.device.opencl;

/// A function of OpenCL returned a status other than `CL_SUCCESS`.
final class ClFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    ClFailure(String function, int status) {
        super("%s returned %s".formatted(function, ClStatus.name(status)));
        this.status = status;
    }

    int status() {
        return status;
    }

    /// The remedy; empty if nothing can be added to the driver's message.
    String remedy() {
        return switch (status) {
            case ClStatus.DEVICE_NOT_AVAILABLE ->
                "; another process uses the device exclusively, or the driver has lost it (`clinfo` shows whether it is listed)";
            case ClStatus.COMPILER_NOT_AVAILABLE ->
                "; this platform has no compiler: install its vendor's complete driver, or use --device cpu";
            case ClStatus.MEM_OBJECT_ALLOCATION_FAILURE, ClStatus.OUT_OF_HOST_MEMORY ->
                "; its memory is full: `tessera plan` shows storages that need less";
            case ClStatus.INVALID_WORK_GROUP_SIZE, ClStatus.INVALID_WORK_ITEM_SIZE ->
                "; the device does not support this block size for this kernel: use smaller blocks (`launch` in the case)";
            case ClStatus.OUT_OF_RESOURCES ->
                "; either the block needs more registers or shared memory than available: use smaller blocks; or a kernel"
                        + " accessed memory outside its buffers, and the context is lost: resume from the last checkpoint,"
                        + " and report the case";
            case ClStatus.EXEC_STATUS_ERROR, ClStatus.INVALID_COMMAND_QUEUE, ClStatus.ILLEGAL_ACCESS_NV ->
                "; an earlier kernel failed, and the context is lost: resume from the last checkpoint, and report the case";
            default -> "";
        };
    }
}
