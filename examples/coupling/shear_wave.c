/* A shear wave that decays: u_x = U sin(2 pi z / N) in a periodic box. The program owns the arrays and the loop; Tessera
 * collides and streams. Prints the amplitude beside that of the exact solution, U exp(-nu k^2 t). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tessera.h"

enum { N = 32, WIDE = 4, NODES = WIDE * WIDE * N, Q = 19, STEPS = 100 };

static void check(int32_t code) {
    if (code == TESSERA_OK) return;
    fprintf(stderr, "%s\n", tessera_error());
    exit(1);
}

int main(void) {
    const double pi = 3.14159265358979323846, omega = 1.2, nu = (1 / omega - 0.5) / 3, u = 1e-3, k = 2 * pi / N;
    static const int c[Q] = {0, -1, 0, 0, -1, -1, -1, -1, 0, 0, 1, 0, 0, 1, 1, 1, 1, 0, 0};
    static double f[NODES][Q], velocity[NODES][3];

    int32_t simulation, domain;
    check(tessera_create(NULL, &simulation));

    tessera_domain box = {0};
    box.bytes = sizeof box;
    box.nx = WIDE, box.ny = WIDE, box.nz = N;
    box.omega = omega;
    box.model = "periodic=xyz";
    check(tessera_add_domain(simulation, &box, &domain));

    for (int node = 0; node < NODES; node++) {
        for (int i = 0; i < Q; i++) {
            double weight = i == 0 ? 1. / 3 : (i - 1) % 9 < 3 ? 1. / 18 : 1. / 36;
            f[node][i] = weight * 3 * c[i] * u * sin(k * (node % N));
        }
    }
    check(tessera_write(domain, NULL, f, sizeof f, TESSERA_PALABOS));

    for (int step = 0; step <= 5 * STEPS; step += STEPS) {
        check(tessera_read_field(domain, "velocity", NULL, &velocity[0][0], sizeof velocity));
        printf("%4d %.6e %.6e\n", step, velocity[N / 4][0], u * exp(-nu * k * k * step));
        check(tessera_collide_and_stream(domain, STEPS));
    }

    check(tessera_destroy(simulation));
    return 0;
}
