#pragma OPENCL FP_CONTRACT OFF
typedef long index_t;
typedef int slot_t;
typedef uint bits_t;
typedef ulong mask_t;
typedef ulong2 record_t;
typedef uint2 pair_t;
typedef ushort part_t;
#ifdef __NV_CL_C_VERSION
#define LOADS_END asm volatile("" ::: "memory"); // loads are not moved past this point
#else
#define LOADS_END
#endif

// The offset of a position's values from the starts of arrays: bundles of 8192 positions, each with all 9 arrays.
static inline slot_t offset(int p) {
    return p + (slot_t) (p >> 13) * 65536;
}

// The number of members of a bit set that are less than n; a set has one bit per number, and one count per 8 words.
static inline int rank(__global const mask_t *restrict words, __global const int *restrict before, int n) {
    const int word = n >> 6;
    int count = before[word >> 3];
    for (int w = word & ~7; w < word; w++) {
        count += (int) popcount(words[w]);
    }
    return count + (int) popcount(words[word] & (((mask_t) 1 << (n & 63)) - 1));
}

// The private slot of the node at position p. Each list has the offsets of its words and counts, and its first slot.
static inline slot_t private_slot(int list, int p, __global const index_t *restrict lists, __global const mask_t *restrict words, __global const int *restrict before) {
    const int member = rank(words, before, p);
    return (slot_t) lists[3 * list + 2] + rank(words + lists[3 * list], before + lists[3 * list + 1], member);
}

// Kernel bulk: thread n updates the node at position n, lattice D2Q9.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void tessera_bulk_esoteric_pull_0(
        __global half *copy0,
        const slot_t stride,
        const int count,
        const int reversed,
        __global const bits_t *restrict nodes,
        __global const int *restrict tiles,
        __global const int *restrict seams,
        __global const record_t *restrict records,
        __global const index_t *restrict private_lists,
        __global const mask_t *restrict private_words,
        __global const int *restrict private_before,
        const float one_minus_omega,
        const float omega_times_4_over_9,
        const float omega_over_9,
        const float omega_times_2_over_9,
        const float omega_over_36,
        const float omega_over_18)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) get_num_groups(0) - 1 - (int) get_group_id(0) : (int) get_group_id(0);
    const int thread = block * 128 + (int) get_local_id(0);
    if (thread >= count) {
        return;
    }
    const int n = thread;
    const int p = n; // its position
    const bits_t node = nodes[p]; // tile and place, bit 31: bulk

    const int tile = (int) (node & 0x7fffffffu) / 256;
    const int l = (int) (node & 0x7fffffffu) % 256;
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
    const int tile_pzz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0)];
    const int l_pzz = x_p + 16 * y;
    const int tile_mzz = tiles[tile * 9 + 4 - (x_is_first ? 1 : 0)];
    const int l_mzz = x_m + 16 * y;
    const int tile_zpz = tiles[tile * 9 + 4 + (y_is_last ? 3 : 0)];
    const int l_zpz = x + 16 * y_p;
    const int tile_zmz = tiles[tile * 9 + 4 - (y_is_first ? 3 : 0)];
    const int l_zmz = x + 16 * y_m;
    const int tile_ppz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0) + (y_is_last ? 3 : 0)];
    const int l_ppz = x_p + 16 * y_p;
    const int tile_mmz = tiles[tile * 9 + 4 - (x_is_first ? 1 : 0) - (y_is_first ? 3 : 0)];
    const int l_mmz = x_m + 16 * y_m;
    const int tile_pmz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0) - (y_is_first ? 3 : 0)];
    const int l_pmz = x_p + 16 * y_m;
    const int tile_mpz = tiles[tile * 9 + 4 - (x_is_first ? 1 : 0) + (y_is_last ? 3 : 0)];
    const int l_mpz = x_m + 16 * y_p;
    const record_t record_pzz = records[tile_pzz * 4 + (l_pzz >> 6)];
    const bool open_pzz = (record_pzz.x >> (l_pzz & 63) & 1) != 0;
    const int at_pzz = (int) record_pzz.y + (int) popcount(record_pzz.x & (((mask_t) 1 << (l_pzz & 63)) - 1));
    const record_t record_mzz = records[tile_mzz * 4 + (l_mzz >> 6)];
    const bool open_mzz = (record_mzz.x >> (l_mzz & 63) & 1) != 0;
    const int at_mzz = (int) record_mzz.y + (int) popcount(record_mzz.x & (((mask_t) 1 << (l_mzz & 63)) - 1));
    const record_t record_zpz = records[tile_zpz * 4 + (l_zpz >> 6)];
    const bool open_zpz = (record_zpz.x >> (l_zpz & 63) & 1) != 0;
    const int at_zpz = (int) record_zpz.y + (int) popcount(record_zpz.x & (((mask_t) 1 << (l_zpz & 63)) - 1));
    const record_t record_zmz = records[tile_zmz * 4 + (l_zmz >> 6)];
    const bool open_zmz = (record_zmz.x >> (l_zmz & 63) & 1) != 0;
    const int at_zmz = (int) record_zmz.y + (int) popcount(record_zmz.x & (((mask_t) 1 << (l_zmz & 63)) - 1));
    const record_t record_ppz = records[tile_ppz * 4 + (l_ppz >> 6)];
    const bool open_ppz = (record_ppz.x >> (l_ppz & 63) & 1) != 0;
    const int at_ppz = (int) record_ppz.y + (int) popcount(record_ppz.x & (((mask_t) 1 << (l_ppz & 63)) - 1));
    const record_t record_mmz = records[tile_mmz * 4 + (l_mmz >> 6)];
    const bool open_mmz = (record_mmz.x >> (l_mmz & 63) & 1) != 0;
    const int at_mmz = (int) record_mmz.y + (int) popcount(record_mmz.x & (((mask_t) 1 << (l_mmz & 63)) - 1));
    const record_t record_pmz = records[tile_pmz * 4 + (l_pmz >> 6)];
    const bool open_pmz = (record_pmz.x >> (l_pmz & 63) & 1) != 0;
    const int at_pmz = (int) record_pmz.y + (int) popcount(record_pmz.x & (((mask_t) 1 << (l_pmz & 63)) - 1));
    const record_t record_mpz = records[tile_mpz * 4 + (l_mpz >> 6)];
    const bool open_mpz = (record_mpz.x >> (l_mpz & 63) & 1) != 0;
    const int at_mpz = (int) record_mpz.y + (int) popcount(record_mpz.x & (((mask_t) 1 << (l_mpz & 63)) - 1));
    const slot_t private_pzz = open_pzz ? 0 : private_slot(1, p, private_lists, private_words, private_before);
    const slot_t private_zpz = open_zpz ? 0 : private_slot(2, p, private_lists, private_words, private_before);
    const slot_t private_ppz = open_ppz ? 0 : private_slot(3, p, private_lists, private_words, private_before);
    const slot_t private_pmz = open_pmz ? 0 : private_slot(4, p, private_lists, private_words, private_before);

    // incoming populations
    const float stored_in_zzz = vload_half(offset(p), copy0);
    const float stored_in_pzz = vload_half(open_mzz ? 2 * stride + offset(p) : stride + offset(p), copy0);
    const float stored_in_mzz = vload_half(open_pzz ? stride + offset(at_pzz) : private_pzz, copy0);
    const float stored_in_zpz = vload_half(open_zmz ? 4 * stride + offset(p) : 3 * stride + offset(p), copy0);
    const float stored_in_zmz = vload_half(open_zpz ? 3 * stride + offset(at_zpz) : private_zpz, copy0);
    const float stored_in_ppz = vload_half(open_mmz ? 6 * stride + offset(p) : 5 * stride + offset(p), copy0);
    const float stored_in_mmz = vload_half(open_ppz ? 5 * stride + offset(at_ppz) : private_ppz, copy0);
    const float stored_in_pmz = vload_half(open_mpz ? 8 * stride + offset(p) : 7 * stride + offset(p), copy0);
    const float stored_in_mpz = vload_half(open_pmz ? 7 * stride + offset(at_pmz) : private_pmz, copy0);

    // computation
    const float f_zzz = fma(stored_in_zzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-2f /* 4/9 */);
    const float f_pzz = fma(stored_in_pzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_mzz = fma(stored_in_mzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_zpz = fma(stored_in_zpz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_zmz = fma(stored_in_zmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_ppz = fma(stored_in_ppz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_mmz = fma(stored_in_mmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_pmz = fma(stored_in_pmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_mpz = fma(stored_in_mpz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
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
    const float uxy_sq_times_3_over_2 = fma(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
    const float rho_minus_uxy_sq_times_3_over_2 = rho - uxy_sq_times_3_over_2;
    const float g_zzz = fma(omega_times_4_over_9, rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
    const float stored_out_zzz = fma(g_zzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p13f) /* -131072/9 */);
    const float shared_1 = omega_over_9 * rho_minus_uxy_sq_times_3_over_2;
    const float shared_2 = omega_over_36 * rho_minus_uxy_sq_times_3_over_2;
    const float pair_zpz_1 = omega_times_2_over_9 * uy_times_3_over_2;
    const float pair_zpz_2 = fma(pair_zpz_1, uy_times_3_over_2, shared_1);
    const float pair_pzz_2 = fma(pair_pzz_1, ux_times_3_over_2, shared_1);
    const float g_pzz_1 = pair_pzz_2 + pair_pzz_1;
    const float g_pzz = fma(one_minus_omega, f_pzz, g_pzz_1);
    const float stored_out_pzz = fma(g_pzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_mzz_1 = pair_pzz_2 - pair_pzz_1;
    const float g_mzz = fma(one_minus_omega, f_mzz, g_mzz_1);
    const float stored_out_mzz = fma(g_mzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_zpz_1 = pair_zpz_2 + pair_zpz_1;
    const float g_zpz = fma(one_minus_omega, f_zpz, g_zpz_1);
    const float stored_out_zpz = fma(g_zpz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_zmz_1 = pair_zpz_2 - pair_zpz_1;
    const float g_zmz = fma(one_minus_omega, f_zmz, g_zmz_1);
    const float stored_out_zmz = fma(g_zmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
    const float pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
    const float pair_pmz_2 = omega_over_18 * pair_pmz_1;
    const float pair_pmz_3 = fma(pair_pmz_2, pair_pmz_1, shared_2);
    const float pair_ppz_2 = omega_over_18 * pair_ppz_1;
    const float pair_ppz_3 = fma(pair_ppz_2, pair_ppz_1, shared_2);
    const float g_ppz_1 = pair_ppz_3 + pair_ppz_2;
    const float g_ppz = fma(one_minus_omega, f_ppz, g_ppz_1);
    const float stored_out_ppz = fma(g_ppz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_mmz_1 = pair_ppz_3 - pair_ppz_2;
    const float g_mmz = fma(one_minus_omega, f_mmz, g_mmz_1);
    const float stored_out_mmz = fma(g_mmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_pmz_1 = pair_pmz_3 + pair_pmz_2;
    const float g_pmz = fma(one_minus_omega, f_pmz, g_pmz_1);
    const float stored_out_pmz = fma(g_pmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_mpz_1 = pair_pmz_3 - pair_pmz_2;
    const float g_mpz = fma(one_minus_omega, f_mpz, g_mpz_1);
    const float stored_out_mpz = fma(g_mpz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);

    // results
    vstore_half_rte(stored_out_zzz, offset(p), copy0);
    vstore_half_rte(stored_out_pzz, open_pzz ? stride + offset(at_pzz) : private_pzz, copy0);
    vstore_half_rte(stored_out_mzz, open_mzz ? 2 * stride + offset(p) : stride + offset(p), copy0);
    vstore_half_rte(stored_out_zpz, open_zpz ? 3 * stride + offset(at_zpz) : private_zpz, copy0);
    vstore_half_rte(stored_out_zmz, open_zmz ? 4 * stride + offset(p) : 3 * stride + offset(p), copy0);
    vstore_half_rte(stored_out_ppz, open_ppz ? 5 * stride + offset(at_ppz) : private_ppz, copy0);
    vstore_half_rte(stored_out_mmz, open_mmz ? 6 * stride + offset(p) : 5 * stride + offset(p), copy0);
    vstore_half_rte(stored_out_pmz, open_pmz ? 7 * stride + offset(at_pmz) : private_pmz, copy0);
    vstore_half_rte(stored_out_mpz, open_mpz ? 8 * stride + offset(p) : 7 * stride + offset(p), copy0);
}

// Kernel bulk: thread n updates the node at position n, lattice D2Q9.
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void tessera_bulk_esoteric_pull_1(
        __global half *copy0,
        const slot_t stride,
        const int count,
        const int reversed,
        __global const bits_t *restrict nodes,
        __global const int *restrict tiles,
        __global const int *restrict seams,
        __global const record_t *restrict records,
        __global const index_t *restrict private_lists,
        __global const mask_t *restrict private_words,
        __global const int *restrict private_before,
        const float one_minus_omega,
        const float omega_times_4_over_9,
        const float omega_over_9,
        const float omega_times_2_over_9,
        const float omega_over_36,
        const float omega_over_18)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) get_num_groups(0) - 1 - (int) get_group_id(0) : (int) get_group_id(0);
    const int thread = block * 128 + (int) get_local_id(0);
    if (thread >= count) {
        return;
    }
    const int n = thread;
    const int p = n; // its position
    const bits_t node = nodes[p]; // tile and place, bit 31: bulk

    const int tile = (int) (node & 0x7fffffffu) / 256;
    const int l = (int) (node & 0x7fffffffu) % 256;
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
    const int tile_pzz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0)];
    const int l_pzz = x_p + 16 * y;
    const int tile_zpz = tiles[tile * 9 + 4 + (y_is_last ? 3 : 0)];
    const int l_zpz = x + 16 * y_p;
    const int tile_ppz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0) + (y_is_last ? 3 : 0)];
    const int l_ppz = x_p + 16 * y_p;
    const int tile_pmz = tiles[tile * 9 + 4 + (x_is_last ? 1 : 0) - (y_is_first ? 3 : 0)];
    const int l_pmz = x_p + 16 * y_m;
    const record_t record_pzz = records[tile_pzz * 4 + (l_pzz >> 6)];
    const bool open_pzz = (record_pzz.x >> (l_pzz & 63) & 1) != 0;
    const int at_pzz = (int) record_pzz.y + (int) popcount(record_pzz.x & (((mask_t) 1 << (l_pzz & 63)) - 1));
    const record_t record_zpz = records[tile_zpz * 4 + (l_zpz >> 6)];
    const bool open_zpz = (record_zpz.x >> (l_zpz & 63) & 1) != 0;
    const int at_zpz = (int) record_zpz.y + (int) popcount(record_zpz.x & (((mask_t) 1 << (l_zpz & 63)) - 1));
    const record_t record_ppz = records[tile_ppz * 4 + (l_ppz >> 6)];
    const bool open_ppz = (record_ppz.x >> (l_ppz & 63) & 1) != 0;
    const int at_ppz = (int) record_ppz.y + (int) popcount(record_ppz.x & (((mask_t) 1 << (l_ppz & 63)) - 1));
    const record_t record_pmz = records[tile_pmz * 4 + (l_pmz >> 6)];
    const bool open_pmz = (record_pmz.x >> (l_pmz & 63) & 1) != 0;
    const int at_pmz = (int) record_pmz.y + (int) popcount(record_pmz.x & (((mask_t) 1 << (l_pmz & 63)) - 1));
    const slot_t private_pzz = open_pzz ? 0 : private_slot(1, p, private_lists, private_words, private_before);
    const slot_t private_zpz = open_zpz ? 0 : private_slot(2, p, private_lists, private_words, private_before);
    const slot_t private_ppz = open_ppz ? 0 : private_slot(3, p, private_lists, private_words, private_before);
    const slot_t private_pmz = open_pmz ? 0 : private_slot(4, p, private_lists, private_words, private_before);

    // incoming populations
    const float stored_in_zzz = vload_half(offset(p), copy0);
    const float stored_in_pzz = vload_half(stride + offset(p), copy0);
    const float stored_in_mzz = vload_half(open_pzz ? 2 * stride + offset(at_pzz) : private_pzz, copy0);
    const float stored_in_zpz = vload_half(3 * stride + offset(p), copy0);
    const float stored_in_zmz = vload_half(open_zpz ? 4 * stride + offset(at_zpz) : private_zpz, copy0);
    const float stored_in_ppz = vload_half(5 * stride + offset(p), copy0);
    const float stored_in_mmz = vload_half(open_ppz ? 6 * stride + offset(at_ppz) : private_ppz, copy0);
    const float stored_in_pmz = vload_half(7 * stride + offset(p), copy0);
    const float stored_in_mpz = vload_half(open_pmz ? 8 * stride + offset(at_pmz) : private_pmz, copy0);

    // computation
    const float f_zzz = fma(stored_in_zzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-2f /* 4/9 */);
    const float f_pzz = fma(stored_in_pzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_mzz = fma(stored_in_mzz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_zpz = fma(stored_in_zpz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_zmz = fma(stored_in_zmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-4f /* 1/9 */);
    const float f_ppz = fma(stored_in_ppz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_mmz = fma(stored_in_mmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_pmz = fma(stored_in_pmz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
    const float f_mpz = fma(stored_in_mpz, 0x1.0p-15f /* 1/32768 */, 0x1.c71c72p-6f /* 1/36 */);
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
    const float uxy_sq_times_3_over_2 = fma(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
    const float rho_minus_uxy_sq_times_3_over_2 = rho - uxy_sq_times_3_over_2;
    const float g_zzz = fma(omega_times_4_over_9, rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
    const float stored_out_zzz = fma(g_zzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p13f) /* -131072/9 */);
    const float shared_1 = omega_over_9 * rho_minus_uxy_sq_times_3_over_2;
    const float shared_2 = omega_over_36 * rho_minus_uxy_sq_times_3_over_2;
    const float pair_zpz_1 = omega_times_2_over_9 * uy_times_3_over_2;
    const float pair_zpz_2 = fma(pair_zpz_1, uy_times_3_over_2, shared_1);
    const float pair_pzz_2 = fma(pair_pzz_1, ux_times_3_over_2, shared_1);
    const float g_pzz_1 = pair_pzz_2 + pair_pzz_1;
    const float g_pzz = fma(one_minus_omega, f_pzz, g_pzz_1);
    const float stored_out_pzz = fma(g_pzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_mzz_1 = pair_pzz_2 - pair_pzz_1;
    const float g_mzz = fma(one_minus_omega, f_mzz, g_mzz_1);
    const float stored_out_mzz = fma(g_mzz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_zpz_1 = pair_zpz_2 + pair_zpz_1;
    const float g_zpz = fma(one_minus_omega, f_zpz, g_zpz_1);
    const float stored_out_zpz = fma(g_zpz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float g_zmz_1 = pair_zpz_2 - pair_zpz_1;
    const float g_zmz = fma(one_minus_omega, f_zmz, g_zmz_1);
    const float stored_out_zmz = fma(g_zmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p11f) /* -32768/9 */);
    const float pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
    const float pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
    const float pair_pmz_2 = omega_over_18 * pair_pmz_1;
    const float pair_pmz_3 = fma(pair_pmz_2, pair_pmz_1, shared_2);
    const float pair_ppz_2 = omega_over_18 * pair_ppz_1;
    const float pair_ppz_3 = fma(pair_ppz_2, pair_ppz_1, shared_2);
    const float g_ppz_1 = pair_ppz_3 + pair_ppz_2;
    const float g_ppz = fma(one_minus_omega, f_ppz, g_ppz_1);
    const float stored_out_ppz = fma(g_ppz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_mmz_1 = pair_ppz_3 - pair_ppz_2;
    const float g_mmz = fma(one_minus_omega, f_mmz, g_mmz_1);
    const float stored_out_mmz = fma(g_mmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_pmz_1 = pair_pmz_3 + pair_pmz_2;
    const float g_pmz = fma(one_minus_omega, f_pmz, g_pmz_1);
    const float stored_out_pmz = fma(g_pmz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);
    const float g_mpz_1 = pair_pmz_3 - pair_pmz_2;
    const float g_mpz = fma(one_minus_omega, f_mpz, g_mpz_1);
    const float stored_out_mpz = fma(g_mpz, 0x1.0p15f /* 32768 */, (-0x1.c71c72p9f) /* -8192/9 */);

    // results
    vstore_half_rte(stored_out_zzz, offset(p), copy0);
    vstore_half_rte(stored_out_pzz, open_pzz ? 2 * stride + offset(at_pzz) : private_pzz, copy0);
    vstore_half_rte(stored_out_mzz, stride + offset(p), copy0);
    vstore_half_rte(stored_out_zpz, open_zpz ? 4 * stride + offset(at_zpz) : private_zpz, copy0);
    vstore_half_rte(stored_out_zmz, 3 * stride + offset(p), copy0);
    vstore_half_rte(stored_out_ppz, open_ppz ? 6 * stride + offset(at_ppz) : private_ppz, copy0);
    vstore_half_rte(stored_out_mmz, 5 * stride + offset(p), copy0);
    vstore_half_rte(stored_out_pmz, open_pmz ? 8 * stride + offset(at_pmz) : private_pmz, copy0);
    vstore_half_rte(stored_out_mpz, 7 * stride + offset(p), copy0);
}
