package dev.tessera.device.cuda;

/// A function of the driver returned a status other than `CUDA_SUCCESS`.
final class CudaFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    static final int OUT_OF_MEMORY = 2;
    static final int STUB_LIBRARY = 34;
    static final int DEVICE_UNAVAILABLE = 46;
    static final int NO_DEVICE = 100;
    static final int INVALID_IMAGE = 200;
    static final int NO_BINARY_FOR_GPU = 209;
    static final int ECC_UNCORRECTABLE = 214;
    static final int INVALID_PTX = 218;
    static final int UNSUPPORTED_PTX_VERSION = 222;
    static final int NOT_FOUND = 500;
    static final int ILLEGAL_ADDRESS = 700;
    static final int LAUNCH_OUT_OF_RESOURCES = 701;
    static final int LAUNCH_TIMEOUT = 702;
    static final int MISALIGNED_ADDRESS = 716;
    static final int LAUNCH_FAILED = 719;
    static final int OPERATING_SYSTEM = 304;
    static final int SYSTEM_NOT_READY = 802;
    static final int SYSTEM_DRIVER_MISMATCH = 803;
    static final int COMPATIBILITY_NOT_SUPPORTED = 804;
    static final int UNKNOWN = 999;

    private static final String NO_GPU =
            "see `nvidia-smi`, the environment's CUDA_VISIBLE_DEVICES, and in a container whether it was started with its"
                    + " GPUs";

    private final int status;

    /// @param description the status' name and text from the driver
    CudaFailure(String function, int status, String description) {
        super("%s returned %s".formatted(function, description));
        this.status = status;
    }

    /// The message for a driver without a GPU.
    static String noGpu() {
        return "NVIDIA's driver is installed, but reports no GPU: " + NO_GPU;
    }

    int status() {
        return status;
    }

    /// The remedy; empty if nothing can be added to the driver's message.
    String remedy() {
        return switch (status) {
            case OUT_OF_MEMORY -> "; its memory is full: `tessera plan` shows storages that need less";
            case STUB_LIBRARY ->
                "; the libcuda.so.1 that was found is the toolkit's stub: put the driver's library first in LD_LIBRARY_PATH";
            case DEVICE_UNAVAILABLE -> "; another process uses the device exclusively (`nvidia-smi` shows which)";
            case NO_DEVICE -> "; the driver is installed, but reports no GPU: " + NO_GPU;
            case INVALID_IMAGE, NO_BINARY_FOR_GPU, INVALID_PTX, UNSUPPORTED_PTX_VERSION ->
                "; NVRTC is newer than the driver: update the driver, or name an older NVRTC in TESSERA_NVRTC";
            case ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, LAUNCH_FAILED ->
                "; a kernel accessed memory outside its buffers, and the context is lost: resume from the last checkpoint, and"
                        + " report the case (NVIDIA's compute-sanitizer shows the location)";
            case ECC_UNCORRECTABLE ->
                "; the GPU's memory has an uncorrectable error: resume from the last checkpoint on another device";
            case LAUNCH_OUT_OF_RESOURCES ->
                "; the block needs more registers or shared memory than available: use smaller blocks";
            case LAUNCH_TIMEOUT -> "; the GPU also drives a display, which stops long kernels";
            case SYSTEM_NOT_READY -> "; is the service nvidia-fabricmanager running?";
            case OPERATING_SYSTEM ->
                "; the operating system denied the driver a request: check the permissions of /dev/nvidia*, and whether `nvidia-smi` works";
            case SYSTEM_DRIVER_MISMATCH ->
                "; libcuda.so.1 does not match the loaded kernel driver: restart the machine if the driver was updated, and"
                        + " remove other versions from LD_LIBRARY_PATH";
            case COMPATIBILITY_NOT_SUPPORTED ->
                "; the libcuda.so.1 that was found is newer than the driver, which this GPU does not support: remove it (a"
                        + " folder named compat) from LD_LIBRARY_PATH, or update the driver";
            case UNKNOWN ->
                "; the driver gives no reason: see `nvidia-smi` and `dmesg`; loading its module (modprobe nvidia-uvm, in a"
                        + " container on the host) or restarting the machine helps most often";
            default -> "";
        };
    }
}
