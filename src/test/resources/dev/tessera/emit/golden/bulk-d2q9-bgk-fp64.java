import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/// Kernel `bulk` of lattice D2Q9 in fp64.
public final class Bulk_fp64 {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    // with this mask and node numbers >= 0, Java's compiler omits bounds checks
    private static final long ADDRESS_BITS = 0xFFFFFFFFFFFFFFL;

    /// Updates `count` consecutive nodes, a multiple of the vector length.
    ///
    /// @param in addresses of the first node's values: 9 populations by direction
    /// @param out addresses of the first node's results: 9 populations by direction
    /// @param parameters omega
    public static void run(long[] in, long[] out, double[] parameters, int count) {
        // uniform values
        double omega = parameters[0];
        double one_minus_omega = 0x1.0p0 /* 1 */ - omega;
        double omega_times_4_over_9 = 0x1.c71c71c71c71cp-2 /* 4/9 */ * omega;
        double omega_over_9 = 0x1.c71c71c71c71cp-4 /* 1/9 */ * omega;
        double omega_times_2_over_9 = 0x1.c71c71c71c71cp-3 /* 2/9 */ * omega;
        double omega_over_36 = 0x1.c71c71c71c71cp-6 /* 1/36 */ * omega;
        double omega_over_18 = 0x1.c71c71c71c71cp-5 /* 1/18 */ * omega;
        DoubleVector one_minus_omega_all = DoubleVector.broadcast(SPECIES, one_minus_omega);
        DoubleVector c_3_2 = DoubleVector.broadcast(SPECIES, 0x1.8p0 /* 3/2 */);
        DoubleVector omega_times_2_over_9_all = DoubleVector.broadcast(SPECIES, omega_times_2_over_9);
        DoubleVector omega_times_4_over_9_all = DoubleVector.broadcast(SPECIES, omega_times_4_over_9);
        DoubleVector omega_over_9_all = DoubleVector.broadcast(SPECIES, omega_over_9);
        DoubleVector omega_over_36_all = DoubleVector.broadcast(SPECIES, omega_over_36);
        DoubleVector omega_over_18_all = DoubleVector.broadcast(SPECIES, omega_over_18);
        // addresses of the first node's values
        long in_zzz = in[0] & ADDRESS_BITS;
        long in_pzz = in[1] & ADDRESS_BITS;
        long in_mzz = in[2] & ADDRESS_BITS;
        long in_zpz = in[3] & ADDRESS_BITS;
        long in_zmz = in[4] & ADDRESS_BITS;
        long in_ppz = in[5] & ADDRESS_BITS;
        long in_mmz = in[6] & ADDRESS_BITS;
        long in_pmz = in[7] & ADDRESS_BITS;
        long in_mpz = in[8] & ADDRESS_BITS;
        long out_zzz = out[0] & ADDRESS_BITS;
        long out_pzz = out[1] & ADDRESS_BITS;
        long out_mzz = out[2] & ADDRESS_BITS;
        long out_zpz = out[3] & ADDRESS_BITS;
        long out_zmz = out[4] & ADDRESS_BITS;
        long out_ppz = out[5] & ADDRESS_BITS;
        long out_mmz = out[6] & ADDRESS_BITS;
        long out_pmz = out[7] & ADDRESS_BITS;
        long out_mpz = out[8] & ADDRESS_BITS;
        for (int node = 0; node < count; node += SPECIES.length()) {
            long at = 8L * (node & Integer.MAX_VALUE);
            // incoming populations
            DoubleVector f_zzz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_zzz + at, ORDER);
            DoubleVector f_pzz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_pzz + at, ORDER);
            DoubleVector f_mzz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_mzz + at, ORDER);
            DoubleVector f_zpz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_zpz + at, ORDER);
            DoubleVector f_zmz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_zmz + at, ORDER);
            DoubleVector f_ppz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_ppz + at, ORDER);
            DoubleVector f_mmz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_mmz + at, ORDER);
            DoubleVector f_pmz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_pmz + at, ORDER);
            DoubleVector f_mpz = DoubleVector.fromMemorySegment(SPECIES, MEMORY, in_mpz + at, ORDER);
            // computation
            DoubleVector sum_pzz = f_pzz.add(f_mzz);
            DoubleVector rho_1 = f_zzz.add(sum_pzz);
            DoubleVector g_zzz_1 = one_minus_omega_all.mul(f_zzz);
            DoubleVector sum_zpz = f_zpz.add(f_zmz);
            DoubleVector rho_2 = rho_1.add(sum_zpz);
            DoubleVector sum_ppz = f_ppz.add(f_mmz);
            DoubleVector sum_pmz = f_pmz.add(f_mpz);
            DoubleVector sum_xy = sum_ppz.add(sum_pmz);
            DoubleVector rho = rho_2.add(sum_xy);
            DoubleVector difference_pzz = f_pzz.sub(f_mzz);
            DoubleVector difference_ppz = f_ppz.sub(f_mmz);
            DoubleVector difference_pmz = f_pmz.sub(f_mpz);
            DoubleVector momentum_x_of_xy = difference_ppz.add(difference_pmz);
            DoubleVector ux = difference_pzz.add(momentum_x_of_xy);
            DoubleVector momentum_y_of_xy = difference_ppz.sub(difference_pmz);
            DoubleVector ux_times_3_over_2 = c_3_2.mul(ux);
            DoubleVector ux_sq_times_3_over_2 = ux_times_3_over_2.mul(ux);
            DoubleVector pair_pzz_1 = omega_times_2_over_9_all.mul(ux_times_3_over_2);
            DoubleVector difference_zpz = f_zpz.sub(f_zmz);
            DoubleVector uy = difference_zpz.add(momentum_y_of_xy);
            DoubleVector uy_times_3_over_2 = c_3_2.mul(uy);
            DoubleVector uxy_sq_times_3_over_2 = uy_times_3_over_2.fma(uy, ux_sq_times_3_over_2);
            DoubleVector rho_minus_uxy_sq_times_3_over_2 = rho.sub(uxy_sq_times_3_over_2);
            DoubleVector g_zzz = omega_times_4_over_9_all.fma(rho_minus_uxy_sq_times_3_over_2, g_zzz_1);
            // results
            g_zzz.intoMemorySegment(MEMORY, out_zzz + at, ORDER);
            DoubleVector shared_1 = omega_over_9_all.mul(rho_minus_uxy_sq_times_3_over_2);
            DoubleVector shared_2 = omega_over_36_all.mul(rho_minus_uxy_sq_times_3_over_2);
            DoubleVector pair_zpz_1 = omega_times_2_over_9_all.mul(uy_times_3_over_2);
            DoubleVector pair_zpz_2 = pair_zpz_1.fma(uy_times_3_over_2, shared_1);
            DoubleVector pair_pzz_2 = pair_pzz_1.fma(ux_times_3_over_2, shared_1);
            DoubleVector g_pzz_1 = pair_pzz_2.add(pair_pzz_1);
            DoubleVector g_pzz = one_minus_omega_all.fma(f_pzz, g_pzz_1);
            g_pzz.intoMemorySegment(MEMORY, out_pzz + at, ORDER);
            DoubleVector g_mzz_1 = pair_pzz_2.sub(pair_pzz_1);
            DoubleVector g_mzz = one_minus_omega_all.fma(f_mzz, g_mzz_1);
            g_mzz.intoMemorySegment(MEMORY, out_mzz + at, ORDER);
            DoubleVector g_zpz_1 = pair_zpz_2.add(pair_zpz_1);
            DoubleVector g_zpz = one_minus_omega_all.fma(f_zpz, g_zpz_1);
            g_zpz.intoMemorySegment(MEMORY, out_zpz + at, ORDER);
            DoubleVector g_zmz_1 = pair_zpz_2.sub(pair_zpz_1);
            DoubleVector g_zmz = one_minus_omega_all.fma(f_zmz, g_zmz_1);
            g_zmz.intoMemorySegment(MEMORY, out_zmz + at, ORDER);
            DoubleVector pair_ppz_1 = ux_times_3_over_2.add(uy_times_3_over_2);
            DoubleVector pair_pmz_1 = ux_times_3_over_2.sub(uy_times_3_over_2);
            DoubleVector pair_pmz_2 = omega_over_18_all.mul(pair_pmz_1);
            DoubleVector pair_pmz_3 = pair_pmz_2.fma(pair_pmz_1, shared_2);
            DoubleVector pair_ppz_2 = omega_over_18_all.mul(pair_ppz_1);
            DoubleVector pair_ppz_3 = pair_ppz_2.fma(pair_ppz_1, shared_2);
            DoubleVector g_ppz_1 = pair_ppz_3.add(pair_ppz_2);
            DoubleVector g_ppz = one_minus_omega_all.fma(f_ppz, g_ppz_1);
            g_ppz.intoMemorySegment(MEMORY, out_ppz + at, ORDER);
            DoubleVector g_mmz_1 = pair_ppz_3.sub(pair_ppz_2);
            DoubleVector g_mmz = one_minus_omega_all.fma(f_mmz, g_mmz_1);
            g_mmz.intoMemorySegment(MEMORY, out_mmz + at, ORDER);
            DoubleVector g_pmz_1 = pair_pmz_3.add(pair_pmz_2);
            DoubleVector g_pmz = one_minus_omega_all.fma(f_pmz, g_pmz_1);
            g_pmz.intoMemorySegment(MEMORY, out_pmz + at, ORDER);
            DoubleVector g_mpz_1 = pair_pmz_3.sub(pair_pmz_2);
            DoubleVector g_mpz = one_minus_omega_all.fma(f_mpz, g_mpz_1);
            g_mpz.intoMemorySegment(MEMORY, out_mpz + at, ORDER);
        }
    }
}
