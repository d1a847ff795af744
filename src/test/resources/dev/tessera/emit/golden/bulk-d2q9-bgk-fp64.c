#include <stdint.h>

// Nodes are independent. In-place patterns may write results to slots of incoming populations.
#if defined(__clang__)
#define TESSERA_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TESSERA_LANES _Pragma("GCC ivdep")
#else
#define TESSERA_LANES
#endif

// Kernel bulk: updates count consecutive nodes of lattice D2Q9.
// in: addresses of the first node's incoming values: 9 populations by direction
// out: addresses of the first node's results: 9 populations by direction
// parameters: omega
void tessera_bulk(const uint64_t *in, const uint64_t *out, const double *parameters, int64_t count)
{
    // uniform values
    const double omega = parameters[0];
    const double one_minus_omega = 0x1.0p0 /* 1 */ - omega;
    const double omega_times_4_over_9 = 0x1.c71c71c71c71cp-2 /* 4/9 */ * omega;
    const double omega_over_9 = 0x1.c71c71c71c71cp-4 /* 1/9 */ * omega;
    const double omega_times_2_over_9 = 0x1.c71c71c71c71cp-3 /* 2/9 */ * omega;
    const double omega_over_36 = 0x1.c71c71c71c71cp-6 /* 1/36 */ * omega;
    const double omega_over_18 = 0x1.c71c71c71c71cp-5 /* 1/18 */ * omega;

    // addresses of the first node's values
    const double *in_zzz = (const double *) (uintptr_t) in[0];
    const double *in_pzz = (const double *) (uintptr_t) in[1];
    const double *in_mzz = (const double *) (uintptr_t) in[2];
    const double *in_zpz = (const double *) (uintptr_t) in[3];
    const double *in_zmz = (const double *) (uintptr_t) in[4];
    const double *in_ppz = (const double *) (uintptr_t) in[5];
    const double *in_mmz = (const double *) (uintptr_t) in[6];
    const double *in_pmz = (const double *) (uintptr_t) in[7];
    const double *in_mpz = (const double *) (uintptr_t) in[8];
    double *out_zzz = (double *) (uintptr_t) out[0];
    double *out_pzz = (double *) (uintptr_t) out[1];
    double *out_mzz = (double *) (uintptr_t) out[2];
    double *out_zpz = (double *) (uintptr_t) out[3];
    double *out_zmz = (double *) (uintptr_t) out[4];
    double *out_ppz = (double *) (uintptr_t) out[5];
    double *out_mmz = (double *) (uintptr_t) out[6];
    double *out_pmz = (double *) (uintptr_t) out[7];
    double *out_mpz = (double *) (uintptr_t) out[8];

    TESSERA_LANES
    for (int64_t node = 0; node < count; node++) {
        // incoming populations
        const double f_zzz = in_zzz[node];
        const double f_pzz = in_pzz[node];
        const double f_mzz = in_mzz[node];
        const double f_zpz = in_zpz[node];
        const double f_zmz = in_zmz[node];
        const double f_ppz = in_ppz[node];
        const double f_mmz = in_mmz[node];
        const double f_pmz = in_pmz[node];
        const double f_mpz = in_mpz[node];
        // computation
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
        const double uxy_sq_times_3_over_2 = __builtin_fma(uy_times_3_over_2, uy, ux_sq_times_3_over_2);
        const double rho_minus_uxy_sq_times_3_over_2 = rho - uxy_sq_times_3_over_2;
        const double g_zzz = __builtin_fma(omega_times_4_over_9, rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
        out_zzz[node] = g_zzz;
        const double shared_1 = omega_over_9 * rho_minus_uxy_sq_times_3_over_2;
        const double shared_2 = omega_over_36 * rho_minus_uxy_sq_times_3_over_2;
        const double pair_zpz_1 = omega_times_2_over_9 * uy_times_3_over_2;
        const double pair_zpz_2 = __builtin_fma(pair_zpz_1, uy_times_3_over_2, shared_1);
        const double pair_pzz_2 = __builtin_fma(pair_pzz_1, ux_times_3_over_2, shared_1);
        const double g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const double g_pzz = __builtin_fma(one_minus_omega, f_pzz, g_pzz_1);
        out_pzz[node] = g_pzz;
        const double g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const double g_mzz = __builtin_fma(one_minus_omega, f_mzz, g_mzz_1);
        out_mzz[node] = g_mzz;
        const double g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const double g_zpz = __builtin_fma(one_minus_omega, f_zpz, g_zpz_1);
        out_zpz[node] = g_zpz;
        const double g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const double g_zmz = __builtin_fma(one_minus_omega, f_zmz, g_zmz_1);
        out_zmz[node] = g_zmz;
        const double pair_ppz_1 = ux_times_3_over_2 + uy_times_3_over_2;
        const double pair_pmz_1 = ux_times_3_over_2 - uy_times_3_over_2;
        const double pair_pmz_2 = omega_over_18 * pair_pmz_1;
        const double pair_pmz_3 = __builtin_fma(pair_pmz_2, pair_pmz_1, shared_2);
        const double pair_ppz_2 = omega_over_18 * pair_ppz_1;
        const double pair_ppz_3 = __builtin_fma(pair_ppz_2, pair_ppz_1, shared_2);
        const double g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const double g_ppz = __builtin_fma(one_minus_omega, f_ppz, g_ppz_1);
        out_ppz[node] = g_ppz;
        const double g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const double g_mmz = __builtin_fma(one_minus_omega, f_mmz, g_mmz_1);
        out_mmz[node] = g_mmz;
        const double g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const double g_pmz = __builtin_fma(one_minus_omega, f_pmz, g_pmz_1);
        out_pmz[node] = g_pmz;
        const double g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const double g_mpz = __builtin_fma(one_minus_omega, f_mpz, g_mpz_1);
        out_mpz[node] = g_mpz;
    }
}
