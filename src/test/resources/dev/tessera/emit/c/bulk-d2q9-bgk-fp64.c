#include <stdint.h>

// Nodes do not depend on each other. (They may share memory: what leaves a node may go where something arrived.)
#if defined(__clang__)
#define TESSERA_LANES _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TESSERA_LANES _Pragma("GCC ivdep")
#else
#define TESSERA_LANES
#endif

// Kernel bulk: updates count consecutive nodes of lattice D2Q9.
// in: addresses of what arrives at the first node: 9 populations by direction
// out: addresses of what leaves it: 9 populations by direction
// parameters: omega
void tessera_run(const uint64_t *in, const uint64_t *out, const double *parameters, int64_t count)
{
    // the same for all nodes
    const double omega = parameters[0];
    const double omega_1 = 0x1.0p0 /* 1 */ - omega;
    const double omega_4 = 0x1.c71c71c71c71cp-2 /* 4/9 */ * omega;
    const double omega_5 = 0x1.c71c71c71c71cp-4 /* 1/9 */ * omega;
    const double omega_2 = 0x1.c71c71c71c71cp-3 /* 2/9 */ * omega;
    const double omega_6 = 0x1.c71c71c71c71cp-6 /* 1/36 */ * omega;
    const double omega_3 = 0x1.c71c71c71c71cp-5 /* 1/18 */ * omega;

    // where the first node's values lie
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
        // what arrives
        const double f_zzz = in_zzz[node];
        const double f_pzz = in_pzz[node];
        const double f_mzz = in_mzz[node];
        const double f_zpz = in_zpz[node];
        const double f_zmz = in_zmz[node];
        const double f_ppz = in_ppz[node];
        const double f_mmz = in_mmz[node];
        const double f_pmz = in_pmz[node];
        const double f_mpz = in_mpz[node];
        // what happens
        const double rho_1 = f_pzz + f_mzz;
        const double rho_6 = f_zzz + rho_1;
        const double g_zzz_1 = omega_1 * f_zzz;
        const double rho_2 = f_zpz + f_zmz;
        const double rho_7 = rho_6 + rho_2;
        const double rho_3 = f_ppz + f_mmz;
        const double rho_4 = f_pmz + f_mpz;
        const double rho_5 = rho_3 + rho_4;
        const double rho = rho_7 + rho_5;
        const double ux_1 = f_pzz - f_mzz;
        const double shared_1 = f_ppz - f_mmz;
        const double shared_2 = f_pmz - f_mpz;
        const double ux_2 = shared_1 + shared_2;
        const double ux = ux_1 + ux_2;
        const double uy_2 = shared_1 - shared_2;
        const double shared_3 = 0x1.8p0 /* 3/2 */ * ux;
        const double shared_8 = shared_3 * ux;
        const double pair_pzz_1 = omega_2 * shared_3;
        const double uy_1 = f_zpz - f_zmz;
        const double uy = uy_1 + uy_2;
        const double shared_4 = 0x1.8p0 /* 3/2 */ * uy;
        const double shared_9 = __builtin_fma(shared_4, uy, shared_8);
        const double shared_5 = rho - shared_9;
        const double g_zzz = __builtin_fma(omega_4, shared_5, g_zzz_1);
        out_zzz[node] = g_zzz;
        const double shared_6 = omega_5 * shared_5;
        const double shared_7 = omega_6 * shared_5;
        const double pair_zpz_1 = omega_2 * shared_4;
        const double pair_zpz_2 = __builtin_fma(pair_zpz_1, shared_4, shared_6);
        const double pair_pzz_2 = __builtin_fma(pair_pzz_1, shared_3, shared_6);
        const double g_pzz_1 = pair_pzz_2 + pair_pzz_1;
        const double g_pzz = __builtin_fma(omega_1, f_pzz, g_pzz_1);
        out_pzz[node] = g_pzz;
        const double g_mzz_1 = pair_pzz_2 - pair_pzz_1;
        const double g_mzz = __builtin_fma(omega_1, f_mzz, g_mzz_1);
        out_mzz[node] = g_mzz;
        const double g_zpz_1 = pair_zpz_2 + pair_zpz_1;
        const double g_zpz = __builtin_fma(omega_1, f_zpz, g_zpz_1);
        out_zpz[node] = g_zpz;
        const double g_zmz_1 = pair_zpz_2 - pair_zpz_1;
        const double g_zmz = __builtin_fma(omega_1, f_zmz, g_zmz_1);
        out_zmz[node] = g_zmz;
        const double pair_ppz_1 = shared_3 + shared_4;
        const double pair_pmz_1 = shared_3 - shared_4;
        const double pair_pmz_2 = omega_3 * pair_pmz_1;
        const double pair_pmz_3 = __builtin_fma(pair_pmz_2, pair_pmz_1, shared_7);
        const double pair_ppz_2 = omega_3 * pair_ppz_1;
        const double pair_ppz_3 = __builtin_fma(pair_ppz_2, pair_ppz_1, shared_7);
        const double g_ppz_1 = pair_ppz_3 + pair_ppz_2;
        const double g_ppz = __builtin_fma(omega_1, f_ppz, g_ppz_1);
        out_ppz[node] = g_ppz;
        const double g_mmz_1 = pair_ppz_3 - pair_ppz_2;
        const double g_mmz = __builtin_fma(omega_1, f_mmz, g_mmz_1);
        out_mmz[node] = g_mmz;
        const double g_pmz_1 = pair_pmz_3 + pair_pmz_2;
        const double g_pmz = __builtin_fma(omega_1, f_pmz, g_pmz_1);
        out_pmz[node] = g_pmz;
        const double g_mpz_1 = pair_pmz_3 - pair_pmz_2;
        const double g_mpz = __builtin_fma(omega_1, f_mpz, g_mpz_1);
        out_mpz[node] = g_mpz;
    }
}
