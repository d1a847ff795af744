/* tessera.h: Tessera as a co-processor of programs in C and C++.
 *
 * A program includes this header and links with -ldl -lpthread; nothing else is compiled or linked. The first call
 * starts a Java virtual machine inside the process; tessera_boot.h says how it is found. Needs POSIX and gcc or clang;
 * with -std=c99 or -std=c11 also -D_GNU_SOURCE.
 *
 * A simulation is a device with domains. A domain is a box of nodes that Tessera updates: write populations, collide and
 * stream, read populations. Every function returns TESSERA_OK or a negative code; tessera_error() then returns a
 * sentence. All functions may be called from any thread; two calls for one domain must not overlap (TESSERA_BUSY).
 *
 * The outermost nodes of a domain are an envelope, unless its sides are periodic, closed or solid: what they receive from
 * outside is undefined until the program writes them. Nodes are counted from 0 along each axis; arrays have z fastest:
 * the node (x, y, z) is number (x * ny + y) * nz + z.
 */
#ifndef TESSERA_H
#define TESSERA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface. A program runs with a tessera.jar of the same version. */
#define TESSERA_ABI 1

enum {
    TESSERA_OK = 0,
    TESSERA_BAD_ARGUMENT = -1, /* a value is wrong; the sentence says which, and what is allowed */
    TESSERA_BAD_HANDLE = -2,   /* no such simulation or domain, or it has been removed */
    TESSERA_BUSY = -3,         /* another thread uses the domain */
    TESSERA_NO_MEMORY = -4,    /* the memory for Java's objects does not suffice */
    TESSERA_NO_DEVICE = -5,    /* the device is missing, lacks memory, or failed */
    TESSERA_FAILED = -6,       /* an error of Tessera */
    TESSERA_NO_JAVA = -7,      /* Java could not be started */
    TESSERA_ENDED = -8,        /* Java has been shut down */
    TESSERA_FORKED = -9,       /* the call is in a forked child of the process that started Java */
    TESSERA_SIGNALS = -10      /* the program has replaced a signal handler that Java needs */
};

/* The order of populations in the program's arrays: [node][direction], directions fastest. */
enum {
    TESSERA_PALABOS = 0, /* deviations f_i - w_i, in the directions of Palabos */
    TESSERA_PLAIN = 1    /* populations f_i, in the directions of Tessera (Lattices.java) */
};

/* Nodes x0..x1, y0..y1, z0..z1, both ends included. A null pointer to a box means all nodes. */
typedef struct {
    int64_t x0, x1, y0, y1, z0, z1;
} tessera_box;

/* Types of nodes. */
enum {
    TESSERA_FLUID = 0,
    TESSERA_SOLID = 1,    /* not stored; half-way bounce-back at the nodes beside it */
    TESSERA_FULL_WAY = 2, /* a node in a wall: its populations are reversed instead of a collision, f_i = f_-i; where it
                             moves, f_i = f_-i + 2 rho w_i c_i.u / c_s^2 */
    TESSERA_PASSING = 3,  /* its populations do not change */
    /* Nodes on a plane at the outside of the fluid, with a given velocity, or a given density and no velocity along the
     * plane. Add the number of the side that the plane is: 0 for x0, 1 for x1, 2 for y0, ... 5 for z1. What comes over
     * the plane is completed before the collision; nodes beyond it are solid, or the side is closed. */
    TESSERA_REGULARIZED_VELOCITY = 16, /* Latt et al. 2008; all populations are those of the given state and stress */
    TESSERA_REGULARIZED_PRESSURE = 32,
    TESSERA_ZOU_HE_VELOCITY = 48, /* Zou & He 1997, Hecht & Harting 2010 */
    TESSERA_ZOU_HE_PRESSURE = 64,
    TESSERA_PALABOS_ZOU_HE_VELOCITY = 80, /* as Palabos distributes the missing momentum: over all diagonal populations, of */
    TESSERA_PALABOS_ZOU_HE_PRESSURE = 96, /* which on D3Q19 only half carry it */
    /* Nodes in which planes meet, in three dimensions. All populations are those of the given velocity and rate of strain,
     * and of the mean density of nodes on the planes beside them. An edge: add 4 times the axis along it, 2 if it is at the
     * upper side of the first of the other two axes, and 1 if at the upper side of the second. A corner (D3Q19, D3Q27): add
     * 4, 2, 1 if it is at the upper side of x, y, z. */
    TESSERA_EDGE_VELOCITY = 112,
    TESSERA_CORNER_VELOCITY = 128
};

/* A domain to add. Set all of it to 0, then bytes, the numbers of nodes, omega, and what differs from the defaults. */
typedef struct {
    uint32_t bytes; /* sizeof(tessera_domain) */
    int32_t reserved;
    int64_t nx, ny, nz; /* nodes; nz = 1 in two dimensions */
    double omega;       /* relaxation rate, in (0, 2): 1 / (3 nu + 1/2) for a lattice viscosity nu */
    const char *model;  /* settings KEY=VALUE separated by spaces; null: Palabos' BGK on D3Q19 in double precision.
                           lattice=D2Q9|D3Q13|D3Q15|D3Q19|D3Q27  collision=palabos-bgk|bgk|trt|mrt|regularized
                           equilibrium=quasi-compressible|incompressible  precision=fp64|fp32 (also of the arrays)
                           envelope=N (default 1)  periodic=x|xy|xyz|...  force-x=... force-y=... force-z=...
                           closed=x0,x1,y0,...: sides without an envelope; what leaves there comes back */
    const uint8_t *types; /* a byte per node, of the types above; null: all are fluid */
    const double *velocities; /* u of nodes in full-way walls, on planes, edges and corners: one double per node of the
                                 domain and axis, those of other nodes are not read; null: 0 */
    const double *densities;  /* rho of walls that move and of planes, one double per node of the domain; null: 1 */
    const double *strains;    /* rates of strain (du_a/dx_b + du_b/dx_a) / 2 of edges and corners, six doubles per node of
                                 the domain: xx, xy, xz, yy, yz, zz; null: 0 */
} tessera_domain;

/* Nodes of a domain whose populations nodes of another domain, or of the same one, get. Both boxes have the same numbers of
 * nodes along each axis. */
typedef struct {
    int32_t from, to; /* domains of one simulation, of one lattice and precision */
    tessera_box source, target;
} tessera_overlap;

/* The functions, as Java makes them. Programs use the functions below, which check that Java can be called. */
typedef struct {
    uint32_t abi;
    uint32_t bytes;         /* of this table; later versions append */
    volatile int32_t ended; /* 1 once Java shuts down */
    int32_t reserved;
    int32_t (*create)(const char *settings, int32_t *simulation);
    int32_t (*destroy)(int32_t simulation);
    int32_t (*add_domain)(int32_t simulation, const tessera_domain *description, int32_t *domain);
    int32_t (*remove_domain)(int32_t domain);
    int32_t (*write)(int32_t domain, const tessera_box *box, const void *from, int64_t bytes, int32_t order);
    int32_t (*read)(int32_t domain, const tessera_box *box, void *to, int64_t bytes, int32_t order);
    int32_t (*write_nodes)(int32_t domain, const int64_t *nodes, int64_t count, const void *from, int64_t bytes,
                           int32_t order);
    int32_t (*read_nodes)(int32_t domain, const int64_t *nodes, int64_t count, void *to, int64_t bytes, int32_t order);
    int32_t (*collide_and_stream)(int32_t domain, int64_t steps);
    int32_t (*read_field)(int32_t domain, const char *field, const tessera_box *box, double *to, int64_t bytes);
    int32_t (*describe)(int32_t domain, char *text, int64_t capacity);
    int64_t (*last_error)(char *text, int64_t capacity);
    int32_t (*allocate)(int32_t simulation, int64_t bytes, void **memory);
    int32_t (*release)(int32_t simulation, void *memory);
    int32_t (*connect)(int32_t simulation, const tessera_overlap *overlaps, int64_t count, int32_t *exchange);
    int32_t (*exchange)(int32_t exchange);
    int32_t (*disconnect)(int32_t exchange);
    int32_t (*finish)(int32_t simulation);
    int32_t (*collide_and_stream_all)(const int32_t *domains, int64_t count, int64_t steps);
    int32_t (*write_boxes)(int32_t domain, const tessera_box *boxes, int64_t count, const void *from, int64_t bytes,
                           int32_t order);
    int32_t (*read_boxes)(int32_t domain, const tessera_box *boxes, int64_t count, void *to, int64_t bytes, int32_t order);
} tessera_api;

#ifdef __cplusplus
}
#endif

#include "tessera_boot.h"

/* The sentence of the calling thread's last failure, in the same source file; empty if there was none. */
static inline const char *tessera_error(void) { return tessera_boot_error; }

/* Starts Java, unless it runs; otherwise the first call does. */
static inline int32_t tessera_start(void) { return tessera_boot_ready(); }

/* Opens a device. Settings: device=auto|cpu|cpu:c|cuda:0|opencl:0|..., threads=N; null: the first GPU, else the CPU. */
static inline int32_t tessera_create(const char *settings, int32_t *simulation) {
    int32_t rc = tessera_boot_ready_for_objects();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->create(settings, simulation));
}

/* Removes a simulation with its domains, exchanges and memory. */
static inline int32_t tessera_destroy(int32_t simulation) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->destroy(simulation));
}

/* Memory that the simulation's device copies fastest (a CUDA device: page-locked, about twice as fast), 0 everywhere, for
 * arrays that are written or read again and again. It lasts until tessera_release or tessera_destroy. */
static inline int32_t tessera_allocate(int32_t simulation, int64_t bytes, void **memory) {
    int32_t rc = tessera_boot_ready_for_objects();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->allocate(simulation, bytes, memory));
}

/* Releases memory of tessera_allocate; a null pointer is none. */
static inline int32_t tessera_release(int32_t simulation, void *memory) {
    int32_t rc = memory ? tessera_boot_ready() : TESSERA_OK;
    return rc != TESSERA_OK || !memory
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->release(simulation, memory));
}

/* Adds a domain; its populations are at rest (deviations of 0) until they are written. */
static inline int32_t tessera_add_domain(int32_t simulation, const tessera_domain *description, int32_t *domain) {
    int32_t rc = tessera_boot_ready_for_objects();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->add_domain(simulation, description, domain));
}

/* Removes a domain, and the exchanges in which it takes part. */
static inline int32_t tessera_remove_domain(int32_t domain) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->remove_domain(domain));
}

/* Copies populations to the domain; values have to be finite. Solid nodes are skipped. bytes is the size of the array:
 * nodes of the box * directions * 8 (precision=fp32: 4). */
static inline int32_t tessera_write(int32_t domain, const tessera_box *box, const void *from, int64_t bytes,
                                    int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc
                            : tessera_boot_checked(tessera_boot_state.table->write(domain, box, from, bytes, order));
}

/* Copies populations from the domain. */
static inline int32_t tessera_read(int32_t domain, const tessera_box *box, void *to, int64_t bytes, int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->read(domain, box, to, bytes, order));
}

/* As tessera_write, of several boxes, whose values follow each other in the array: the faces of an envelope in one call, which
 * on a GPU takes a fraction of the time of six. Where boxes overlap, the later one counts. bytes is the size of the array. */
static inline int32_t tessera_write_boxes(int32_t domain, const tessera_box *boxes, int64_t count, const void *from,
                                          int64_t bytes, int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->write_boxes(domain, boxes, count, from, bytes, order));
}

/* As tessera_read, of several boxes. Those at sides across x and y first, if the box is large: a GPU copies them while it
 * still steps the nodes inside. */
static inline int32_t tessera_read_boxes(int32_t domain, const tessera_box *boxes, int64_t count, void *to, int64_t bytes,
                                         int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->read_boxes(domain, boxes, count, to, bytes, order));
}

/* As tessera_write, of listed nodes: their numbers (x * ny + y) * nz + z. */
static inline int32_t tessera_write_nodes(int32_t domain, const int64_t *nodes, int64_t count, const void *from,
                                          int64_t bytes, int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->write_nodes(domain, nodes, count, from, bytes, order));
}

/* As tessera_read, of listed nodes. */
static inline int32_t tessera_read_nodes(int32_t domain, const int64_t *nodes, int64_t count, void *to, int64_t bytes,
                                         int32_t order) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->read_nodes(domain, nodes, count, to, bytes, order));
}

/* Collides, then streams, a number of times. A GPU goes on after the call has returned, also with several domains; calls
 * that read, write or exchange populations wait for it, or follow it there. A failure of the GPU is told by a later call.
 * A domain with an envelope of N nodes runs at most N steps between writes. */
static inline int32_t tessera_collide_and_stream(int32_t domain, int64_t steps) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->collide_and_stream(domain, steps));
}

/* As tessera_collide_and_stream for several domains of one simulation, each listed once. A GPU computes them at the same
 * time, which is faster where one does not fill it. If one domain cannot do the steps, none does. */
static inline int32_t tessera_collide_and_stream_all(const int32_t *domains, int64_t count, int64_t steps) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->collide_and_stream_all(domains, count, steps));
}

/* Waits until all domains of a simulation have done their steps. */
static inline int32_t tessera_finish(int32_t simulation) {
    int32_t rc = tessera_boot_ready_for_objects();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->finish(simulation));
}

/* The density ("density", one double per node) or the velocity ("velocity", one double per node and axis) of the present
 * populations, lattice units. */
static inline int32_t tessera_read_field(int32_t domain, const char *field, const tessera_box *box, double *to,
                                         int64_t bytes) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->read_field(domain, field, box, to, bytes));
}

/* Model, storage, memory and device of a domain as text, at most capacity - 1 bytes and a 0. */
static inline int32_t tessera_describe(int32_t domain, char *text, int64_t capacity) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->describe(domain, text, capacity));
}

/* Prepares copies of populations between domains that are repeated after each step or some: those at the border of a
 * domain in the envelope of its neighbour. They stay on the device, as the same bits as by tessera_read and tessera_write.
 * Nodes that overlap are solid in both domains, or in none; no node is the target of two. */
static inline int32_t tessera_connect(int32_t simulation, const tessera_overlap *overlaps, int64_t count,
                                      int32_t *exchange) {
    int32_t rc = tessera_boot_ready_for_objects();
    return rc != TESSERA_OK
               ? rc
               : tessera_boot_checked(tessera_boot_state.table->connect(simulation, overlaps, count, exchange));
}

/* Copies the present populations: all are read before any is written. As by tessera_write, the envelopes of the domains that
 * get some are then taken as defined. */
static inline int32_t tessera_exchange(int32_t exchange) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->exchange(exchange));
}

static inline int32_t tessera_disconnect(int32_t exchange) {
    int32_t rc = tessera_boot_ready();
    return rc != TESSERA_OK ? rc : tessera_boot_checked(tessera_boot_state.table->disconnect(exchange));
}

#endif
