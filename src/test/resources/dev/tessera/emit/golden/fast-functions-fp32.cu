typedef long long index_t;
typedef int slot_t;
typedef unsigned int bits_t;
typedef unsigned long long mask_t;
typedef ulonglong2 record_t;
typedef uint2 pair_t;
typedef unsigned short part_t;

// The offset of a position's values from the starts of arrays: bundles of 4096 positions, each with all 9 arrays.
static __device__ __forceinline__ slot_t offset(int p) {
    return p + (slot_t) (p >> 12) * 32768;
}

// Kernel elementary-functions: thread n updates the node at position n, lattice D2Q9.
extern "C" __global__ void __launch_bounds__(128) tessera_bulk_pull_0(
        float *copy0,
        float *copy1,
        const slot_t stride,
        const int count,
        const int reversed,
        const bits_t *__restrict__ words,
        const bits_t *__restrict__ plain,
        float *fields_in,
        const index_t stride_in,
        float *fields_out,
        const index_t stride_out)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 128 + (int) threadIdx.x;
    if (thread >= count) {
        return;
    }
    const int n = thread;
    const int p = n; // its position
    const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls
    const bits_t links = is_plain ? 0xffffffffu : words[p]; // bit per neighbour; bit 31: bulk
    if (!(links >> 31)) {
        return;
    }

    // the neighbours in a box of 40 x 20 x 1 nodes
    const int x = p % 40;
    const int x_m = x == 0 ? 39 : x - 1;
    const int x_p = x == 39 ? 0 : x + 1;
    const int y = p / 40 % 20;
    const int y_m = y - 1;
    const int y_p = y + 1;
    const int at_pzz = x_p + 40 * y;
    const int at_mzz = x_m + 40 * y;
    const int at_zpz = x + 40 * y_p;
    const int at_zmz = x + 40 * y_m;
    const int at_ppz = x_p + 40 * y_p;
    const int at_mmz = x_m + 40 * y_m;
    const int at_pmz = x_p + 40 * y_m;
    const int at_mpz = x_m + 40 * y_p;

    // incoming populations
    const float f_zzz = copy0[offset(p)];
    const float x_ = fields_in[0 * stride_in + p];
    const float y_ = fields_in[1 * stride_in + p];
    float f_pzz, f_mzz, f_zpz, f_zmz, f_ppz, f_mmz, f_pmz, f_mpz;
    if (is_plain) {
        f_pzz = copy0[stride + offset(at_mzz)];
        f_mzz = copy0[2 * stride + offset(at_pzz)];
        f_zpz = copy0[3 * stride + offset(at_zmz)];
        f_zmz = copy0[4 * stride + offset(at_zpz)];
        f_ppz = copy0[5 * stride + offset(at_mmz)];
        f_mmz = copy0[6 * stride + offset(at_ppz)];
        f_pmz = copy0[7 * stride + offset(at_mpz)];
        f_mpz = copy0[8 * stride + offset(at_pmz)];
    }
    else {
        f_pzz = copy0[((links & 0x1000u) != 0) ? stride + offset(at_mzz) : 2 * stride + offset(p)];
        f_mzz = copy0[((links & 0x4000u) != 0) ? 2 * stride + offset(at_pzz) : stride + offset(p)];
        f_zpz = copy0[((links & 0x400u) != 0) ? 3 * stride + offset(at_zmz) : 4 * stride + offset(p)];
        f_zmz = copy0[((links & 0x10000u) != 0) ? 4 * stride + offset(at_zpz) : 3 * stride + offset(p)];
        f_ppz = copy0[((links & 0x200u) != 0) ? 5 * stride + offset(at_mmz) : 6 * stride + offset(p)];
        f_mmz = copy0[((links & 0x20000u) != 0) ? 6 * stride + offset(at_ppz) : 5 * stride + offset(p)];
        f_pmz = copy0[((links & 0x8000u) != 0) ? 7 * stride + offset(at_mpz) : 8 * stride + offset(p)];
        f_mpz = copy0[((links & 0x800u) != 0) ? 8 * stride + offset(at_pmz) : 7 * stride + offset(p)];
        asm volatile("" ::: "memory"); // loads are not moved past this point
    }

    // computation
    const float v1 = __expf(x_);
    const float v2 = __logf(x_);
    const float v3_2 = fabsf(x_);
    const float v3_3 = __logf(v3_2);
    const float v3_4 = y_ * v3_3;
    const float v3_5 = __expf(v3_4);
    const float v3_6 = 0x1.0p-1f /* 1/2 */ * y_;
    const float v3_7 = rintf(v3_6);
    const float v3_8 = -v3_5;
    const float v3_10 = (v3_7 == v3_6) ? v3_5 : v3_8;
    const float v3_12 = rintf(y_);
    const float v3_13 = y_ * v2;
    const float v3_14 = __expf(v3_13);
    const float v3_16 = (v3_12 == y_) ? v3_10 : v3_14;
    const float v3_17 = (x_ < 0x0.0p0f /* 0 */) ? v3_16 : v3_5;
    const float v3 = (y_ == 0x0.0p0f /* 0 */) ? 0x1.0p0f /* 1 */ : v3_17;

    // results
    copy1[offset(p)] = f_zzz;
    copy1[stride + offset(p)] = f_pzz;
    copy1[2 * stride + offset(p)] = f_mzz;
    copy1[3 * stride + offset(p)] = f_zpz;
    copy1[4 * stride + offset(p)] = f_zmz;
    copy1[5 * stride + offset(p)] = f_ppz;
    copy1[6 * stride + offset(p)] = f_mmz;
    copy1[7 * stride + offset(p)] = f_pmz;
    copy1[8 * stride + offset(p)] = f_mpz;
    fields_out[2 * stride_out + p] = v1;
    fields_out[3 * stride_out + p] = v2;
    fields_out[4 * stride_out + p] = v3;
}
