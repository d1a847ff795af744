/* NVIDIA's driver as far as it is asked what is there: every function that a program looks up, most without a body. */
#include <string.h>

int cuInit(int flags) { return INIT; }
int cuDriverGetVersion(int *version) { *version = 13000; return 0; }
int cuDeviceGetCount(int *count) { *count = DEVICES; return 0; }
int cuDeviceGet(int *device, int ordinal) { *device = ordinal; return 0; }
int cuDeviceGetName(char *name, int length, int device) { strncpy(name, "Painted GPU", length); return 0; }
int cuDeviceTotalMem_v2(long *bytes, int device) { *bytes = 1L << 34; return 0; }
int cuDeviceGetAttribute(int *value, int attribute, int device) { *value = attribute == 10 ? 32 : 9; return 0; }

static int text(const char **words, const char *found) { *words = found; return found ? 0 : 1; }

int cuGetErrorName(int status, const char **name) {
    switch (status) {
        case 100: return text(name, "CUDA_ERROR_NO_DEVICE");
        case 304: return text(name, "CUDA_ERROR_OPERATING_SYSTEM");
        case 803: return text(name, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH");
        case 804: return text(name, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE");
        case 999: return text(name, "CUDA_ERROR_UNKNOWN");
        default: return text(name, 0);
    }
}

int cuGetErrorString(int status, const char **said) {
    switch (status) {
        case 803: return text(said, "unsupported combination");
        case 999: return text(said, "unknown error");
        default: return text(said, 0);
    }
}

#define UNUSED(function) int function(void) { return 999; }
UNUSED(cuCtxEnablePeerAccess)
UNUSED(cuCtxGetStreamPriorityRange)
UNUSED(cuCtxSetCurrent)
UNUSED(cuDeviceCanAccessPeer)
UNUSED(cuDevicePrimaryCtxRelease_v2)
UNUSED(cuDevicePrimaryCtxRetain)
UNUSED(cuEventCreate)
UNUSED(cuEventDestroy_v2)
UNUSED(cuEventElapsedTime)
UNUSED(cuEventQuery)
UNUSED(cuEventRecord)
UNUSED(cuEventSynchronize)
UNUSED(cuFuncGetAttribute)
UNUSED(cuFuncSetAttribute)
UNUSED(cuLaunchKernel)
UNUSED(cuMemAlloc_v2)
UNUSED(cuMemFreeHost)
UNUSED(cuMemFree_v2)
UNUSED(cuMemGetInfo_v2)
UNUSED(cuMemHostAlloc)
UNUSED(cuMemcpyDtoDAsync_v2)
UNUSED(cuMemcpyDtoHAsync_v2)
UNUSED(cuMemcpyHtoDAsync_v2)
UNUSED(cuMemcpyPeerAsync)
UNUSED(cuMemsetD8Async)
UNUSED(cuModuleGetFunction)
UNUSED(cuModuleLoadData)
UNUSED(cuModuleUnload)
UNUSED(cuOccupancyMaxActiveBlocksPerMultiprocessor)
UNUSED(cuStreamCreate)
UNUSED(cuStreamCreateWithPriority)
UNUSED(cuStreamDestroy_v2)
UNUSED(cuStreamSynchronize)
UNUSED(cuStreamWaitEvent)
