package dev.tessera.device.cuda;

/// A function of the driver said something other than `CUDA_SUCCESS`.
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

    /// @param said the status' name and text, as the driver gives them
    CudaFailure(String function, int status, String said) {
        super("%s said %s".formatted(function, said));
        this.status = status;
    }

    /// A driver without a GPU.
    static String noGpu() {
        return "NVIDIA's driver is there, but no GPU: " + NO_GPU;
    }

    int status() {
        return status;
    }

    /// What a user can do about it; empty where there is no better advice than the driver's words.
    String remedy() {
        return switch (status) {
            case OUT_OF_MEMORY -> "; its memory is full: `tessera plan` shows storages that need less";
            case STUB_LIBRARY ->
                "; the libcuda.so.1 that was found is the toolkit's stub: put the driver's own before it in LD_LIBRARY_PATH";
            case DEVICE_UNAVAILABLE -> "; another process holds the device for itself (`nvidia-smi` shows which)";
            case NO_DEVICE -> "; the driver is there, but no GPU: " + NO_GPU;
            case INVALID_IMAGE, NO_BINARY_FOR_GPU, INVALID_PTX, UNSUPPORTED_PTX_VERSION ->
                "; NVRTC is newer than the driver: update the driver, or name an older NVRTC in TESSERA_NVRTC";
            case ILLEGAL_ADDRESS, MISALIGNED_ADDRESS, LAUNCH_FAILED ->
                "; a kernel touched memory that is not its own, and the context is lost: resume from the last checkpoint, and"
                        + " report the case (NVIDIA's compute-sanitizer shows the place)";
            case ECC_UNCORRECTABLE ->
                "; the GPU's memory has a fault: resume from the last checkpoint on another device";
            case LAUNCH_OUT_OF_RESOURCES ->
                "; the block needs more registers or shared memory than there are: use smaller blocks";
            case LAUNCH_TIMEOUT -> "; the GPU also drives a display, which stops long kernels";
            case SYSTEM_NOT_READY -> "; is the service nvidia-fabricmanager running?";
            case OPERATING_SYSTEM ->
                "; the system refused the driver something: may you read and write /dev/nvidia*, and does `nvidia-smi` work?";
            case SYSTEM_DRIVER_MISMATCH ->
                "; libcuda.so.1 is not of the driver that the kernel runs: restart the machine if the driver was updated, and"
                        + " take other versions out of LD_LIBRARY_PATH";
            case COMPATIBILITY_NOT_SUPPORTED ->
                "; the libcuda.so.1 that was found is newer than the driver, and this GPU does not go with that: take it (a"
                        + " folder named compat) out of LD_LIBRARY_PATH, or update the driver";
            case UNKNOWN ->
                "; the driver itself knows no more: see `nvidia-smi` and `dmesg`; loading its module (modprobe nvidia-uvm, in a"
                        + " container on the host) or restarting the machine helps most often";
            default -> "";
        };
    }
}
