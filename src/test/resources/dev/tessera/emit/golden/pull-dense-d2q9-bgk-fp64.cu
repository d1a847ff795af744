typedef long long index_t;
typedef int slot_t;
typedef unsigned int bits_t;
typedef unsigned long long mask_t;
typedef ulonglong2 record_t;
typedef uint2 pair_t;
typedef unsigned short part_t;

// The offset of a position's values from the starts of arrays: bundles of 2048 positions, each with all 9 arrays.
static __device__ __forceinline__ slot_t offset(int p) {
    return p + (slot_t) (p >> 11) * 16384;
}

// 2 consecutive values, in accesses of 16 bytes.
static __device__ __forceinline__ void load(const double *at, double *v) {
    const double2 v0 = *(const double2 *) (at + 0);
    v[0] = v0.x;
    v[1] = v0.y;
}
static __device__ __forceinline__ void store(double *at, const double *v) {
    double2 v0;
    v0.x = v[0];
    v0.y = v[1];
    *(double2 *) (at + 0) = v0;
}
// A row shifted by one node to the left or right; one value is beyond the row's edge.
static __device__ __forceinline__ void load_left(const double *array, slot_t row, slot_t edge, double *v) {
    double r[2];
    load(array + row, r);
    v[0] = array[edge];
    v[1] = r[0];
}
static __device__ __forceinline__ void load_right(const double *array, slot_t row, slot_t edge, double *v) {
    double r[2];
    load(array + row, r);
    v[0] = r[1];
    v[1] = array[edge];
}
static __device__ __forceinline__ void store_left(double *array, slot_t row, slot_t edge, const double *v) {
    array[edge] = v[0];
    array[row + 0] = v[1];
}
static __device__ __forceinline__ void store_right(double *array, slot_t row, slot_t edge, const double *v) {
    array[row + 1] = v[0];
    array[edge] = v[1];
}

// Kernel bulk: thread n updates the 2 nodes from position 2 n on, lattice D2Q9.
extern "C" __global__ void __launch_bounds__(128) tessera_bulk_pull_0(
        double *copy0,
        double *copy1,
        const slot_t stride,
        const int count,
        const int reversed,
        const bits_t *__restrict__ words,
        const bits_t *__restrict__ plain,
        const double one_minus_omega,
        const double omega_times_4_over_9,
        const double omega_over_9,
        const double omega_times_2_over_9,
        const double omega_over_36,
        const double omega_over_18)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 128 + (int) threadIdx.x;
    const int n = thread * 2;
    if (n >= count) {
        return;
    }
    const int p = n; // the first node's position
    const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls
    bits_t links[2]; // per node: one bit per neighbour; bit 31: bulk
    links[0] = is_plain ? 0xffffffffu : words[p + 0];
    links[1] = is_plain ? 0xffffffffu : words[p + 1];
    if (!((links[0] | links[1]) >> 31)) {
        return;
    }

    // the neighbours in a box of 40 x 20 x 1 nodes
    const int x = p % 40;
    const int x_m = x == 0 ? 39 : x - 1;
    const int x_p = x == 38 ? 0 : x + 2;
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
    double f[9][2];
    if (is_plain) {
        load(copy0 + offset(p), f[0]);
        load_left(copy0 + 1 * stride, offset(p), offset(at_mzz), f[1]);
        load_right(copy0 + 2 * stride, offset(p), offset(at_pzz), f[2]);
        load(copy0 + 3 * stride + offset(at_zmz), f[3]);
        load(copy0 + 4 * stride + offset(at_zpz), f[4]);
        load_left(copy0 + 5 * stride, offset(at_zmz), offset(at_mmz), f[5]);
        load_right(copy0 + 6 * stride, offset(at_zpz), offset(at_ppz), f[6]);
        load_left(copy0 + 7 * stride, offset(at_zpz), offset(at_mpz), f[7]);
        load_right(copy0 + 8 * stride, offset(at_zmz), offset(at_pmz), f[8]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            if (links[j] >> 31) {
                f[0][j] = copy0[offset(p) + j];
                f[1][j] = copy0[(links[j] & 0x1000u) != 0 ? 1 * stride + (j == 0 ? offset(at_mzz) : offset(p) + j - 1) : 2 * stride + offset(p) + j];
                f[2][j] = copy0[(links[j] & 0x4000u) != 0 ? 2 * stride + (j == 1 ? offset(at_pzz) : offset(p) + j + 1) : 1 * stride + offset(p) + j];
                f[3][j] = copy0[(links[j] & 0x400u) != 0 ? 3 * stride + offset(at_zmz) + j : 4 * stride + offset(p) + j];
                f[4][j] = copy0[(links[j] & 0x10000u) != 0 ? 4 * stride + offset(at_zpz) + j : 3 * stride + offset(p) + j];
                f[5][j] = copy0[(links[j] & 0x200u) != 0 ? 5 * stride + (j == 0 ? offset(at_mmz) : offset(at_zmz) + j - 1) : 6 * stride + offset(p) + j];
                f[6][j] = copy0[(links[j] & 0x20000u) != 0 ? 6 * stride + (j == 1 ? offset(at_ppz) : offset(at_zpz) + j + 1) : 5 * stride + offset(p) + j];
                f[7][j] = copy0[(links[j] & 0x8000u) != 0 ? 7 * stride + (j == 0 ? offset(at_mpz) : offset(at_zpz) + j - 1) : 8 * stride + offset(p) + j];
                f[8][j] = copy0[(links[j] & 0x800u) != 0 ? 8 * stride + (j == 1 ? offset(at_pmz) : offset(at_zmz) + j + 1) : 7 * stride + offset(p) + j];
            }
            else {
                f[0][j] = 0;
                f[1][j] = 0;
                f[2][j] = 0;
                f[3][j] = 0;
                f[4][j] = 0;
                f[5][j] = 0;
                f[6][j] = 0;
                f[7][j] = 0;
                f[8][j] = 0;
            }
        }
    }

    // computation
    #pragma unroll
    for (int j = 0; j < 2; j++) {
        const double f_zzz = f[0][j];
        const double f_pzz = f[1][j];
        const double f_mzz = f[2][j];
        const double f_zpz = f[3][j];
        const double f_zmz = f[4][j];
        const double f_ppz = f[5][j];
        const double f_mmz = f[6][j];
        const double f_pmz = f[7][j];
        const double f_mpz = f[8][j];
        const double sum_pzz = f_pzz + f_mzz;
        const double rho_1 = f_zzz + sum_pzz;
        const double g_zzz_1 = one_minus_omega * f_zzz;
        const double sum_zpz = f_zpz + f_zmz;
        const double rho_2 = rho_1 + sum_zpz;
        const double sum_ppz = f_ppz + f_mmz;
        const double sum_pmz = f_pmz + f_mpz;
        const double sum_xy = sum_ppz + sum_pmz;
        const double rho = rho_2 + sum_xy;
        const double difference_pzz = f_pzz - f_mzz;
        const double difference_ppz = f_ppz - f_mmz;
        const double difference_pmz = f_pmz - f_mpz;
        const double momentum_x_of_xy = difference_ppz + difference_pmz;
        const double ux = difference_pzz + momentum_x_of_xy;
        const double momentum_y_of_xy = difference_ppz - difference_pmz;
        const double ux_times_3_over_2 = 0x1.8p0 /* 3/2 */ * ux;
        const double ux_sq_times_3_over_2 = ux_times_3_over_2 * ux;
        const double pair_pzz_1 = omega_times_2_over_9 * ux_times_3_over_2;
        const double difference_zpz = f_zpz - f_zmz;
        const double uy = difference_zpz + momentum_y_of_xy;
        const double uy_times_3_over_2 = 0x1.8p0 /* 3/2 */ * uy;
        const double uxy_sq_times_3_over_2 = fma(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
        const double rho_minus_uxy_sq_times_3_over_2 = rho - uxy_sq_times_3_over_2;
        const double g_zzz = fma(omega_times_4_over_9, rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
        const double shared_1 = omega_over_9 * rho_minus_uxy_sq_times_3_over_2;
        const double shared_2 = omega_over_36 * rho_minus_uxy_sq_times_3_over_2;
        const double pair_zpz_1 = omega_times_2_over_9 * uy_times_3_over_2;
        const double pair_zpz_2 = fma(pair_zpz_1, uy_times_3_over_2, shared_1);
        const double pair_pzz_2 = fma(pair_pzz_1, ux_times_3_over_2, shared_1);
        const double g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const double g_pzz = fma(one_minus_omega, f_pzz, g_pzz_1);
        const double g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const double g_mzz = fma(one_minus_omega, f_mzz, g_mzz_1);
        const double g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const double g_zpz = fma(one_minus_omega, f_zpz, g_zpz_1);
        const double g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const double g_zmz = fma(one_minus_omega, f_zmz, g_zmz_1);
        const double pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
        const double pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
        const double pair_pmz_2 = omega_over_18 * pair_pmz_1;
        const double pair_pmz_3 = fma(pair_pmz_2, pair_pmz_1, shared_2);
        const double pair_ppz_2 = omega_over_18 * pair_ppz_1;
        const double pair_ppz_3 = fma(pair_ppz_2, pair_ppz_1, shared_2);
        const double g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const double g_ppz = fma(one_minus_omega, f_ppz, g_ppz_1);
        const double g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const double g_mmz = fma(one_minus_omega, f_mmz, g_mmz_1);
        const double g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const double g_pmz = fma(one_minus_omega, f_pmz, g_pmz_1);
        const double g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const double g_mpz = fma(one_minus_omega, f_mpz, g_mpz_1);
        f[0][j] = g_zzz;
        f[1][j] = g_pzz;
        f[2][j] = g_mzz;
        f[3][j] = g_zpz;
        f[4][j] = g_zmz;
        f[5][j] = g_ppz;
        f[6][j] = g_mmz;
        f[7][j] = g_pmz;
        f[8][j] = g_mpz;
    }

    // results
    if (is_plain) {
        store(copy1 + offset(p), f[0]);
        store(copy1 + 1 * stride + offset(p), f[1]);
        store(copy1 + 2 * stride + offset(p), f[2]);
        store(copy1 + 3 * stride + offset(p), f[3]);
        store(copy1 + 4 * stride + offset(p), f[4]);
        store(copy1 + 5 * stride + offset(p), f[5]);
        store(copy1 + 6 * stride + offset(p), f[6]);
        store(copy1 + 7 * stride + offset(p), f[7]);
        store(copy1 + 8 * stride + offset(p), f[8]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 2; j++) {
            if (links[j] >> 31) {
                copy1[offset(p) + j] = f[0][j];
                copy1[1 * stride + offset(p) + j] = f[1][j];
                copy1[2 * stride + offset(p) + j] = f[2][j];
                copy1[3 * stride + offset(p) + j] = f[3][j];
                copy1[4 * stride + offset(p) + j] = f[4][j];
                copy1[5 * stride + offset(p) + j] = f[5][j];
                copy1[6 * stride + offset(p) + j] = f[6][j];
                copy1[7 * stride + offset(p) + j] = f[7][j];
                copy1[8 * stride + offset(p) + j] = f[8][j];
            }
        }
    }
}
