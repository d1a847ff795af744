typedef long long index_t;
typedef int slot_t;
typedef unsigned int bits_t;
typedef unsigned long long mask_t;
typedef ulonglong2 record_t;
typedef uint2 pair_t;
typedef unsigned short part_t;

// The offset of a position's values from the starts of arrays: bundles of 4096 positions, each with all 19 arrays.
static __device__ __forceinline__ slot_t offset(int p) {
    return p + (slot_t) (p >> 12) * 73728;
}

// 4 consecutive values, in accesses of 16 bytes.
static __device__ __forceinline__ void load(const float *at, float *v) {
    const float4 v0 = *(const float4 *) (at + 0);
    v[0] = v0.x;
    v[1] = v0.y;
    v[2] = v0.z;
    v[3] = v0.w;
}
static __device__ __forceinline__ void store(float *at, const float *v) {
    float4 v0;
    v0.x = v[0];
    v0.y = v[1];
    v0.z = v[2];
    v0.w = v[3];
    *(float4 *) (at + 0) = v0;
}
// A row shifted by one node to the left or right; one value is beyond the row's edge.
static __device__ __forceinline__ void load_left(const float *array, slot_t row, slot_t edge, float *v) {
    float r[4];
    load(array + row, r);
    v[0] = array[edge];
    v[1] = r[0];
    v[2] = r[1];
    v[3] = r[2];
}
static __device__ __forceinline__ void load_right(const float *array, slot_t row, slot_t edge, float *v) {
    float r[4];
    load(array + row, r);
    v[0] = r[1];
    v[1] = r[2];
    v[2] = r[3];
    v[3] = array[edge];
}
static __device__ __forceinline__ void store_left(float *array, slot_t row, slot_t edge, const float *v) {
    array[edge] = v[0];
    array[row + 0] = v[1];
    array[row + 1] = v[2];
    array[row + 2] = v[3];
}
static __device__ __forceinline__ void store_right(float *array, slot_t row, slot_t edge, const float *v) {
    array[row + 1] = v[0];
    array[row + 2] = v[1];
    array[row + 3] = v[2];
    array[edge] = v[3];
}

// Kernel bulk: thread n updates the 4 nodes from position 4 n on, lattice D3Q19.
extern "C" __global__ void __launch_bounds__(128) tessera_bulk_aa_0(
        float *copy0,
        const slot_t stride,
        const int count,
        const int reversed,
        const int *__restrict__ tiles,
        const bits_t *__restrict__ words,
        const bits_t *__restrict__ plain,
        const float one_minus_omega,
        const float omega_over_3,
        const float omega_over_18,
        const float omega_over_9,
        const float omega_over_36)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 128 + (int) threadIdx.x;
    const int n = thread * 4;
    if (n >= count) {
        return;
    }
    const int p = n; // the first node's position
    const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls
    bits_t links[4]; // per node: one bit per neighbour; bit 31: bulk
    links[0] = is_plain ? 0xffffffffu : words[p + 0];
    links[1] = is_plain ? 0xffffffffu : words[p + 1];
    links[2] = is_plain ? 0xffffffffu : words[p + 2];
    links[3] = is_plain ? 0xffffffffu : words[p + 3];
    if (!((links[0] | links[1] | links[2] | links[3]) >> 31)) {
        return;
    }


    // incoming populations
    float f[19][4];
    if (is_plain) {
        load(copy0 + offset(p), f[0]);
        load(copy0 + 1 * stride + offset(p), f[1]);
        load(copy0 + 2 * stride + offset(p), f[2]);
        load(copy0 + 3 * stride + offset(p), f[3]);
        load(copy0 + 4 * stride + offset(p), f[4]);
        load(copy0 + 5 * stride + offset(p), f[5]);
        load(copy0 + 6 * stride + offset(p), f[6]);
        load(copy0 + 7 * stride + offset(p), f[7]);
        load(copy0 + 8 * stride + offset(p), f[8]);
        load(copy0 + 9 * stride + offset(p), f[9]);
        load(copy0 + 10 * stride + offset(p), f[10]);
        load(copy0 + 11 * stride + offset(p), f[11]);
        load(copy0 + 12 * stride + offset(p), f[12]);
        load(copy0 + 13 * stride + offset(p), f[13]);
        load(copy0 + 14 * stride + offset(p), f[14]);
        load(copy0 + 15 * stride + offset(p), f[15]);
        load(copy0 + 16 * stride + offset(p), f[16]);
        load(copy0 + 17 * stride + offset(p), f[17]);
        load(copy0 + 18 * stride + offset(p), f[18]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            if (links[j] >> 31) {
                f[0][j] = copy0[offset(p) + j];
                f[1][j] = copy0[1 * stride + offset(p) + j];
                f[2][j] = copy0[2 * stride + offset(p) + j];
                f[3][j] = copy0[3 * stride + offset(p) + j];
                f[4][j] = copy0[4 * stride + offset(p) + j];
                f[5][j] = copy0[5 * stride + offset(p) + j];
                f[6][j] = copy0[6 * stride + offset(p) + j];
                f[7][j] = copy0[7 * stride + offset(p) + j];
                f[8][j] = copy0[8 * stride + offset(p) + j];
                f[9][j] = copy0[9 * stride + offset(p) + j];
                f[10][j] = copy0[10 * stride + offset(p) + j];
                f[11][j] = copy0[11 * stride + offset(p) + j];
                f[12][j] = copy0[12 * stride + offset(p) + j];
                f[13][j] = copy0[13 * stride + offset(p) + j];
                f[14][j] = copy0[14 * stride + offset(p) + j];
                f[15][j] = copy0[15 * stride + offset(p) + j];
                f[16][j] = copy0[16 * stride + offset(p) + j];
                f[17][j] = copy0[17 * stride + offset(p) + j];
                f[18][j] = copy0[18 * stride + offset(p) + j];
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
                f[9][j] = 0;
                f[10][j] = 0;
                f[11][j] = 0;
                f[12][j] = 0;
                f[13][j] = 0;
                f[14][j] = 0;
                f[15][j] = 0;
                f[16][j] = 0;
                f[17][j] = 0;
                f[18][j] = 0;
            }
        }
    }

    // computation
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        const float f_zzz = f[0][j];
        const float f_pzz = f[1][j];
        const float f_mzz = f[2][j];
        const float f_zpz = f[3][j];
        const float f_zmz = f[4][j];
        const float f_zzp = f[5][j];
        const float f_zzm = f[6][j];
        const float f_ppz = f[7][j];
        const float f_mmz = f[8][j];
        const float f_pmz = f[9][j];
        const float f_mpz = f[10][j];
        const float f_pzp = f[11][j];
        const float f_mzm = f[12][j];
        const float f_pzm = f[13][j];
        const float f_mzp = f[14][j];
        const float f_zpp = f[15][j];
        const float f_zmm = f[16][j];
        const float f_zpm = f[17][j];
        const float f_zmp = f[18][j];
        const float sum_pzz = f_pzz + f_mzz;
        const float rho_1 = f_zzz + sum_pzz;
        const float g_zzz_1 = one_minus_omega * f_zzz;
        const float sum_zpz = f_zpz + f_zmz;
        const float rho_2 = rho_1 + sum_zpz;
        const float sum_zzp = f_zzp + f_zzm;
        const float rho_3 = rho_2 + sum_zzp;
        const float sum_ppz = f_ppz + f_mmz;
        const float sum_pmz = f_pmz + f_mpz;
        const float sum_xy = sum_ppz + sum_pmz;
        const float rho_4 = rho_3 + sum_xy;
        const float sum_pzp = f_pzp + f_mzm;
        const float sum_pzm = f_pzm + f_mzp;
        const float sum_xz = sum_pzp + sum_pzm;
        const float rho_5 = rho_4 + sum_xz;
        const float sum_zpp = f_zpp + f_zmm;
        const float sum_zpm = f_zpm + f_zmp;
        const float sum_yz = sum_zpp + sum_zpm;
        const float rho = rho_5 + sum_yz;
        const float difference_pzz = f_pzz - f_mzz;
        const float difference_ppz = f_ppz - f_mmz;
        const float difference_pmz = f_pmz - f_mpz;
        const float momentum_x_of_xy = difference_ppz + difference_pmz;
        const float ux_1 = difference_pzz + momentum_x_of_xy;
        const float momentum_y_of_xy = difference_ppz - difference_pmz;
        const float difference_pzp = f_pzp - f_mzm;
        const float difference_pzm = f_pzm - f_mzp;
        const float momentum_x_of_xz = difference_pzp + difference_pzm;
        const float ux = ux_1 + momentum_x_of_xz;
        const float momentum_z_of_xz = difference_pzp - difference_pzm;
        const float ux_times_3_over_2 = 0x1.8p0f /* 3/2 */ * ux;
        const float ux_sq_times_3_over_2 = ux_times_3_over_2 * ux;
        const float pair_pzz_1 = omega_over_9 * ux_times_3_over_2;
        const float difference_zpz = f_zpz - f_zmz;
        const float uy_1 = difference_zpz + momentum_y_of_xy;
        const float difference_zpp = f_zpp - f_zmm;
        const float difference_zpm = f_zpm - f_zmp;
        const float momentum_y_of_yz = difference_zpp + difference_zpm;
        const float uy = uy_1 + momentum_y_of_yz;
        const float momentum_z_of_yz = difference_zpp - difference_zpm;
        const float uy_times_3_over_2 = 0x1.8p0f /* 3/2 */ * uy;
        const float uxy_sq_times_3_over_2 = fmaf(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
        const float pair_zpz_1 = omega_over_9 * uy_times_3_over_2;
        const float pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
        const float pair_ppz_2 = omega_over_18 * pair_ppz_1;
        const float pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
        const float pair_pmz_2 = omega_over_18 * pair_pmz_1;
        const float difference_zzp = f_zzp - f_zzm;
        const float uz_1 = difference_zzp + momentum_z_of_xz;
        const float uz = uz_1 + momentum_z_of_yz;
        const float uz_times_3_over_2 = 0x1.8p0f /* 3/2 */ * uz;
        const float u_sq_times_3_over_2 = fmaf(uz_times_3_over_2, uz, uxy_sq_times_3_over_2);
        const float rho_minus_u_sq_times_3_over_2 = rho - u_sq_times_3_over_2;
        const float g_zzz = fmaf(omega_over_3, rho_minus_u_sq_times_3_over_2, g_zzz_1);
        const float shared_2 = omega_over_36 * rho_minus_u_sq_times_3_over_2;
        const float pair_ppz_3 = fmaf(pair_ppz_2, pair_ppz_1, shared_2);
        const float pair_pmz_3 = fmaf(pair_pmz_2, pair_pmz_1, shared_2);
        const float shared_1 = omega_over_18 * rho_minus_u_sq_times_3_over_2;
        const float pair_zzp_1 = omega_over_9 * uz_times_3_over_2;
        const float pair_zzp_2 = fmaf(pair_zzp_1, uz_times_3_over_2, shared_1);
        const float g_zzp_1 = pair_zzp_2 + pair_zzp_1;
        const float g_zzp = fmaf(one_minus_omega, f_zzp, g_zzp_1);
        const float g_zzm_1 = pair_zzp_2 - pair_zzp_1;
        const float g_zzm = fmaf(one_minus_omega, f_zzm, g_zzm_1);
        const float pair_pzz_2 = fmaf(pair_pzz_1, ux_times_3_over_2, shared_1);
        const float pair_zpz_2 = fmaf(pair_zpz_1, uy_times_3_over_2, shared_1);
        const float g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const float g_zpz = fmaf(one_minus_omega, f_zpz, g_zpz_1);
        const float g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const float g_zmz = fmaf(one_minus_omega, f_zmz, g_zmz_1);
        const float g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const float g_pzz = fmaf(one_minus_omega, f_pzz, g_pzz_1);
        const float g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const float g_mzz = fmaf(one_minus_omega, f_mzz, g_mzz_1);
        const float g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const float g_pmz = fmaf(one_minus_omega, f_pmz, g_pmz_1);
        const float g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const float g_mpz = fmaf(one_minus_omega, f_mpz, g_mpz_1);
        const float g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const float g_ppz = fmaf(one_minus_omega, f_ppz, g_ppz_1);
        const float g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const float g_mmz = fmaf(one_minus_omega, f_mmz, g_mmz_1);
        const float pair_pzp_1 = ux_times_3_over_2 + uz_times_3_over_2;
        const float pair_pzm_1 = ux_times_3_over_2 - uz_times_3_over_2;
        const float pair_pzm_2 = omega_over_18 * pair_pzm_1;
        const float pair_pzm_3 = fmaf(pair_pzm_2, pair_pzm_1, shared_2);
        const float g_pzm_1 = pair_pzm_3 + pair_pzm_2;
        const float g_pzm = fmaf(one_minus_omega, f_pzm, g_pzm_1);
        const float g_mzp_1 = pair_pzm_3 - pair_pzm_2;
        const float g_mzp = fmaf(one_minus_omega, f_mzp, g_mzp_1);
        const float pair_pzp_2 = omega_over_18 * pair_pzp_1;
        const float pair_pzp_3 = fmaf(pair_pzp_2, pair_pzp_1, shared_2);
        const float g_pzp_1 = pair_pzp_3 + pair_pzp_2;
        const float g_pzp = fmaf(one_minus_omega, f_pzp, g_pzp_1);
        const float g_mzm_1 = pair_pzp_3 - pair_pzp_2;
        const float g_mzm = fmaf(one_minus_omega, f_mzm, g_mzm_1);
        const float pair_zpp_1 = uy_times_3_over_2 + uz_times_3_over_2;
        const float pair_zpm_1 = uy_times_3_over_2 - uz_times_3_over_2;
        const float pair_zpm_2 = omega_over_18 * pair_zpm_1;
        const float pair_zpm_3 = fmaf(pair_zpm_2, pair_zpm_1, shared_2);
        const float pair_zpp_2 = omega_over_18 * pair_zpp_1;
        const float pair_zpp_3 = fmaf(pair_zpp_2, pair_zpp_1, shared_2);
        const float g_zpp_1 = pair_zpp_3 + pair_zpp_2;
        const float g_zpp = fmaf(one_minus_omega, f_zpp, g_zpp_1);
        const float g_zmm_1 = pair_zpp_3 - pair_zpp_2;
        const float g_zmm = fmaf(one_minus_omega, f_zmm, g_zmm_1);
        const float g_zpm_1 = pair_zpm_3 + pair_zpm_2;
        const float g_zpm = fmaf(one_minus_omega, f_zpm, g_zpm_1);
        const float g_zmp_1 = pair_zpm_3 - pair_zpm_2;
        const float g_zmp = fmaf(one_minus_omega, f_zmp, g_zmp_1);
        f[0][j] = g_zzz;
        f[1][j] = g_pzz;
        f[2][j] = g_mzz;
        f[3][j] = g_zpz;
        f[4][j] = g_zmz;
        f[5][j] = g_zzp;
        f[6][j] = g_zzm;
        f[7][j] = g_ppz;
        f[8][j] = g_mmz;
        f[9][j] = g_pmz;
        f[10][j] = g_mpz;
        f[11][j] = g_pzp;
        f[12][j] = g_mzm;
        f[13][j] = g_pzm;
        f[14][j] = g_mzp;
        f[15][j] = g_zpp;
        f[16][j] = g_zmm;
        f[17][j] = g_zpm;
        f[18][j] = g_zmp;
    }

    // results
    if (is_plain) {
        store(copy0 + offset(p), f[0]);
        store(copy0 + 2 * stride + offset(p), f[1]);
        store(copy0 + 1 * stride + offset(p), f[2]);
        store(copy0 + 4 * stride + offset(p), f[3]);
        store(copy0 + 3 * stride + offset(p), f[4]);
        store(copy0 + 6 * stride + offset(p), f[5]);
        store(copy0 + 5 * stride + offset(p), f[6]);
        store(copy0 + 8 * stride + offset(p), f[7]);
        store(copy0 + 7 * stride + offset(p), f[8]);
        store(copy0 + 10 * stride + offset(p), f[9]);
        store(copy0 + 9 * stride + offset(p), f[10]);
        store(copy0 + 12 * stride + offset(p), f[11]);
        store(copy0 + 11 * stride + offset(p), f[12]);
        store(copy0 + 14 * stride + offset(p), f[13]);
        store(copy0 + 13 * stride + offset(p), f[14]);
        store(copy0 + 16 * stride + offset(p), f[15]);
        store(copy0 + 15 * stride + offset(p), f[16]);
        store(copy0 + 18 * stride + offset(p), f[17]);
        store(copy0 + 17 * stride + offset(p), f[18]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            if (links[j] >> 31) {
                copy0[offset(p) + j] = f[0][j];
                copy0[2 * stride + offset(p) + j] = f[1][j];
                copy0[1 * stride + offset(p) + j] = f[2][j];
                copy0[4 * stride + offset(p) + j] = f[3][j];
                copy0[3 * stride + offset(p) + j] = f[4][j];
                copy0[6 * stride + offset(p) + j] = f[5][j];
                copy0[5 * stride + offset(p) + j] = f[6][j];
                copy0[8 * stride + offset(p) + j] = f[7][j];
                copy0[7 * stride + offset(p) + j] = f[8][j];
                copy0[10 * stride + offset(p) + j] = f[9][j];
                copy0[9 * stride + offset(p) + j] = f[10][j];
                copy0[12 * stride + offset(p) + j] = f[11][j];
                copy0[11 * stride + offset(p) + j] = f[12][j];
                copy0[14 * stride + offset(p) + j] = f[13][j];
                copy0[13 * stride + offset(p) + j] = f[14][j];
                copy0[16 * stride + offset(p) + j] = f[15][j];
                copy0[15 * stride + offset(p) + j] = f[16][j];
                copy0[18 * stride + offset(p) + j] = f[17][j];
                copy0[17 * stride + offset(p) + j] = f[18][j];
            }
        }
    }
}

// Kernel bulk: thread n updates the 4 nodes from position 4 n on, lattice D3Q19.
extern "C" __global__ void __launch_bounds__(128) tessera_bulk_aa_1(
        float *copy0,
        const slot_t stride,
        const int count,
        const int reversed,
        const int *__restrict__ tiles,
        const bits_t *__restrict__ words,
        const bits_t *__restrict__ plain,
        const float one_minus_omega,
        const float omega_over_3,
        const float omega_over_18,
        const float omega_over_9,
        const float omega_over_36)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 128 + (int) threadIdx.x;
    const int n = thread * 4;
    if (n >= count) {
        return;
    }
    const int p = n; // the first node's position
    const bool is_plain = (plain[p >> 10] >> (p >> 5 & 31) & 1) != 0; // 32 nodes without walls
    bits_t links[4]; // per node: one bit per neighbour; bit 31: bulk
    links[0] = is_plain ? 0xffffffffu : words[p + 0];
    links[1] = is_plain ? 0xffffffffu : words[p + 1];
    links[2] = is_plain ? 0xffffffffu : words[p + 2];
    links[3] = is_plain ? 0xffffffffu : words[p + 3];
    if (!((links[0] | links[1] | links[2] | links[3]) >> 31)) {
        return;
    }

    const int tile = p / 64;
    const int l = p % 64;
    // the neighbours' places in tiles of 4 x 4 x 4 nodes
    const int x = l % 4;
    const bool x_is_first = x == 0;
    const bool x_is_last = x == 0;
    const int x_m = x_is_first ? 3 : x - 1;
    const int x_p = x_is_last ? 0 : x + 4;
    const int y = l / 4 % 4;
    const bool y_is_first = y == 0;
    const bool y_is_last = y == 3;
    const int y_m = y_is_first ? 3 : y - 1;
    const int y_p = y_is_last ? 0 : y + 1;
    const int z = l / 16;
    const bool z_is_first = z == 0;
    const bool z_is_last = z == 3;
    const int z_m = z_is_first ? 3 : z - 1;
    const int z_p = z_is_last ? 0 : z + 1;
    const int tile_pzz = tiles[tile * 27 + 13 + (x_is_last ? 1 : 0)];
    const int l_pzz = x_p + 4 * (y + 4 * z);
    const int tile_mzz = tiles[tile * 27 + 13 - (x_is_first ? 1 : 0)];
    const int l_mzz = x_m + 4 * (y + 4 * z);
    const int tile_zpz = tiles[tile * 27 + 13 + (y_is_last ? 3 : 0)];
    const int l_zpz = x + 4 * (y_p + 4 * z);
    const int tile_zmz = tiles[tile * 27 + 13 - (y_is_first ? 3 : 0)];
    const int l_zmz = x + 4 * (y_m + 4 * z);
    const int tile_zzp = tiles[tile * 27 + 13 + (z_is_last ? 9 : 0)];
    const int l_zzp = x + 4 * (y + 4 * z_p);
    const int tile_zzm = tiles[tile * 27 + 13 - (z_is_first ? 9 : 0)];
    const int l_zzm = x + 4 * (y + 4 * z_m);
    const int tile_ppz = tiles[tile * 27 + 13 + (x_is_last ? 1 : 0) + (y_is_last ? 3 : 0)];
    const int l_ppz = x_p + 4 * (y_p + 4 * z);
    const int tile_mmz = tiles[tile * 27 + 13 - (x_is_first ? 1 : 0) - (y_is_first ? 3 : 0)];
    const int l_mmz = x_m + 4 * (y_m + 4 * z);
    const int tile_pmz = tiles[tile * 27 + 13 + (x_is_last ? 1 : 0) - (y_is_first ? 3 : 0)];
    const int l_pmz = x_p + 4 * (y_m + 4 * z);
    const int tile_mpz = tiles[tile * 27 + 13 - (x_is_first ? 1 : 0) + (y_is_last ? 3 : 0)];
    const int l_mpz = x_m + 4 * (y_p + 4 * z);
    const int tile_pzp = tiles[tile * 27 + 13 + (x_is_last ? 1 : 0) + (z_is_last ? 9 : 0)];
    const int l_pzp = x_p + 4 * (y + 4 * z_p);
    const int tile_mzm = tiles[tile * 27 + 13 - (x_is_first ? 1 : 0) - (z_is_first ? 9 : 0)];
    const int l_mzm = x_m + 4 * (y + 4 * z_m);
    const int tile_pzm = tiles[tile * 27 + 13 + (x_is_last ? 1 : 0) - (z_is_first ? 9 : 0)];
    const int l_pzm = x_p + 4 * (y + 4 * z_m);
    const int tile_mzp = tiles[tile * 27 + 13 - (x_is_first ? 1 : 0) + (z_is_last ? 9 : 0)];
    const int l_mzp = x_m + 4 * (y + 4 * z_p);
    const int tile_zpp = tiles[tile * 27 + 13 + (y_is_last ? 3 : 0) + (z_is_last ? 9 : 0)];
    const int l_zpp = x + 4 * (y_p + 4 * z_p);
    const int tile_zmm = tiles[tile * 27 + 13 - (y_is_first ? 3 : 0) - (z_is_first ? 9 : 0)];
    const int l_zmm = x + 4 * (y_m + 4 * z_m);
    const int tile_zpm = tiles[tile * 27 + 13 + (y_is_last ? 3 : 0) - (z_is_first ? 9 : 0)];
    const int l_zpm = x + 4 * (y_p + 4 * z_m);
    const int tile_zmp = tiles[tile * 27 + 13 - (y_is_first ? 3 : 0) + (z_is_last ? 9 : 0)];
    const int l_zmp = x + 4 * (y_m + 4 * z_p);
    const int at_pzz = tile_pzz * 64 + l_pzz;
    const int at_mzz = tile_mzz * 64 + l_mzz;
    const int at_zpz = tile_zpz * 64 + l_zpz;
    const int at_zmz = tile_zmz * 64 + l_zmz;
    const int at_zzp = tile_zzp * 64 + l_zzp;
    const int at_zzm = tile_zzm * 64 + l_zzm;
    const int at_ppz = tile_ppz * 64 + l_ppz;
    const int at_mmz = tile_mmz * 64 + l_mmz;
    const int at_pmz = tile_pmz * 64 + l_pmz;
    const int at_mpz = tile_mpz * 64 + l_mpz;
    const int at_pzp = tile_pzp * 64 + l_pzp;
    const int at_mzm = tile_mzm * 64 + l_mzm;
    const int at_pzm = tile_pzm * 64 + l_pzm;
    const int at_mzp = tile_mzp * 64 + l_mzp;
    const int at_zpp = tile_zpp * 64 + l_zpp;
    const int at_zmm = tile_zmm * 64 + l_zmm;
    const int at_zpm = tile_zpm * 64 + l_zpm;
    const int at_zmp = tile_zmp * 64 + l_zmp;

    // incoming populations
    float f[19][4];
    if (is_plain) {
        load(copy0 + offset(p), f[0]);
        load_left(copy0 + 2 * stride, offset(p), offset(at_mzz), f[1]);
        load_right(copy0 + 1 * stride, offset(p), offset(at_pzz), f[2]);
        load(copy0 + 4 * stride + offset(at_zmz), f[3]);
        load(copy0 + 3 * stride + offset(at_zpz), f[4]);
        load(copy0 + 6 * stride + offset(at_zzm), f[5]);
        load(copy0 + 5 * stride + offset(at_zzp), f[6]);
        load_left(copy0 + 8 * stride, offset(at_zmz), offset(at_mmz), f[7]);
        load_right(copy0 + 7 * stride, offset(at_zpz), offset(at_ppz), f[8]);
        load_left(copy0 + 10 * stride, offset(at_zpz), offset(at_mpz), f[9]);
        load_right(copy0 + 9 * stride, offset(at_zmz), offset(at_pmz), f[10]);
        load_left(copy0 + 12 * stride, offset(at_zzm), offset(at_mzm), f[11]);
        load_right(copy0 + 11 * stride, offset(at_zzp), offset(at_pzp), f[12]);
        load_left(copy0 + 14 * stride, offset(at_zzp), offset(at_mzp), f[13]);
        load_right(copy0 + 13 * stride, offset(at_zzm), offset(at_pzm), f[14]);
        load(copy0 + 16 * stride + offset(at_zmm), f[15]);
        load(copy0 + 15 * stride + offset(at_zpp), f[16]);
        load(copy0 + 18 * stride + offset(at_zmp), f[17]);
        load(copy0 + 17 * stride + offset(at_zpm), f[18]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            if (links[j] >> 31) {
                f[0][j] = copy0[offset(p) + j];
                f[1][j] = copy0[(links[j] & 0x1000u) != 0 ? 2 * stride + (j == 0 ? offset(at_mzz) : offset(p) + j - 1) : 1 * stride + offset(p) + j];
                f[2][j] = copy0[(links[j] & 0x4000u) != 0 ? 1 * stride + (j == 3 ? offset(at_pzz) : offset(p) + j + 1) : 2 * stride + offset(p) + j];
                f[3][j] = copy0[(links[j] & 0x400u) != 0 ? 4 * stride + offset(at_zmz) + j : 3 * stride + offset(p) + j];
                f[4][j] = copy0[(links[j] & 0x10000u) != 0 ? 3 * stride + offset(at_zpz) + j : 4 * stride + offset(p) + j];
                f[5][j] = copy0[(links[j] & 0x10u) != 0 ? 6 * stride + offset(at_zzm) + j : 5 * stride + offset(p) + j];
                f[6][j] = copy0[(links[j] & 0x400000u) != 0 ? 5 * stride + offset(at_zzp) + j : 6 * stride + offset(p) + j];
                f[7][j] = copy0[(links[j] & 0x200u) != 0 ? 8 * stride + (j == 0 ? offset(at_mmz) : offset(at_zmz) + j - 1) : 7 * stride + offset(p) + j];
                f[8][j] = copy0[(links[j] & 0x20000u) != 0 ? 7 * stride + (j == 3 ? offset(at_ppz) : offset(at_zpz) + j + 1) : 8 * stride + offset(p) + j];
                f[9][j] = copy0[(links[j] & 0x8000u) != 0 ? 10 * stride + (j == 0 ? offset(at_mpz) : offset(at_zpz) + j - 1) : 9 * stride + offset(p) + j];
                f[10][j] = copy0[(links[j] & 0x800u) != 0 ? 9 * stride + (j == 3 ? offset(at_pmz) : offset(at_zmz) + j + 1) : 10 * stride + offset(p) + j];
                f[11][j] = copy0[(links[j] & 0x8u) != 0 ? 12 * stride + (j == 0 ? offset(at_mzm) : offset(at_zzm) + j - 1) : 11 * stride + offset(p) + j];
                f[12][j] = copy0[(links[j] & 0x800000u) != 0 ? 11 * stride + (j == 3 ? offset(at_pzp) : offset(at_zzp) + j + 1) : 12 * stride + offset(p) + j];
                f[13][j] = copy0[(links[j] & 0x200000u) != 0 ? 14 * stride + (j == 0 ? offset(at_mzp) : offset(at_zzp) + j - 1) : 13 * stride + offset(p) + j];
                f[14][j] = copy0[(links[j] & 0x20u) != 0 ? 13 * stride + (j == 3 ? offset(at_pzm) : offset(at_zzm) + j + 1) : 14 * stride + offset(p) + j];
                f[15][j] = copy0[(links[j] & 0x2u) != 0 ? 16 * stride + offset(at_zmm) + j : 15 * stride + offset(p) + j];
                f[16][j] = copy0[(links[j] & 0x2000000u) != 0 ? 15 * stride + offset(at_zpp) + j : 16 * stride + offset(p) + j];
                f[17][j] = copy0[(links[j] & 0x80000u) != 0 ? 18 * stride + offset(at_zmp) + j : 17 * stride + offset(p) + j];
                f[18][j] = copy0[(links[j] & 0x80u) != 0 ? 17 * stride + offset(at_zpm) + j : 18 * stride + offset(p) + j];
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
                f[9][j] = 0;
                f[10][j] = 0;
                f[11][j] = 0;
                f[12][j] = 0;
                f[13][j] = 0;
                f[14][j] = 0;
                f[15][j] = 0;
                f[16][j] = 0;
                f[17][j] = 0;
                f[18][j] = 0;
            }
        }
    }

    // computation
    #pragma unroll
    for (int j = 0; j < 4; j++) {
        const float f_zzz = f[0][j];
        const float f_pzz = f[1][j];
        const float f_mzz = f[2][j];
        const float f_zpz = f[3][j];
        const float f_zmz = f[4][j];
        const float f_zzp = f[5][j];
        const float f_zzm = f[6][j];
        const float f_ppz = f[7][j];
        const float f_mmz = f[8][j];
        const float f_pmz = f[9][j];
        const float f_mpz = f[10][j];
        const float f_pzp = f[11][j];
        const float f_mzm = f[12][j];
        const float f_pzm = f[13][j];
        const float f_mzp = f[14][j];
        const float f_zpp = f[15][j];
        const float f_zmm = f[16][j];
        const float f_zpm = f[17][j];
        const float f_zmp = f[18][j];
        const float sum_pzz = f_pzz + f_mzz;
        const float rho_1 = f_zzz + sum_pzz;
        const float g_zzz_1 = one_minus_omega * f_zzz;
        const float sum_zpz = f_zpz + f_zmz;
        const float rho_2 = rho_1 + sum_zpz;
        const float sum_zzp = f_zzp + f_zzm;
        const float rho_3 = rho_2 + sum_zzp;
        const float sum_ppz = f_ppz + f_mmz;
        const float sum_pmz = f_pmz + f_mpz;
        const float sum_xy = sum_ppz + sum_pmz;
        const float rho_4 = rho_3 + sum_xy;
        const float sum_pzp = f_pzp + f_mzm;
        const float sum_pzm = f_pzm + f_mzp;
        const float sum_xz = sum_pzp + sum_pzm;
        const float rho_5 = rho_4 + sum_xz;
        const float sum_zpp = f_zpp + f_zmm;
        const float sum_zpm = f_zpm + f_zmp;
        const float sum_yz = sum_zpp + sum_zpm;
        const float rho = rho_5 + sum_yz;
        const float difference_pzz = f_pzz - f_mzz;
        const float difference_ppz = f_ppz - f_mmz;
        const float difference_pmz = f_pmz - f_mpz;
        const float momentum_x_of_xy = difference_ppz + difference_pmz;
        const float ux_1 = difference_pzz + momentum_x_of_xy;
        const float momentum_y_of_xy = difference_ppz - difference_pmz;
        const float difference_pzp = f_pzp - f_mzm;
        const float difference_pzm = f_pzm - f_mzp;
        const float momentum_x_of_xz = difference_pzp + difference_pzm;
        const float ux = ux_1 + momentum_x_of_xz;
        const float momentum_z_of_xz = difference_pzp - difference_pzm;
        const float ux_times_3_over_2 = 0x1.8p0f /* 3/2 */ * ux;
        const float ux_sq_times_3_over_2 = ux_times_3_over_2 * ux;
        const float pair_pzz_1 = omega_over_9 * ux_times_3_over_2;
        const float difference_zpz = f_zpz - f_zmz;
        const float uy_1 = difference_zpz + momentum_y_of_xy;
        const float difference_zpp = f_zpp - f_zmm;
        const float difference_zpm = f_zpm - f_zmp;
        const float momentum_y_of_yz = difference_zpp + difference_zpm;
        const float uy = uy_1 + momentum_y_of_yz;
        const float momentum_z_of_yz = difference_zpp - difference_zpm;
        const float uy_times_3_over_2 = 0x1.8p0f /* 3/2 */ * uy;
        const float uxy_sq_times_3_over_2 = fmaf(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
        const float pair_zpz_1 = omega_over_9 * uy_times_3_over_2;
        const float pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
        const float pair_ppz_2 = omega_over_18 * pair_ppz_1;
        const float pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
        const float pair_pmz_2 = omega_over_18 * pair_pmz_1;
        const float difference_zzp = f_zzp - f_zzm;
        const float uz_1 = difference_zzp + momentum_z_of_xz;
        const float uz = uz_1 + momentum_z_of_yz;
        const float uz_times_3_over_2 = 0x1.8p0f /* 3/2 */ * uz;
        const float u_sq_times_3_over_2 = fmaf(uz_times_3_over_2, uz, uxy_sq_times_3_over_2);
        const float rho_minus_u_sq_times_3_over_2 = rho - u_sq_times_3_over_2;
        const float g_zzz = fmaf(omega_over_3, rho_minus_u_sq_times_3_over_2, g_zzz_1);
        const float shared_2 = omega_over_36 * rho_minus_u_sq_times_3_over_2;
        const float pair_ppz_3 = fmaf(pair_ppz_2, pair_ppz_1, shared_2);
        const float pair_pmz_3 = fmaf(pair_pmz_2, pair_pmz_1, shared_2);
        const float shared_1 = omega_over_18 * rho_minus_u_sq_times_3_over_2;
        const float pair_zzp_1 = omega_over_9 * uz_times_3_over_2;
        const float pair_zzp_2 = fmaf(pair_zzp_1, uz_times_3_over_2, shared_1);
        const float g_zzp_1 = pair_zzp_2 + pair_zzp_1;
        const float g_zzp = fmaf(one_minus_omega, f_zzp, g_zzp_1);
        const float g_zzm_1 = pair_zzp_2 - pair_zzp_1;
        const float g_zzm = fmaf(one_minus_omega, f_zzm, g_zzm_1);
        const float pair_pzz_2 = fmaf(pair_pzz_1, ux_times_3_over_2, shared_1);
        const float pair_zpz_2 = fmaf(pair_zpz_1, uy_times_3_over_2, shared_1);
        const float g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const float g_zpz = fmaf(one_minus_omega, f_zpz, g_zpz_1);
        const float g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const float g_zmz = fmaf(one_minus_omega, f_zmz, g_zmz_1);
        const float g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const float g_pzz = fmaf(one_minus_omega, f_pzz, g_pzz_1);
        const float g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const float g_mzz = fmaf(one_minus_omega, f_mzz, g_mzz_1);
        const float g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const float g_pmz = fmaf(one_minus_omega, f_pmz, g_pmz_1);
        const float g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const float g_mpz = fmaf(one_minus_omega, f_mpz, g_mpz_1);
        const float g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const float g_ppz = fmaf(one_minus_omega, f_ppz, g_ppz_1);
        const float g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const float g_mmz = fmaf(one_minus_omega, f_mmz, g_mmz_1);
        const float pair_pzp_1 = ux_times_3_over_2 + uz_times_3_over_2;
        const float pair_pzm_1 = ux_times_3_over_2 - uz_times_3_over_2;
        const float pair_pzm_2 = omega_over_18 * pair_pzm_1;
        const float pair_pzm_3 = fmaf(pair_pzm_2, pair_pzm_1, shared_2);
        const float g_pzm_1 = pair_pzm_3 + pair_pzm_2;
        const float g_pzm = fmaf(one_minus_omega, f_pzm, g_pzm_1);
        const float g_mzp_1 = pair_pzm_3 - pair_pzm_2;
        const float g_mzp = fmaf(one_minus_omega, f_mzp, g_mzp_1);
        const float pair_pzp_2 = omega_over_18 * pair_pzp_1;
        const float pair_pzp_3 = fmaf(pair_pzp_2, pair_pzp_1, shared_2);
        const float g_pzp_1 = pair_pzp_3 + pair_pzp_2;
        const float g_pzp = fmaf(one_minus_omega, f_pzp, g_pzp_1);
        const float g_mzm_1 = pair_pzp_3 - pair_pzp_2;
        const float g_mzm = fmaf(one_minus_omega, f_mzm, g_mzm_1);
        const float pair_zpp_1 = uy_times_3_over_2 + uz_times_3_over_2;
        const float pair_zpm_1 = uy_times_3_over_2 - uz_times_3_over_2;
        const float pair_zpm_2 = omega_over_18 * pair_zpm_1;
        const float pair_zpm_3 = fmaf(pair_zpm_2, pair_zpm_1, shared_2);
        const float pair_zpp_2 = omega_over_18 * pair_zpp_1;
        const float pair_zpp_3 = fmaf(pair_zpp_2, pair_zpp_1, shared_2);
        const float g_zpp_1 = pair_zpp_3 + pair_zpp_2;
        const float g_zpp = fmaf(one_minus_omega, f_zpp, g_zpp_1);
        const float g_zmm_1 = pair_zpp_3 - pair_zpp_2;
        const float g_zmm = fmaf(one_minus_omega, f_zmm, g_zmm_1);
        const float g_zpm_1 = pair_zpm_3 + pair_zpm_2;
        const float g_zpm = fmaf(one_minus_omega, f_zpm, g_zpm_1);
        const float g_zmp_1 = pair_zpm_3 - pair_zpm_2;
        const float g_zmp = fmaf(one_minus_omega, f_zmp, g_zmp_1);
        f[0][j] = g_zzz;
        f[1][j] = g_pzz;
        f[2][j] = g_mzz;
        f[3][j] = g_zpz;
        f[4][j] = g_zmz;
        f[5][j] = g_zzp;
        f[6][j] = g_zzm;
        f[7][j] = g_ppz;
        f[8][j] = g_mmz;
        f[9][j] = g_pmz;
        f[10][j] = g_mpz;
        f[11][j] = g_pzp;
        f[12][j] = g_mzm;
        f[13][j] = g_pzm;
        f[14][j] = g_mzp;
        f[15][j] = g_zpp;
        f[16][j] = g_zmm;
        f[17][j] = g_zpm;
        f[18][j] = g_zmp;
    }

    // results
    if (is_plain) {
        store(copy0 + offset(p), f[0]);
        store_right(copy0 + 1 * stride, offset(p), offset(at_pzz), f[1]);
        store_left(copy0 + 2 * stride, offset(p), offset(at_mzz), f[2]);
        store(copy0 + 3 * stride + offset(at_zpz), f[3]);
        store(copy0 + 4 * stride + offset(at_zmz), f[4]);
        store(copy0 + 5 * stride + offset(at_zzp), f[5]);
        store(copy0 + 6 * stride + offset(at_zzm), f[6]);
        store_right(copy0 + 7 * stride, offset(at_zpz), offset(at_ppz), f[7]);
        store_left(copy0 + 8 * stride, offset(at_zmz), offset(at_mmz), f[8]);
        store_right(copy0 + 9 * stride, offset(at_zmz), offset(at_pmz), f[9]);
        store_left(copy0 + 10 * stride, offset(at_zpz), offset(at_mpz), f[10]);
        store_right(copy0 + 11 * stride, offset(at_zzp), offset(at_pzp), f[11]);
        store_left(copy0 + 12 * stride, offset(at_zzm), offset(at_mzm), f[12]);
        store_right(copy0 + 13 * stride, offset(at_zzm), offset(at_pzm), f[13]);
        store_left(copy0 + 14 * stride, offset(at_zzp), offset(at_mzp), f[14]);
        store(copy0 + 15 * stride + offset(at_zpp), f[15]);
        store(copy0 + 16 * stride + offset(at_zmm), f[16]);
        store(copy0 + 17 * stride + offset(at_zpm), f[17]);
        store(copy0 + 18 * stride + offset(at_zmp), f[18]);
    }
    else {
        #pragma unroll
        for (int j = 0; j < 4; j++) {
            if (links[j] >> 31) {
                copy0[offset(p) + j] = f[0][j];
                copy0[(links[j] & 0x4000u) != 0 ? 1 * stride + (j == 3 ? offset(at_pzz) : offset(p) + j + 1) : 2 * stride + offset(p) + j] = f[1][j];
                copy0[(links[j] & 0x1000u) != 0 ? 2 * stride + (j == 0 ? offset(at_mzz) : offset(p) + j - 1) : 1 * stride + offset(p) + j] = f[2][j];
                copy0[(links[j] & 0x10000u) != 0 ? 3 * stride + offset(at_zpz) + j : 4 * stride + offset(p) + j] = f[3][j];
                copy0[(links[j] & 0x400u) != 0 ? 4 * stride + offset(at_zmz) + j : 3 * stride + offset(p) + j] = f[4][j];
                copy0[(links[j] & 0x400000u) != 0 ? 5 * stride + offset(at_zzp) + j : 6 * stride + offset(p) + j] = f[5][j];
                copy0[(links[j] & 0x10u) != 0 ? 6 * stride + offset(at_zzm) + j : 5 * stride + offset(p) + j] = f[6][j];
                copy0[(links[j] & 0x20000u) != 0 ? 7 * stride + (j == 3 ? offset(at_ppz) : offset(at_zpz) + j + 1) : 8 * stride + offset(p) + j] = f[7][j];
                copy0[(links[j] & 0x200u) != 0 ? 8 * stride + (j == 0 ? offset(at_mmz) : offset(at_zmz) + j - 1) : 7 * stride + offset(p) + j] = f[8][j];
                copy0[(links[j] & 0x800u) != 0 ? 9 * stride + (j == 3 ? offset(at_pmz) : offset(at_zmz) + j + 1) : 10 * stride + offset(p) + j] = f[9][j];
                copy0[(links[j] & 0x8000u) != 0 ? 10 * stride + (j == 0 ? offset(at_mpz) : offset(at_zpz) + j - 1) : 9 * stride + offset(p) + j] = f[10][j];
                copy0[(links[j] & 0x800000u) != 0 ? 11 * stride + (j == 3 ? offset(at_pzp) : offset(at_zzp) + j + 1) : 12 * stride + offset(p) + j] = f[11][j];
                copy0[(links[j] & 0x8u) != 0 ? 12 * stride + (j == 0 ? offset(at_mzm) : offset(at_zzm) + j - 1) : 11 * stride + offset(p) + j] = f[12][j];
                copy0[(links[j] & 0x20u) != 0 ? 13 * stride + (j == 3 ? offset(at_pzm) : offset(at_zzm) + j + 1) : 14 * stride + offset(p) + j] = f[13][j];
                copy0[(links[j] & 0x200000u) != 0 ? 14 * stride + (j == 0 ? offset(at_mzp) : offset(at_zzp) + j - 1) : 13 * stride + offset(p) + j] = f[14][j];
                copy0[(links[j] & 0x2000000u) != 0 ? 15 * stride + offset(at_zpp) + j : 16 * stride + offset(p) + j] = f[15][j];
                copy0[(links[j] & 0x2u) != 0 ? 16 * stride + offset(at_zmm) + j : 15 * stride + offset(p) + j] = f[16][j];
                copy0[(links[j] & 0x80u) != 0 ? 17 * stride + offset(at_zpm) + j : 18 * stride + offset(p) + j] = f[17][j];
                copy0[(links[j] & 0x80000u) != 0 ? 18 * stride + offset(at_zmp) + j : 17 * stride + offset(p) + j] = f[18][j];
            }
        }
    }
}
