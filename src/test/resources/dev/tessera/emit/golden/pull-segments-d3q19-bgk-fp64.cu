typedef long long index_t;
typedef int slot_t;
typedef unsigned int bits_t;
typedef unsigned long long mask_t;
typedef ulonglong2 record_t;
typedef uint2 pair_t;
typedef unsigned short part_t;

// The offset of a position's values from the starts of arrays: bundles of 2048 positions, each with all 19 arrays.
static __device__ __forceinline__ slot_t offset(int p) {
    return p + (slot_t) (p >> 11) * 36864;
}

// Kernel bulk: thread n updates the node at position n, lattice D3Q19.
extern "C" __global__ void __launch_bounds__(128, 6) tessera_bulk_pull_0(
        double *copy0,
        double *copy1,
        const slot_t stride,
        const int count,
        const int reversed,
        const bits_t *__restrict__ nodes,
        const pair_t *__restrict__ segments,
        const double one_minus_omega,
        const double omega_over_3,
        const double omega_over_18,
        const double omega_over_9,
        const double omega_over_36)
{
    // the node of this thread
    const int block = reversed != 0 ? (int) gridDim.x - 1 - (int) blockIdx.x : (int) blockIdx.x;
    const int thread = block * 128 + (int) threadIdx.x;
    if (thread >= count) {
        return;
    }
    const int n = thread;
    const int p = n; // its position
    const bits_t node = nodes[p]; // segment and place; bit 31: bulk

    // the neighbours in lines of 2 segments of 30 nodes; the last segment is empty
    const int segment = (int) (node & 0x7fffffffu) >> 5;
    const int y = segment / 2 % 8;
    const int y_m = -2;
    const int y_p = 2;
    const int z = segment / 16;
    const int z_m = z == 0 ? 112 : -16;
    const int z_p = z == 7 ? -112 : 16;
    const int segment_zzz = segment;
    const pair_t row_zzz = segments[segment_zzz];
    const bool is_in_zpz = y < 7;
    const int segment_zpz = is_in_zpz ? segment + y_p : 128;
    const pair_t row_zpz = segments[segment_zpz];
    const bool is_in_zmz = y > 0;
    const int segment_zmz = is_in_zmz ? segment + y_m : 128;
    const pair_t row_zmz = segments[segment_zmz];
    const int segment_zzp = segment + z_p;
    const pair_t row_zzp = segments[segment_zzp];
    const int segment_zzm = segment + z_m;
    const pair_t row_zzm = segments[segment_zzm];
    const bool is_in_zpp = y < 7;
    const int segment_zpp = is_in_zpp ? segment + y_p + z_p : 128;
    const pair_t row_zpp = segments[segment_zpp];
    const bool is_in_zmm = y > 0;
    const int segment_zmm = is_in_zmm ? segment + y_m + z_m : 128;
    const pair_t row_zmm = segments[segment_zmm];
    const bool is_in_zpm = y < 7;
    const int segment_zpm = is_in_zpm ? segment + y_p + z_m : 128;
    const pair_t row_zpm = segments[segment_zpm];
    const bool is_in_zmp = y > 0;
    const int segment_zmp = is_in_zmp ? segment + y_m + z_p : 128;
    const pair_t row_zmp = segments[segment_zmp];
    bits_t links = 0; // one bit per neighbour
    const int l = (int) (node & 31u);
    const bits_t below = (1u << l) - 1;
    const bits_t beside_zzz = row_zzz.x >> (l - 1); // the node there and its neighbours along x
    int at_pzz = p + (int) (beside_zzz >> 1 & 1u);
    int at_mzz = p - 1;
    links |= (beside_zzz & 7u) << 12;
    const bits_t beside_zpz = row_zpz.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zpz = (int) row_zpz.y + __popc(row_zpz.x & below);
    const int at_zpz = rank_zpz;
    int at_ppz = rank_zpz + (int) (beside_zpz >> 1 & 1u);
    int at_mpz = rank_zpz - 1;
    links |= (beside_zpz & 7u) << 15;
    const bits_t beside_zmz = row_zmz.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zmz = (int) row_zmz.y + __popc(row_zmz.x & below);
    const int at_zmz = rank_zmz;
    int at_mmz = rank_zmz - 1;
    int at_pmz = rank_zmz + (int) (beside_zmz >> 1 & 1u);
    links |= (beside_zmz & 7u) << 9;
    const bits_t beside_zzp = row_zzp.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zzp = (int) row_zzp.y + __popc(row_zzp.x & below);
    const int at_zzp = rank_zzp;
    int at_pzp = rank_zzp + (int) (beside_zzp >> 1 & 1u);
    int at_mzp = rank_zzp - 1;
    links |= (beside_zzp & 7u) << 21;
    const bits_t beside_zzm = row_zzm.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zzm = (int) row_zzm.y + __popc(row_zzm.x & below);
    const int at_zzm = rank_zzm;
    int at_mzm = rank_zzm - 1;
    int at_pzm = rank_zzm + (int) (beside_zzm >> 1 & 1u);
    links |= (beside_zzm & 7u) << 3;
    const bits_t beside_zpp = row_zpp.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zpp = (int) row_zpp.y + __popc(row_zpp.x & below);
    const int at_zpp = rank_zpp;
    links |= (beside_zpp & 2u) << 24;
    const bits_t beside_zmm = row_zmm.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zmm = (int) row_zmm.y + __popc(row_zmm.x & below);
    const int at_zmm = rank_zmm;
    links |= (beside_zmm & 2u) << 0;
    const bits_t beside_zpm = row_zpm.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zpm = (int) row_zpm.y + __popc(row_zpm.x & below);
    const int at_zpm = rank_zpm;
    links |= (beside_zpm & 2u) << 6;
    const bits_t beside_zmp = row_zmp.x >> (l - 1); // the node there and its neighbours along x
    const int rank_zmp = (int) row_zmp.y + __popc(row_zmp.x & below);
    const int at_zmp = rank_zmp;
    links |= (beside_zmp & 2u) << 18;
    const int x = segment % 2;
    if (x == 0 && l == 1) {
        const pair_t end_zzz = segments[segment_zzz + 1];
        at_mzz = (int) end_zzz.y + __popc(end_zzz.x & 0x7ffu) - 1;
        const pair_t end_zmz = segments[is_in_zmz ? segment_zmz + 1 : 128];
        at_mmz = (int) end_zmz.y + __popc(end_zmz.x & 0x7ffu) - 1;
        const pair_t end_zpz = segments[is_in_zpz ? segment_zpz + 1 : 128];
        at_mpz = (int) end_zpz.y + __popc(end_zpz.x & 0x7ffu) - 1;
        const pair_t end_zzm = segments[segment_zzm + 1];
        at_mzm = (int) end_zzm.y + __popc(end_zzm.x & 0x7ffu) - 1;
        const pair_t end_zzp = segments[segment_zzp + 1];
        at_mzp = (int) end_zzp.y + __popc(end_zzp.x & 0x7ffu) - 1;
    }
    if (x == 1 && l == 10) {
        const pair_t end_zzz = segments[segment_zzz - 1];
        at_pzz = (int) end_zzz.y + __popc(end_zzz.x & 1u);
        const pair_t end_zpz = segments[is_in_zpz ? segment_zpz - 1 : 128];
        at_ppz = (int) end_zpz.y + __popc(end_zpz.x & 1u);
        const pair_t end_zmz = segments[is_in_zmz ? segment_zmz - 1 : 128];
        at_pmz = (int) end_zmz.y + __popc(end_zmz.x & 1u);
        const pair_t end_zzp = segments[segment_zzp - 1];
        at_pzp = (int) end_zzp.y + __popc(end_zzp.x & 1u);
        const pair_t end_zzm = segments[segment_zzm - 1];
        at_pzm = (int) end_zzm.y + __popc(end_zzm.x & 1u);
    }

    // incoming populations
    const double f_zzz = copy0[offset(p)];
    const double f_pzz = copy0[((links & 0x1000u) != 0) ? stride + offset(at_mzz) : 2 * stride + offset(p)];
    const double f_mzz = copy0[((links & 0x4000u) != 0) ? 2 * stride + offset(at_pzz) : stride + offset(p)];
    const double f_zpz = copy0[((links & 0x400u) != 0) ? 3 * stride + offset(at_zmz) : 4 * stride + offset(p)];
    const double f_zmz = copy0[((links & 0x10000u) != 0) ? 4 * stride + offset(at_zpz) : 3 * stride + offset(p)];
    const double f_zzp = copy0[((links & 0x10u) != 0) ? 5 * stride + offset(at_zzm) : 6 * stride + offset(p)];
    const double f_zzm = copy0[((links & 0x400000u) != 0) ? 6 * stride + offset(at_zzp) : 5 * stride + offset(p)];
    const double f_ppz = copy0[((links & 0x200u) != 0) ? 7 * stride + offset(at_mmz) : 8 * stride + offset(p)];
    const double f_mmz = copy0[((links & 0x20000u) != 0) ? 8 * stride + offset(at_ppz) : 7 * stride + offset(p)];
    const double f_pmz = copy0[((links & 0x8000u) != 0) ? 9 * stride + offset(at_mpz) : 10 * stride + offset(p)];
    const double f_mpz = copy0[((links & 0x800u) != 0) ? 10 * stride + offset(at_pmz) : 9 * stride + offset(p)];
    const double f_pzp = copy0[((links & 0x8u) != 0) ? 11 * stride + offset(at_mzm) : 12 * stride + offset(p)];
    const double f_mzm = copy0[((links & 0x800000u) != 0) ? 12 * stride + offset(at_pzp) : 11 * stride + offset(p)];
    const double f_pzm = copy0[((links & 0x200000u) != 0) ? 13 * stride + offset(at_mzp) : 14 * stride + offset(p)];
    const double f_mzp = copy0[((links & 0x20u) != 0) ? 14 * stride + offset(at_pzm) : 13 * stride + offset(p)];
    const double f_zpp = copy0[((links & 0x2u) != 0) ? 15 * stride + offset(at_zmm) : 16 * stride + offset(p)];
    const double f_zmm = copy0[((links & 0x2000000u) != 0) ? 16 * stride + offset(at_zpp) : 15 * stride + offset(p)];
    const double f_zpm = copy0[((links & 0x80000u) != 0) ? 17 * stride + offset(at_zmp) : 18 * stride + offset(p)];
    const double f_zmp = copy0[((links & 0x80u) != 0) ? 18 * stride + offset(at_zpm) : 17 * stride + offset(p)];

    // computation
    const double sum_pzz = f_pzz + f_mzz;
    const double rho_1 = f_zzz + sum_pzz;
    const double g_zzz_1 = one_minus_omega * f_zzz;
    const double sum_zpz = f_zpz + f_zmz;
    const double rho_2 = rho_1 + sum_zpz;
    const double sum_zzp = f_zzp + f_zzm;
    const double rho_3 = rho_2 + sum_zzp;
    const double sum_ppz = f_ppz + f_mmz;
    const double sum_pmz = f_pmz + f_mpz;
    const double sum_xy = sum_ppz + sum_pmz;
    const double rho_4 = rho_3 + sum_xy;
    const double sum_pzp = f_pzp + f_mzm;
    const double sum_pzm = f_pzm + f_mzp;
    const double sum_xz = sum_pzp + sum_pzm;
    const double rho_5 = rho_4 + sum_xz;
    const double sum_zpp = f_zpp + f_zmm;
    const double sum_zpm = f_zpm + f_zmp;
    const double sum_yz = sum_zpp + sum_zpm;
    const double rho = rho_5 + sum_yz;
    const double difference_pzz = f_pzz - f_mzz;
    const double difference_ppz = f_ppz - f_mmz;
    const double difference_pmz = f_pmz - f_mpz;
    const double momentum_x_of_xy = difference_ppz + difference_pmz;
    const double ux_1 = difference_pzz + momentum_x_of_xy;
    const double momentum_y_of_xy = difference_ppz - difference_pmz;
    const double difference_pzp = f_pzp - f_mzm;
    const double difference_pzm = f_pzm - f_mzp;
    const double momentum_x_of_xz = difference_pzp + difference_pzm;
    const double ux = ux_1 + momentum_x_of_xz;
    const double momentum_z_of_xz = difference_pzp - difference_pzm;
    const double ux_times_3_over_2 = 0x1.8p0 /* 3/2 */ * ux;
    const double ux_sq_times_3_over_2 = ux_times_3_over_2 * ux;
    const double pair_pzz_1 = omega_over_9 * ux_times_3_over_2;
    const double difference_zpz = f_zpz - f_zmz;
    const double uy_1 = difference_zpz + momentum_y_of_xy;
    const double difference_zpp = f_zpp - f_zmm;
    const double difference_zpm = f_zpm - f_zmp;
    const double momentum_y_of_yz = difference_zpp + difference_zpm;
    const double uy = uy_1 + momentum_y_of_yz;
    const double momentum_z_of_yz = difference_zpp - difference_zpm;
    const double uy_times_3_over_2 = 0x1.8p0 /* 3/2 */ * uy;
    const double uxy_sq_times_3_over_2 = fma(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
    const double pair_zpz_1 = omega_over_9 * uy_times_3_over_2;
    const double pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
    const double pair_ppz_2 = omega_over_18 * pair_ppz_1;
    const double pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
    const double pair_pmz_2 = omega_over_18 * pair_pmz_1;
    const double difference_zzp = f_zzp - f_zzm;
    const double uz_1 = difference_zzp + momentum_z_of_xz;
    const double uz = uz_1 + momentum_z_of_yz;
    const double uz_times_3_over_2 = 0x1.8p0 /* 3/2 */ * uz;
    const double u_sq_times_3_over_2 = fma(uz_times_3_over_2, uz, uxy_sq_times_3_over_2);
    const double rho_minus_u_sq_times_3_over_2 = rho - u_sq_times_3_over_2;
    const double g_zzz = fma(omega_over_3, rho_minus_u_sq_times_3_over_2, g_zzz_1);
    const double shared_2 = omega_over_36 * rho_minus_u_sq_times_3_over_2;
    const double pair_ppz_3 = fma(pair_ppz_2, pair_ppz_1, shared_2);
    const double pair_pmz_3 = fma(pair_pmz_2, pair_pmz_1, shared_2);
    const double shared_1 = omega_over_18 * rho_minus_u_sq_times_3_over_2;
    const double pair_zzp_1 = omega_over_9 * uz_times_3_over_2;
    const double pair_zzp_2 = fma(pair_zzp_1, uz_times_3_over_2, shared_1);
    const double g_zzp_1 = pair_zzp_2 + pair_zzp_1;
    const double g_zzp = fma(one_minus_omega, f_zzp, g_zzp_1);
    const double g_zzm_1 = pair_zzp_2 - pair_zzp_1;
    const double g_zzm = fma(one_minus_omega, f_zzm, g_zzm_1);
    const double pair_pzz_2 = fma(pair_pzz_1, ux_times_3_over_2, shared_1);
    const double pair_zpz_2 = fma(pair_zpz_1, uy_times_3_over_2, shared_1);
    const double g_zpz_1 = pair_zpz_2 + pair_zpz_1;
    const double g_zpz = fma(one_minus_omega, f_zpz, g_zpz_1);
    const double g_zmz_1 = pair_zpz_2 - pair_zpz_1;
    const double g_zmz = fma(one_minus_omega, f_zmz, g_zmz_1);
    const double g_pzz_1 = pair_pzz_2 + pair_pzz_1;
    const double g_pzz = fma(one_minus_omega, f_pzz, g_pzz_1);
    const double g_mzz_1 = pair_pzz_2 - pair_pzz_1;
    const double g_mzz = fma(one_minus_omega, f_mzz, g_mzz_1);
    const double g_pmz_1 = pair_pmz_3 + pair_pmz_2;
    const double g_pmz = fma(one_minus_omega, f_pmz, g_pmz_1);
    const double g_mpz_1 = pair_pmz_3 - pair_pmz_2;
    const double g_mpz = fma(one_minus_omega, f_mpz, g_mpz_1);
    const double g_ppz_1 = pair_ppz_3 + pair_ppz_2;
    const double g_ppz = fma(one_minus_omega, f_ppz, g_ppz_1);
    const double g_mmz_1 = pair_ppz_3 - pair_ppz_2;
    const double g_mmz = fma(one_minus_omega, f_mmz, g_mmz_1);
    const double pair_pzp_1 = ux_times_3_over_2 + uz_times_3_over_2;
    const double pair_pzm_1 = ux_times_3_over_2 - uz_times_3_over_2;
    const double pair_pzm_2 = omega_over_18 * pair_pzm_1;
    const double pair_pzm_3 = fma(pair_pzm_2, pair_pzm_1, shared_2);
    const double g_pzm_1 = pair_pzm_3 + pair_pzm_2;
    const double g_pzm = fma(one_minus_omega, f_pzm, g_pzm_1);
    const double g_mzp_1 = pair_pzm_3 - pair_pzm_2;
    const double g_mzp = fma(one_minus_omega, f_mzp, g_mzp_1);
    const double pair_pzp_2 = omega_over_18 * pair_pzp_1;
    const double pair_pzp_3 = fma(pair_pzp_2, pair_pzp_1, shared_2);
    const double g_pzp_1 = pair_pzp_3 + pair_pzp_2;
    const double g_pzp = fma(one_minus_omega, f_pzp, g_pzp_1);
    const double g_mzm_1 = pair_pzp_3 - pair_pzp_2;
    const double g_mzm = fma(one_minus_omega, f_mzm, g_mzm_1);
    const double pair_zpp_1 = uy_times_3_over_2 + uz_times_3_over_2;
    const double pair_zpm_1 = uy_times_3_over_2 - uz_times_3_over_2;
    const double pair_zpm_2 = omega_over_18 * pair_zpm_1;
    const double pair_zpm_3 = fma(pair_zpm_2, pair_zpm_1, shared_2);
    const double pair_zpp_2 = omega_over_18 * pair_zpp_1;
    const double pair_zpp_3 = fma(pair_zpp_2, pair_zpp_1, shared_2);
    const double g_zpp_1 = pair_zpp_3 + pair_zpp_2;
    const double g_zpp = fma(one_minus_omega, f_zpp, g_zpp_1);
    const double g_zmm_1 = pair_zpp_3 - pair_zpp_2;
    const double g_zmm = fma(one_minus_omega, f_zmm, g_zmm_1);
    const double g_zpm_1 = pair_zpm_3 + pair_zpm_2;
    const double g_zpm = fma(one_minus_omega, f_zpm, g_zpm_1);
    const double g_zmp_1 = pair_zpm_3 - pair_zpm_2;
    const double g_zmp = fma(one_minus_omega, f_zmp, g_zmp_1);

    // results
    copy1[offset(p)] = g_zzz;
    copy1[5 * stride + offset(p)] = g_zzp;
    copy1[6 * stride + offset(p)] = g_zzm;
    copy1[3 * stride + offset(p)] = g_zpz;
    copy1[4 * stride + offset(p)] = g_zmz;
    copy1[stride + offset(p)] = g_pzz;
    copy1[2 * stride + offset(p)] = g_mzz;
    copy1[9 * stride + offset(p)] = g_pmz;
    copy1[10 * stride + offset(p)] = g_mpz;
    copy1[7 * stride + offset(p)] = g_ppz;
    copy1[8 * stride + offset(p)] = g_mmz;
    copy1[13 * stride + offset(p)] = g_pzm;
    copy1[14 * stride + offset(p)] = g_mzp;
    copy1[11 * stride + offset(p)] = g_pzp;
    copy1[12 * stride + offset(p)] = g_mzm;
    copy1[15 * stride + offset(p)] = g_zpp;
    copy1[16 * stride + offset(p)] = g_zmm;
    copy1[17 * stride + offset(p)] = g_zpm;
    copy1[18 * stride + offset(p)] = g_zmp;
}
