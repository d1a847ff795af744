package dev.tessera.device.opencl;

/// A function of OpenCL said something other than `CL_SUCCESS`.
final class ClFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    ClFailure(String function, int status) {
        super("%s said %s".formatted(function, ClStatus.name(status)));
        this.status = status;
    }

    int status() {
        return status;
    }

    /// What a user can do about it; empty where there is no better advice than the driver's words.
    String remedy() {
        return switch (status) {
            case ClStatus.DEVICE_NOT_AVAILABLE ->
                "; another process holds the device for itself, or the driver has lost it (`clinfo` shows whether it is there)";
            case ClStatus.COMPILER_NOT_AVAILABLE ->
                "; this platform has no compiler: install its vendor's whole driver, or use --device cpu";
            case ClStatus.MEM_OBJECT_ALLOCATION_FAILURE, ClStatus.OUT_OF_HOST_MEMORY ->
                "; its memory is full: `tessera plan` shows storages that need less";
            case ClStatus.INVALID_WORK_GROUP_SIZE, ClStatus.INVALID_WORK_ITEM_SIZE ->
                "; the device runs this kernel in no block of that size: give smaller ones (`launch` in the case)";
            case ClStatus.OUT_OF_RESOURCES ->
                "; either the block needs more registers or shared memory than there are: use smaller blocks; or a kernel"
                        + " touched memory that is not its own, and the context is lost: resume from the last checkpoint,"
                        + " and report the case";
            case ClStatus.EXEC_STATUS_ERROR, ClStatus.INVALID_COMMAND_QUEUE, ClStatus.ILLEGAL_ACCESS_NV ->
                "; an earlier kernel failed, and the context is lost: resume from the last checkpoint, and report the case";
            default -> "";
        };
    }
}
