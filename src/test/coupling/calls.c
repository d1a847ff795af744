/* Calls of tessera.h for NativeProgramIT; the first argument says which. Prints one line for each call: its name, its
 * code and its sentence. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "tessera.h"

enum { N = 6, NODES = N * N * N, Q = 19 };

static int32_t simulation, domain;
static double f[NODES * Q];

static void say(const char *name, int32_t code) {
    printf("%s: %d %s\n", name, (int)code, code == TESSERA_OK ? "" : tessera_error());
    fflush(stdout);
}

static int32_t add(double omega, const char *model, const uint8_t *types, int64_t nx, int64_t ny, int64_t nz) {
    tessera_domain d;
    int32_t added;
    memset(&d, 0, sizeof d);
    d.bytes = sizeof d;
    d.nx = nx;
    d.ny = ny;
    d.nz = nz;
    d.omega = omega;
    d.model = model;
    d.types = types;
    int32_t rc = tessera_add_domain(simulation, &d, &added);
    if (rc == TESSERA_OK) domain = added;
    return rc;
}

static void open_domain(const char *model) {
    if (tessera_create("device=cpu:jvm threads=1", &simulation) != TESSERA_OK ||
        add(1.2, model, NULL, N, N, N) != TESSERA_OK) {
        say("open", TESSERA_FAILED);
        exit(1);
    }
}

static void refused(void) {
    tessera_box outside = {0, N, 0, 1, 0, 1}, empty = {2, 1, 0, 0, 0, 0}, one = {1, 1, 1, 1, 1, 1};
    static uint8_t types[NODES];
    int64_t far = NODES;
    tessera_domain small = {0};
    double value[Q] = {0};
    open_domain("");
    int32_t first = domain;
    say("device", tessera_create("device=gpu:9", &first));
    first = domain;
    say("setting", tessera_create("devise=cpu", &first));
    first = domain;
    say("omega", add(2, "", NULL, N, N, N));
    say("omega-nan", add(NAN, "", NULL, N, N, N));
    say("lattice", add(1, "lattice=D3Q20", NULL, N, N, N));
    say("collision", add(1, "collision=bgk2", NULL, N, N, N));
    say("palabos-2d", add(1, "lattice=D2Q9 collision=palabos-bgk", NULL, N, N, 1));
    say("precision", add(1, "precision=fp16", NULL, N, N, N));
    say("thin", add(1, "", NULL, N, N, 1));
    say("large", add(1, "", NULL, 1 << 20, 1 << 20, N));
    say("struct", tessera_add_domain(simulation, &small, &first));
    small.bytes = (uint32_t)offsetof(tessera_domain, velocities); /* as a program of the first header has it */
    small.nx = small.ny = small.nz = N;
    small.omega = 1;
    small.velocities = small.densities = (const double *)8; /* beyond its end: not to be read */
    types[0] = TESSERA_FULL_WAY;
    small.types = types;
    say("first-struct", tessera_add_domain(simulation, &small, &first));
    types[0] = TESSERA_FLUID;
    first = domain;
    types[3] = 7;
    say("type", add(1, "", types, N, N, N));
    memset(types, 1, sizeof types);
    say("solid", add(1, "", types, N, N, N));
    say("box", tessera_write(domain, &outside, f, sizeof f, TESSERA_PALABOS));
    say("empty", tessera_write(domain, &empty, f, 0, TESSERA_PALABOS));
    say("bytes", tessera_write(domain, NULL, f, sizeof f - 8, TESSERA_PALABOS));
    say("scalars", tessera_write(domain, &one, f, (Q + 3) * 8, TESSERA_PALABOS));
    say("null", tessera_write(domain, &one, NULL, Q * 8, TESSERA_PALABOS));
    say("order", tessera_read(domain, &one, f, Q * 8, 5));
    value[4] = NAN;
    say("nan", tessera_write(domain, &one, value, sizeof value, TESSERA_PALABOS));
    value[4] = INFINITY;
    say("infinity", tessera_write(domain, &one, value, sizeof value, TESSERA_PALABOS));
    value[4] = 0;
    tessera_box several[] = {one, outside};
    say("boxes-outside", tessera_write_boxes(domain, several, 2, f, 2 * Q * 8, TESSERA_PALABOS));
    several[1] = one;
    say("boxes-bytes", tessera_write_boxes(domain, several, 2, f, Q * 8, TESSERA_PALABOS));
    say("boxes-nothing", tessera_write_boxes(domain, several, 0, f, 0, TESSERA_PALABOS));
    say("boxes-null", tessera_read_boxes(domain, NULL, 2, f, 2 * Q * 8, TESSERA_PALABOS));
    say("node", tessera_read_nodes(domain, &far, 1, f, Q * 8, TESSERA_PALABOS));
    say("field", tessera_read_field(domain, "temperature", NULL, f, NODES * 8));
    say("field-bytes", tessera_read_field(domain, "velocity", NULL, f, NODES * 8));
    say("steps", tessera_collide_and_stream(domain, -1));
    say("envelope", tessera_collide_and_stream(domain, 2));
    say("first-step", tessera_collide_and_stream(domain, 1));
    say("second-step", tessera_collide_and_stream(domain, 1));
    say("never", tessera_collide_and_stream(77, 1));
    say("finish", tessera_finish(simulation));
    say("finish-nothing", tessera_finish(77));
    say("zero", tessera_collide_and_stream(0, 1));
    tessera_overlap overlap = {domain, domain, {1, 1, 0, 5, 0, 5}, {0, 0, 0, 5, 0, 5}};
    int32_t exchange = 0;
    say("connect", tessera_connect(simulation, &overlap, 1, &exchange));
    say("exchange", tessera_exchange(exchange));
    say("step-after", tessera_collide_and_stream(domain, 1));
    int32_t twice[] = {domain, domain};
    say("exchange-before-all", tessera_exchange(exchange));
    say("all", tessera_collide_and_stream_all(&domain, 1, 1));
    say("all-envelope", tessera_collide_and_stream_all(&domain, 1, 1));
    say("all-twice", tessera_collide_and_stream_all(twice, 2, 0));
    say("all-nothing", tessera_collide_and_stream_all(&domain, 0, 1));
    say("all-null", tessera_collide_and_stream_all(NULL, 1, 1));
    twice[1] = 99;
    say("all-never", tessera_collide_and_stream_all(twice, 2, 1));
    say("connect-null", tessera_connect(simulation, NULL, 1, &exchange));
    say("connect-nothing", tessera_connect(simulation, &overlap, 0, &exchange));
    say("connect-nowhere", tessera_connect(simulation, &overlap, 1, NULL));
    overlap.target.y1 = 4;
    say("connect-shapes", tessera_connect(simulation, &overlap, 1, &exchange));
    overlap.target.y1 = 5;
    overlap.to = 99;
    say("connect-domain", tessera_connect(simulation, &overlap, 1, &exchange));
    say("disconnect", tessera_disconnect(exchange));
    say("exchange-again", tessera_exchange(exchange));
    void *memory = NULL;
    say("allocate-nothing", tessera_allocate(simulation, 0, &memory));
    say("allocate-nowhere", tessera_allocate(simulation, sizeof f, NULL));
    say("allocate", tessera_allocate(simulation, sizeof f, &memory));
    say("zeros", memcmp(memory, f, sizeof f) != 0);
    for (int k = 0; k < NODES * Q; k++) ((double *)memory)[k] = 1e-6 * k;
    say("write-allocated", tessera_write(domain, NULL, memory, sizeof f, TESSERA_PALABOS));
    say("read", tessera_read(domain, NULL, f, sizeof f, TESSERA_PALABOS));
    say("same", memcmp(memory, f, sizeof f) != 0);
    tessera_box faces[] = {{2, 2, 0, 5, 0, 5}, {4, 4, 0, 5, 0, 5}};
    double *face = (double *)memory;
    for (int k = 0; k < 72 * Q; k++) face[k] = -1e-6 * k;
    say("write-boxes", tessera_write_boxes(domain, faces, 2, face, 72 * Q * 8, TESSERA_PALABOS));
    say("read-box", tessera_read(domain, &faces[1], f, 36 * Q * 8, TESSERA_PALABOS));
    say("same-box", memcmp(face + 36 * Q, f, 36 * Q * 8) != 0);
    say("read-boxes", tessera_read_boxes(domain, faces, 2, f, 72 * Q * 8, TESSERA_PALABOS));
    say("same-boxes", memcmp(face, f, 72 * Q * 8) != 0);
    say("release", tessera_release(simulation, memory));
    say("release-again", tessera_release(simulation, memory));
    say("release-null", tessera_release(simulation, NULL));
    say("remove", tessera_remove_domain(domain));
    say("stale", tessera_collide_and_stream(domain, 1));
    say("destroy", tessera_destroy(simulation));
    say("stale-simulation", tessera_destroy(simulation));
    say("other-abi", (tessera_boot_state.table->abi == TESSERA_ABI) - 1);
}

/* A box between closed sides: a full-way wall at z0, a wall of the same kind that moves along x at z1, periodic along x
 * and y. Prints the velocity along x at half height, which is half of the wall's. */
static void walls(void) {
    static uint8_t types[NODES];
    static double velocities[3 * NODES];
    double middle[3 * 2] = {0};
    tessera_box box = {1, 1, 1, 1, N / 2 - 1, N / 2};
    tessera_domain d;
    memset(&d, 0, sizeof d);
    for (int n = 0; n < NODES; n++) {
        types[n] = n % N == 0 || n % N == N - 1 ? TESSERA_FULL_WAY : TESSERA_FLUID;
        velocities[3 * n] = n % N == N - 1 ? 0.02 : 0;
    }
    d.bytes = sizeof d;
    d.nx = d.ny = d.nz = N;
    d.omega = 1;
    d.model = "periodic=xy closed=z0,z1";
    d.types = types;
    d.velocities = velocities;
    say("create", tessera_create("device=cpu:jvm threads=1", &simulation));
    say("add", tessera_add_domain(simulation, &d, &domain));
    say("steps", tessera_collide_and_stream(domain, 1000));
    say("field", tessera_read_field(domain, "velocity", &box, middle, sizeof middle));
    printf("mean: %.6f\n", (middle[0] + middle[3]) / 2);
    say("destroy", tessera_destroy(simulation));
}

static void *steps_on_own_domain(void *given) {
    int32_t own = *(int32_t *)given;
    int32_t rc = TESSERA_OK;
    for (int n = 0; n < 50 && rc == TESSERA_OK; n++) rc = tessera_collide_and_stream(own, 1);
    return rc == TESSERA_OK ? NULL : given;
}

/* Tries again where a short call of the other thread came first. */
static void *long_run(void *given) {
    int32_t rc;
    do {
        rc = tessera_collide_and_stream(domain, 100000);
    } while (rc == TESSERA_BUSY);
    *(int32_t *)given = rc;
    return NULL;
}

static void threads(void) {
    pthread_t thread[4];
    int32_t own[4];
    open_domain("periodic=xyz");
    for (int t = 0; t < 4; t++) {
        if (add(1 + 0.1 * t, "periodic=xyz", NULL, N, N, N) != TESSERA_OK) say("add", -1);
        own[t] = domain;
    }
    for (int t = 0; t < 4; t++) pthread_create(&thread[t], NULL, steps_on_own_domain, &own[t]);
    void *failed[4];
    for (int t = 0; t < 4; t++) pthread_join(thread[t], &failed[t]);
    say("threads", failed[0] || failed[1] || failed[2] || failed[3] ? -1 : 0);
}

/* A call for a domain while another one for it runs, and the removal of both while it runs. */
static void busy(void) {
    pthread_t thread;
    int32_t result = 1, rc = TESSERA_OK;
    open_domain("periodic=xyz");
    pthread_create(&thread, NULL, long_run, &result);
    for (int n = 0; n < 20000 && rc != TESSERA_BUSY; n++) {
        usleep(1000);
        rc = tessera_collide_and_stream(domain, 0);
    }
    say("busy", rc);
    say("destroy-busy", tessera_destroy(simulation));
    pthread_join(thread, NULL);
    say("long", result);
    say("destroy", tessera_destroy(simulation));
}

static void forked(void) {
    open_domain("");
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        say("child", tessera_collide_and_stream(domain, 1));
        _exit(0);
    }
    waitpid(child, &status, 0);
    say("child-ended", status);
    say("parent", tessera_collide_and_stream(domain, 1));
}

static void on_segv(int number, siginfo_t *info, void *context) {
    (void)info;
    (void)context;
    static const char text[] = "the program's handler\n";
    if (write(1, text, sizeof text - 1) < 0) _exit(4);
    _exit(number == SIGSEGV ? 42 : 3);
}

static void set_handler(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_segv;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, NULL);
}

static void signals(int before) {
    if (before) set_handler();
    open_domain("periodic=xyz");
    if (!before) set_handler();
    say("add", add(1, "", NULL, N, N, N));
    say("steps", tessera_collide_and_stream(domain, 1));
    if (before) {
        volatile int *nowhere = NULL;
        *nowhere = 1; /* a fault of the program, not of Java */
    }
}

static void at_exit(void) { say("at-exit", tessera_destroy(simulation)); }

int main(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "refused") == 0) refused();
    else if (strcmp(mode, "walls") == 0) walls();
    else if (strcmp(mode, "threads") == 0) threads();
    else if (strcmp(mode, "busy") == 0) busy();
    else if (strcmp(mode, "fork") == 0) forked();
    else if (strcmp(mode, "signals-before") == 0) signals(1);
    else if (strcmp(mode, "signals-after") == 0) signals(0);
    else if (strcmp(mode, "start") == 0) say("start", tessera_start());
    else if (strcmp(mode, "exit") == 0 || strcmp(mode, "shut-down") == 0) {
        atexit(at_exit);
        open_domain("");
        if (strcmp(mode, "shut-down") == 0) {
            kill(getpid(), SIGTERM); /* Java's, by an option: it shuts down and calls exit() */
            sleep(20);
        }
    } else return 2;
    return 0;
}
