/* What the calls of tessera.h cost on this machine: timing [NODES ...] prints, for blocks of NODES^3 (D3Q19, FP64), the
 * least time of writing all populations, one step, reading all populations, and the two for the envelope alone, with
 * memory of malloc and of tessera_allocate. Before these, the cost of a call without work, and of the first call of a thread. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tessera.h"

enum { Q = 19, REPEATS = 12, FACES = 6 };
static const double SECONDS = 1; /* of repeats at least: Java compiles what runs often */

static int32_t simulation, domain;

static void check(int32_t code) {
    if (code == TESSERA_OK) return;
    fprintf(stderr, "%s\n", tessera_error());
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Notes the least time since *start, in milliseconds, and starts anew. */
static void lap(double *least, double *start) {
    double now = seconds(), took = 1e3 * (now - *start);
    if (took < *least) *least = took;
    *start = now;
}

/* The faces of the box at a distance from its outside: disjoint boxes that cover one layer. */
static void layer(tessera_box *face, int64_t n, int64_t in) {
    int64_t a = in, b = n - 1 - in;
    tessera_box all[FACES] = {{a, a, a, b, a, b},         {b, b, a, b, a, b},         {a + 1, b - 1, a, a, a, b},
                              {a + 1, b - 1, b, b, a, b}, {a + 1, b - 1, a + 1, b - 1, a, a}, {a + 1, b - 1, a + 1, b - 1, b, b}};
    memcpy(face, all, sizeof all);
}

static int64_t bytes(const tessera_box *box) {
    return (box->x1 - box->x0 + 1) * (box->y1 - box->y0 + 1) * (box->z1 - box->z0 + 1) * Q * (int64_t)sizeof(double);
}

static void time_memory(int64_t n, double *f, const char *kind) {
    int64_t size = n * n * n * Q * (int64_t)sizeof(double);
    double least[5] = {1e30, 1e30, 1e30, 1e30, 1e30}, start, begin = seconds();
    tessera_box outer[FACES], inner[FACES];
    int64_t outer_bytes = 0, inner_bytes = 0;
    layer(outer, n, 0);
    layer(inner, n, 1);
    for (int face = 0; face < FACES; face++) {
        outer_bytes += bytes(&outer[face]);
        inner_bytes += bytes(&inner[face]);
    }
    for (int repeat = 0; repeat < REPEATS || seconds() - begin < SECONDS; repeat++) {
        start = seconds();
        check(tessera_write(domain, NULL, f, size, TESSERA_PALABOS));
        lap(&least[0], &start);
        check(tessera_collide_and_stream(domain, 1));
        check(tessera_finish(simulation)); /* a GPU goes on after the call has returned */
        lap(&least[1], &start);
        check(tessera_read(domain, NULL, f, size, TESSERA_PALABOS));
        lap(&least[2], &start);
        check(tessera_write_boxes(domain, outer, FACES, f, outer_bytes, TESSERA_PALABOS));
        lap(&least[3], &start);
        check(tessera_read_boxes(domain, inner, FACES, f, inner_bytes, TESSERA_PALABOS));
        lap(&least[4], &start);
    }
    printf("%4d %9.3f %9.3f %9.3f %9.3f %9.3f  %s\n", (int)n, least[0], least[1], least[2], least[3], least[4], kind);
}

static void time_block(int64_t n) {
    int64_t size = n * n * n * Q * (int64_t)sizeof(double);
    double *own = (double *)calloc((size_t)size, 1);
    void *fast;
    tessera_domain block;
    memset(&block, 0, sizeof block);
    block.bytes = sizeof block;
    block.nx = block.ny = block.nz = n;
    block.omega = 1.2;
    check(tessera_add_domain(simulation, &block, &domain));
    check(tessera_allocate(simulation, size, &fast));
    time_memory(n, own, "malloc");
    time_memory(n, (double *)fast, "tessera_allocate");
    check(tessera_release(simulation, fast));
    check(tessera_remove_domain(domain));
    free(own);
}

/* The cost of a call without work. */
static void time_calls(void) {
    enum { CALLS = 20000, ROUNDS = 20 };
    double least = 1e30;
    tessera_domain block;
    memset(&block, 0, sizeof block);
    block.bytes = sizeof block;
    block.nx = block.ny = block.nz = 3;
    block.omega = 1.2;
    check(tessera_add_domain(simulation, &block, &domain));
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds(), took;
        for (int call = 0; call < CALLS; call++) check(tessera_collide_and_stream(domain, 0));
        took = (seconds() - start) / CALLS;
        if (took < least) least = took;
    }
    printf("a call without work: %.0f ns\n", 1e9 * least);
}

/* The first call of a thread that Java does not know, in seconds. */
static void *first_call(void *took) {
    double start = seconds();
    check(tessera_collide_and_stream(domain, 0));
    *(double *)took = seconds() - start;
    return NULL;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void time_first_calls(void) {
    enum { THREADS = 200 };
    double took[THREADS];
    for (int n = 0; n < THREADS; n++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, first_call, &took[n]) != 0) exit(1);
        pthread_join(thread, NULL);
    }
    qsort(took, THREADS, sizeof *took, ascending);
    printf("the first call of a thread: %.0f us, the median of %d\n", 1e6 * took[THREADS / 2], THREADS);
}

int main(int argc, char **argv) {
    double start = seconds();
    check(tessera_start());
    printf("start of Java: %.0f ms\n", 1e3 * (seconds() - start));
    check(tessera_create(NULL, &simulation));
    time_calls();
    time_first_calls();
    printf("nodes     write      step      read  envelope      inner layer (ms)\n");
    if (argc < 2) time_block(32);
    for (int arg = 1; arg < argc; arg++) time_block(strtol(argv[arg], NULL, 10));
    check(tessera_destroy(simulation));
    return 0;
}
