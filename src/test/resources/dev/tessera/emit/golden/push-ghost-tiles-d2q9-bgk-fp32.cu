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

// Kernel bulk: thread n updates the node at position n, lattice D2Q9.
extern "C" __global__ void __launch_bounds__(256) tessera_bulk_push_0(
        float *copy0,
        const slot_t stride,
        const int count,
        const int reversed,
        const int *__restrict__ seams,
        const mask_t *__restrict__ masks,
        float *ghost_in,
        const int *__restrict__ ghost_reads,
        const int *__restrict__ arrivals,
        float *ghost_out,
        const int *__restrict__ ghost_writes,
        const int *__restrict__ departures,
        const float one_minus_omega,
        const float omega_times_4_over_9,
        const float omega_over_9,
        const float omega_times_2_over_9,
        const float omega_over_36,
        const float omega_over_18)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 256 + (int) threadIdx.x;
    const int lane = (int) threadIdx.x;
    const int place = block * 1 + lane / 256;
    const bool is_tile = place * 256 < count;
    const int tile = is_tile ? place : 0;
    const int l = lane % 256;
    const int p = tile * 256 + l; // the node's position
    const bool is_fluid = is_tile && (masks[tile * 4 + (l >> 6)] >> (l & 63) & 1) != 0;
    // the neighbours' places in tiles of 16 x 16 x 1 nodes
    const int seam = seams[tile];
    const int x = l % 16;
    const bool x_is_first = x == ((seam & 1) ? 0 : 0);
    const bool x_is_last = x == ((seam & 2) ? 7 : 15);
    const int x_m = x_is_first ? ((seam & 1) ? 7 : 15) : x - 1;
    const int x_p = x_is_last ? ((seam & 2) ? 0 : 0) : x + 1;
    const int y = l / 16 % 16;
    const bool y_is_first = y == 0;
    const bool y_is_last = y == 15;
    const int y_m = y_is_first ? 15 : y - 1;
    const int y_p = y_is_last ? 0 : y + 1;
    __shared__ float moved[2048];
    const int here = lane / 256 * 2048; // start of the tile in shared memory

    // populations from other tiles
    const int in_path_0 = l < 192 ? arrivals[seam * 192 + l] : -1;
    const int from_0 = in_path_0 < 0 ? -1 : ghost_reads[tile * 16 + (in_path_0 >> 10)];
    const float incoming_0 = from_0 < 0 ? __int_as_float(-1) : ghost_in[from_0 + (in_path_0 & 1023)];
    // incoming populations: from the tile itself, then from other tiles
    float f_zzz = copy0[offset(p)];
    float f_pzz = copy0[stride + offset(p)];
    float f_mzz = copy0[2 * stride + offset(p)];
    float f_zpz = copy0[3 * stride + offset(p)];
    float f_zmz = copy0[4 * stride + offset(p)];
    float f_ppz = copy0[5 * stride + offset(p)];
    float f_mmz = copy0[6 * stride + offset(p)];
    float f_pmz = copy0[7 * stride + offset(p)];
    float f_mpz = copy0[8 * stride + offset(p)];
    if (l < 192) moved[here + l] = incoming_0;
    __syncthreads();
    const int in_mzz = x_is_first ? 0 + y : -1;
    const int in_pzz = x_is_last ? 16 + y : -1;
    const int in_zmz = y_is_first ? 32 + x : -1;
    const int in_zpz = y_is_last ? 48 + x : -1;
    const int in_mmz = x_is_first ? 64 + y : y_is_first ? 80 + x : -1;
    const int in_ppz = x_is_last ? 96 + y : y_is_last ? 112 + x : -1;
    const int in_mpz = x_is_first ? 128 + y : y_is_last ? 144 + x : -1;
    const int in_pmz = x_is_last ? 160 + y : y_is_first ? 176 + x : -1;
    const float ghost_mzz = in_mzz < 0 ? f_pzz : moved[here + in_mzz];
    f_pzz = ghost_mzz == ghost_mzz ? ghost_mzz : f_pzz;
    const float ghost_pzz = in_pzz < 0 ? f_mzz : moved[here + in_pzz];
    f_mzz = ghost_pzz == ghost_pzz ? ghost_pzz : f_mzz;
    const float ghost_zmz = in_zmz < 0 ? f_zpz : moved[here + in_zmz];
    f_zpz = ghost_zmz == ghost_zmz ? ghost_zmz : f_zpz;
    const float ghost_zpz = in_zpz < 0 ? f_zmz : moved[here + in_zpz];
    f_zmz = ghost_zpz == ghost_zpz ? ghost_zpz : f_zmz;
    const float ghost_mmz = in_mmz < 0 ? f_ppz : moved[here + in_mmz];
    f_ppz = ghost_mmz == ghost_mmz ? ghost_mmz : f_ppz;
    const float ghost_ppz = in_ppz < 0 ? f_mmz : moved[here + in_ppz];
    f_mmz = ghost_ppz == ghost_ppz ? ghost_ppz : f_mmz;
    const float ghost_mpz = in_mpz < 0 ? f_pmz : moved[here + in_mpz];
    f_pmz = ghost_mpz == ghost_mpz ? ghost_mpz : f_pmz;
    const float ghost_pmz = in_pmz < 0 ? f_mpz : moved[here + in_pmz];
    f_mpz = ghost_pmz == ghost_pmz ? ghost_pmz : f_mpz;

    // computation
    float out_0, out_1, out_2, out_3, out_4, out_5, out_6, out_7, out_8;
    if (is_fluid) {
        const float sum_pzz = f_pzz + f_mzz;
        const float rho_1 = f_zzz + sum_pzz;
        const float g_zzz_1 = one_minus_omega * f_zzz;
        const float sum_zpz = f_zpz + f_zmz;
        const float rho_2 = rho_1 + sum_zpz;
        const float sum_ppz = f_ppz + f_mmz;
        const float sum_pmz = f_pmz + f_mpz;
        const float sum_xy = sum_ppz + sum_pmz;
        const float rho = rho_2 + sum_xy;
        const float difference_pzz = f_pzz - f_mzz;
        const float difference_ppz = f_ppz - f_mmz;
        const float difference_pmz = f_pmz - f_mpz;
        const float momentum_x_of_xy = difference_ppz + difference_pmz;
        const float ux = difference_pzz + momentum_x_of_xy;
        const float momentum_y_of_xy = difference_ppz - difference_pmz;
        const float ux_times_3_over_2 = 0x1.8p0f /* 3/2 */ * ux;
        const float ux_sq_times_3_over_2 = ux_times_3_over_2 * ux;
        const float pair_pzz_1 = omega_times_2_over_9 * ux_times_3_over_2;
        const float difference_zpz = f_zpz - f_zmz;
        const float uy = difference_zpz + momentum_y_of_xy;
        const float uy_times_3_over_2 = 0x1.8p0f /* 3/2 */ * uy;
        const float uxy_sq_times_3_over_2 = fmaf(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
        const float rho_minus_uxy_sq_times_3_over_2 = rho - uxy_sq_times_3_over_2;
        const float g_zzz = fmaf(omega_times_4_over_9, rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
        const float shared_1 = omega_over_9 * rho_minus_uxy_sq_times_3_over_2;
        const float shared_2 = omega_over_36 * rho_minus_uxy_sq_times_3_over_2;
        const float pair_zpz_1 = omega_times_2_over_9 * uy_times_3_over_2;
        const float pair_zpz_2 = fmaf(pair_zpz_1, uy_times_3_over_2, shared_1);
        const float pair_pzz_2 = fmaf(pair_pzz_1, ux_times_3_over_2, shared_1);
        const float g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const float g_pzz = fmaf(one_minus_omega, f_pzz, g_pzz_1);
        const float g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const float g_mzz = fmaf(one_minus_omega, f_mzz, g_mzz_1);
        const float g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const float g_zpz = fmaf(one_minus_omega, f_zpz, g_zpz_1);
        const float g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const float g_zmz = fmaf(one_minus_omega, f_zmz, g_zmz_1);
        const float pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
        const float pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
        const float pair_pmz_2 = omega_over_18 * pair_pmz_1;
        const float pair_pmz_3 = fmaf(pair_pmz_2, pair_pmz_1, shared_2);
        const float pair_ppz_2 = omega_over_18 * pair_ppz_1;
        const float pair_ppz_3 = fmaf(pair_ppz_2, pair_ppz_1, shared_2);
        const float g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const float g_ppz = fmaf(one_minus_omega, f_ppz, g_ppz_1);
        const float g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const float g_mmz = fmaf(one_minus_omega, f_mmz, g_mmz_1);
        const float g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const float g_pmz = fmaf(one_minus_omega, f_pmz, g_pmz_1);
        const float g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const float g_mpz = fmaf(one_minus_omega, f_mpz, g_mpz_1);
        out_0 = g_zzz;
        out_1 = g_pzz;
        out_2 = g_mzz;
        out_3 = g_zpz;
        out_4 = g_zmz;
        out_5 = g_ppz;
        out_6 = g_mmz;
        out_7 = g_pmz;
        out_8 = g_mpz;
    }
    else {
        out_0 = __int_as_float(-1);
        out_1 = __int_as_float(-1);
        out_2 = __int_as_float(-1);
        out_3 = __int_as_float(-1);
        out_4 = __int_as_float(-1);
        out_5 = __int_as_float(-1);
        out_6 = __int_as_float(-1);
        out_7 = __int_as_float(-1);
        out_8 = __int_as_float(-1);
    }

    __syncthreads();
    // outgoing populations: to nodes of the tile and the node's own slots, and to other tiles
    moved[here + 0 + l] = out_1;
    moved[here + 256 + l] = out_2;
    moved[here + 512 + l] = out_3;
    moved[here + 768 + l] = out_4;
    moved[here + 1024 + l] = out_5;
    moved[here + 1280 + l] = out_6;
    moved[here + 1536 + l] = out_7;
    moved[here + 1792 + l] = out_8;
    __syncthreads();
    if (is_tile) {
        const int out_path_0 = l < 192 ? departures[seam * 192 + l] : -1;
        const int to_0 = out_path_0 < 0 ? -1 : ghost_writes[tile * 12 + (out_path_0 >> 25)];
        if (to_0 >= 0) ghost_out[to_0 + (out_path_0 >> 15 & 1023)] = moved[here + (out_path_0 & 32767) - 256];
    }
    if (is_fluid) {
        const int l_mzz = x_m + 16 * y;
        const float to_mzz = (x_is_first) ? out_2 : moved[here + 0 + l_mzz];
        copy0[stride + offset(p)] = to_mzz == to_mzz ? to_mzz : out_2;
        const int l_pzz = x_p + 16 * y;
        const float to_pzz = (x_is_last) ? out_1 : moved[here + 256 + l_pzz];
        copy0[2 * stride + offset(p)] = to_pzz == to_pzz ? to_pzz : out_1;
        const int l_zmz = x + 16 * y_m;
        const float to_zmz = (y_is_first) ? out_4 : moved[here + 512 + l_zmz];
        copy0[3 * stride + offset(p)] = to_zmz == to_zmz ? to_zmz : out_4;
        const int l_zpz = x + 16 * y_p;
        const float to_zpz = (y_is_last) ? out_3 : moved[here + 768 + l_zpz];
        copy0[4 * stride + offset(p)] = to_zpz == to_zpz ? to_zpz : out_3;
        const int l_mmz = x_m + 16 * y_m;
        const float to_mmz = (x_is_first || y_is_first) ? out_6 : moved[here + 1024 + l_mmz];
        copy0[5 * stride + offset(p)] = to_mmz == to_mmz ? to_mmz : out_6;
        const int l_ppz = x_p + 16 * y_p;
        const float to_ppz = (x_is_last || y_is_last) ? out_5 : moved[here + 1280 + l_ppz];
        copy0[6 * stride + offset(p)] = to_ppz == to_ppz ? to_ppz : out_5;
        const int l_mpz = x_m + 16 * y_p;
        const float to_mpz = (x_is_first || y_is_last) ? out_8 : moved[here + 1536 + l_mpz];
        copy0[7 * stride + offset(p)] = to_mpz == to_mpz ? to_mpz : out_8;
        const int l_pmz = x_p + 16 * y_m;
        const float to_pmz = (x_is_last || y_is_first) ? out_7 : moved[here + 1792 + l_pmz];
        copy0[8 * stride + offset(p)] = to_pmz == to_pmz ? to_pmz : out_7;
    }
    if (is_fluid) {
        copy0[offset(p)] = out_0;
    }
}
