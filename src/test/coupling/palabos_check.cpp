// Palabos beside Tessera, for PalabosVerify. Compiled with -include tessera_palabos.hpp and -DCAVITY='"…/cavity3d.cpp"'.
//   stock        the untouched example of Palabos, which is compiled into this program: templates take most of the time
//   example …    examples/coupling/palabos_cavity.cpp with the arguments that follow
//   directions   prints the velocities of Palabos' descriptors
//   golden       prints inner populations after one step of Palabos' own co-processor, as bits
//   bits         compares Palabos' own co-processor with Tessera on random blocks, double and float
//   handles      uses a lattice whose attribution of threads keeps no handles
// A number after walls, planes or edges is that of steps in place of 600. With several MPI ranks, blocks belong to them in turn.
//   walls        runs cavities with walls and obstacles on Palabos alone and with all blocks on Tessera, and compares all
//                populations
//   planes       the same for ducts with a velocity at one end and a density at the other, by regularized populations and by
//                Zou and He, along each axis in both directions
//   edges        the same for cavities and channels with velocities on all walls, edges and corners included, by each of
//                Palabos' local conditions, with all blocks on Tessera and with some on the CPU
//   others       runs a cavity some of whose blocks have dynamics or data processors that are not offloaded
//   cuts         prints how lattices are cut between the device and the ranks, for given speeds
//   hybrid       measures the speeds of the machine, cuts a cavity by them and by given ones, and compares with Palabos alone
//   blocks DIR   runs the cavity on Palabos alone, with block 13 on Tessera, and so that only layers are transferred;
//                writes the block after some steps
#define main stock_main
#include CAVITY
#undef main

#include <chrono>
#include <cinttypes>
#include <exception>
#include <iomanip>
#include <iostream>
#include <memory>
#include <cstdio>
#include <cstring>
#include <random>

#undef DESCRIPTOR
namespace example {
#define main example_main
#include "../../../examples/coupling/palabos_cavity.cpp"
#undef main
} // namespace example

namespace {

template <template <typename U> class D, int d>
void printDirections(const char *name) {
    std::printf("%s", name);
    for (int i = 0; i < D<double>::q; i++) {
        std::printf(" ");
        for (int axis = 0; axis < d; axis++) std::printf("%s%d", axis ? "," : "", D<double>::c[i][axis]);
    }
    std::printf("\n");
}

template <typename U>
uint64_t bitsOf(U value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
}

// The same values in Java: exact in float.
template <typename U>
std::vector<char> scattered(std::size_t count) {
    std::vector<char> bytes(count * sizeof(U));
    uint64_t state = 42;
    for (std::size_t n = 0; n < count; n++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        U value = static_cast<U>(static_cast<double>(static_cast<int64_t>(state >> 40) - (1 << 23)) / (1LL << 32));
        std::memcpy(&bytes[n * sizeof(U)], &value, sizeof value);
    }
    return bytes;
}

template <typename U>
void printGolden(const char *precision, U omega) {
    D3Q19ExampleCoProcessor3D<U> palabos;
    int handle = -1;
    Box3D all(0, 3, 0, 2, 0, 4), inner(1, 2, 1, 1, 1, 3);
    palabos.addDomain(4, 3, 5, omega, handle);
    palabos.send(handle, all, scattered<U>(19 * all.nCells()));
    palabos.collideAndStream(handle);
    std::vector<char> after;
    palabos.receive(handle, inner, after);
    std::printf("%s %.17g", precision, static_cast<double>(omega));
    for (std::size_t n = 0; n < after.size(); n += sizeof(U)) {
        U value;
        std::memcpy(&value, &after[n], sizeof value);
        std::printf(" %" PRIx64, bitsOf(value));
    }
    std::printf("\n");
}

template <typename U>
long differences(plint nx, plint ny, plint nz, double omega, double amplitude, int steps) {
    D3Q19ExampleCoProcessor3D<U> palabos;
    CoProcessor3D<U> &tessera = global::defaultCoProcessor3D<U>();
    int a = -1, b = -1;
    palabos.addDomain(nx, ny, nz, static_cast<U>(omega), a);
    tessera.addDomain(nx, ny, nz, static_cast<U>(omega), b);
    Box3D all(0, nx - 1, 0, ny - 1, 0, nz - 1), inner(1, nx - 2, 1, ny - 2, 1, nz - 2);
    std::vector<char> bytes(19 * all.nCells() * sizeof(U)), p, q;
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> spread(-amplitude, amplitude);
    for (std::size_t n = 0; n < bytes.size(); n += sizeof(U)) {
        U value = static_cast<U>(0.05 * spread(random));
        std::memcpy(&bytes[n], &value, sizeof value);
    }
    long different = 0, values = 0;
    for (int step = 0; step < steps; step++) {
        palabos.send(a, all, bytes);
        tessera.send(b, all, bytes);
        palabos.collideAndStream(a);
        tessera.collideAndStream(b);
        palabos.receive(a, inner, p);
        tessera.receive(b, inner, q);
        for (std::size_t n = 0; n < p.size(); n += sizeof(U), values++)
            different += std::memcmp(&p[n], &q[n], sizeof(U)) != 0;
        palabos.receive(a, all, bytes);
    }
    std::printf("%s %ld x %ld x %ld: %ld of %ld values differ\n", sizeof(U) == 8 ? "double" : "float", (long)nx, (long)ny,
                (long)nz, different, values);
    return different;
}

int compareBits() {
    long different = 0;
    struct { plint nx, ny, nz; double omega, amplitude; int steps; } cases[] = {
        {9, 7, 5, 1., 1e-2, 4}, {12, 17, 9, 1.9, 1e-3, 8}, {17, 17, 17, .6, 1e-5, 6}, {20, 14, 25, 1.73, 3e-2, 5}, {3, 3, 3, 1.2, 1e-2, 3}};
    for (auto &c : cases) {
        different += differences<double>(c.nx, c.ny, c.nz, c.omega, c.amplitude, c.steps);
        different += differences<float>(c.nx, c.ny, c.nz, c.omega, c.amplitude, c.steps);
    }
    return different != 0;
}

int useLatticeWithoutHandles() {
    MultiBlockLattice3D<T, DESCRIPTOR> lattice(8, 8, 8, new BGKdynamics<T, DESCRIPTOR>(1.2)); // serial attribution
    lattice.initialize();
    initiateCoProcessors(lattice, BGKdynamics<T, DESCRIPTOR>(1.2).getId());
    try {
        transferToCoProcessors(lattice);
    } catch (tessera::CoProcessorError const &refused) {
        std::printf("%s\n", refused.what());
    }
    MultiBlockLattice3D<T, DESCRIPTOR> kept(tessera::withHandles(lattice.getMultiBlockManagement()),
        defaultMultiBlockPolicy3D().getBlockCommunicator(), defaultMultiBlockPolicy3D().getCombinedStatistics(),
        defaultMultiBlockPolicy3D().getMultiCellAccess<T, DESCRIPTOR>(), new BGKdynamics<T, DESCRIPTOR>(1.2));
    kept.initialize();
    initiateCoProcessors(kept, BGKdynamics<T, DESCRIPTOR>(1.2).getId());
    transferToCoProcessors(kept);
    kept.collideAndStream();
    transferFromCoProcessors(kept);
    std::printf("handles are kept: %d\n", kept.getMultiBlockManagement().getThreadAttribution().hasCoProcessors());
    return 0;
}

// The stock cavity: on Palabos alone, or with co-processors.
void runCavity(bool offloads, bool layersOnly, std::string const &name, std::string const &folder) {
    IncomprFlowParam<T> parameters((T)1e-4, (T)10., 30, 1., 1., 1.);
    auto *attribution = new ExplicitThreadAttribution;
    for (plint block = 0; block < 27; block++) attribution->addBlock(block, 0);
    MultiBlockLattice3D<T, DESCRIPTOR> lattice(
        MultiBlockManagement3D(createCavityDistribution3D(parameters.getNx(), parameters.getNy(), parameters.getNz()), attribution, 1),
        defaultMultiBlockPolicy3D().getBlockCommunicator(), defaultMultiBlockPolicy3D().getCombinedStatistics(),
        defaultMultiBlockPolicy3D().getMultiCellAccess<T, DESCRIPTOR>(), new BGKdynamics<T, DESCRIPTOR>(parameters.getOmega()));
    std::unique_ptr<OnLatticeBoundaryCondition3D<T, DESCRIPTOR>> boundary(createInterpBoundaryCondition3D<T, DESCRIPTOR>());
    cavitySetup(lattice, parameters, *boundary);
    if (offloads) initiateCoProcessors(lattice, BGKdynamics<T, DESCRIPTOR>(parameters.getOmega()).getId());
    for (int step = 1; step <= 601; step++) {
        bool isWritten = step == 1 || step == 10 || step % 300 < 2;
        if (offloads && layersOnly && step > 1) tessera::envelopesToCoProcessors(lattice);
        else if (offloads) transferToCoProcessors(lattice);
        lattice.collideAndStream();
        if (offloads && layersOnly && !isWritten) tessera::innerLayersFromCoProcessors(lattice);
        else if (offloads) transferFromCoProcessors(lattice);
        lattice.duplicateOverlaps(modif::staticVariables);
        if (!isWritten) continue;
        std::vector<char> data;
        BlockLattice3D<T, DESCRIPTOR> &block = lattice.getComponent(13);
        block.getDataTransfer().send(block.getBoundingBox(), data, modif::staticVariables);
        std::ofstream file(folder + "/" + name + "-" + std::to_string(step), std::ios::binary);
        file.write(data.data(), data.size());
        std::printf("%s %d %.10g\n", name.c_str(), step, computeAverageEnergy<T>(lattice));
    }
}

std::unique_ptr<MultiBlockLattice3D<T, DESCRIPTOR>> latticeOf(MultiBlockManagement3D const &management, T omega) {
    return std::unique_ptr<MultiBlockLattice3D<T, DESCRIPTOR>>(new MultiBlockLattice3D<T, DESCRIPTOR>(
        management, defaultMultiBlockPolicy3D().getBlockCommunicator(), defaultMultiBlockPolicy3D().getCombinedStatistics(),
        defaultMultiBlockPolicy3D().getMultiCellAccess<T, DESCRIPTOR>(), new BGKdynamics<T, DESCRIPTOR>(omega)));
}

// A lattice of 27 blocks for comparisons.
std::unique_ptr<MultiBlockLattice3D<T, DESCRIPTOR>> lattice27(plint nx, plint ny, plint nz, T omega, bool isPeriodic) {
    SparseBlockStructure3D blocks(Box3D(0, nx - 1, 0, ny - 1, 0, nz - 1));
    plint x[] = {0, nx / 4, 3 * nx / 4, nx}, y[] = {0, ny / 3, 2 * ny / 3, ny}, z[] = {0, nz / 4, nz / 2, nz}, id = 0;
    auto *attribution = new ExplicitThreadAttribution;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++, id++) {
                blocks.addBlock(Box3D(x[i], x[i + 1] - 1, y[j], y[j + 1] - 1, z[k], z[k + 1] - 1), id);
                attribution->addBlock(id, id % global::mpi().getSize());
            }
    auto lattice = latticeOf(MultiBlockManagement3D(blocks, attribution, 1), omega);
    lattice->periodicity().toggle(0, isPeriodic);
    return lattice;
}

struct Swirl {
    void operator()(plint x, plint y, plint z, T &rho, Array<T, 3> &u) const {
        rho = 1 + 1e-3 * std::sin(0.7 * x + 0.3 * y + 0.2 * z);
        u = Array<T, 3>(0.02 * std::sin(0.4 * y), 0.01 * std::cos(0.3 * z), 0.015 * std::sin(0.5 * x));
    }
};

// Full-way walls all around (without x where it is periodic), a lid that moves, a sphere across blocks whose core does not
// change its populations.
void setWalls(MultiBlockLattice3D<T, DESCRIPTOR> &lattice, bool isPeriodic) {
    Box3D all = lattice.getBoundingBox();
    for (plint x = all.x0; x <= all.x1; x++)
        for (plint y = all.y0; y <= all.y1; y++)
            for (plint z = all.z0; z <= all.z1; z++) {
                bool isLid = z == all.z1;
                bool isWall = isLid || z == all.z0 || y == all.y0 || y == all.y1 || (!isPeriodic && (x == all.x0 || x == all.x1));
                double dx = x - 0.3 * all.x1, dy = y - 0.4 * all.y1, dz = z - 0.5 * all.z1, r2 = dx * dx + dy * dy + dz * dz;
                if (isLid)
                    defineDynamics(lattice, x, y, z, new VelocityBounceBack<T, DESCRIPTOR>(1.01, Array<T, 3>(0.03, -0.01, 0)));
                else if (isWall || (r2 < 9 && r2 >= 2))
                    defineDynamics(lattice, x, y, z, new BounceBack<T, DESCRIPTOR>(1.));
                else if (r2 < 2)
                    defineDynamics(lattice, x, y, z, new NoDynamics<T, DESCRIPTOR>());
            }
    initializeAtEquilibrium(lattice, all, Swirl());
    lattice.initialize();
}

void stepOffloaded(MultiBlockLattice3D<T, DESCRIPTOR> &lattice, bool layersOnly, bool isFirst, bool isCompared) {
    if (layersOnly && !isFirst) tessera::envelopesToCoProcessors(lattice);
    else transferToCoProcessors(lattice);
    lattice.collideAndStream();
    if (layersOnly && !isCompared) tessera::innerLayersFromCoProcessors(lattice);
    else transferFromCoProcessors(lattice);
    lattice.duplicateOverlaps(modif::staticVariables);
}

// All populations of two lattices; each process compares those of its blocks.
int compared(MultiBlockLattice3D<T, DESCRIPTOR> &a, MultiBlockLattice3D<T, DESCRIPTOR> &b, const char *name, int step) {
    double different = 0, largest = 0, swing = 0;
    for (plint id : a.getMultiBlockManagement().getLocalInfo().getBlocks()) {
        SmartBulk3D smart(a.getMultiBlockManagement(), id);
        Box3D bulk = smart.toLocal(smart.getBulk());
        for (plint x = bulk.x0; x <= bulk.x1; x++)
            for (plint y = bulk.y0; y <= bulk.y1; y++)
                for (plint z = bulk.z0; z <= bulk.z1; z++)
                    for (int i = 0; i < 19; i++) {
                        double p = a.getComponent(id).get(x, y, z)[i], q = b.getComponent(id).get(x, y, z)[i];
                        different += p != q;
                        largest = std::max(largest, std::fabs(p - q));
                        swing = std::max(swing, std::fabs(p));
                    }
    }
#ifdef PLB_MPI_PARALLEL
    global::mpi().reduceAndBcast(different, MPI_SUM);
    global::mpi().reduceAndBcast(largest, MPI_MAX);
    global::mpi().reduceAndBcast(swing, MPI_MAX);
#endif
    if (global::mpi().isMainProcessor())
        std::printf("%s, step %d: %.0f of %ld values differ, at most by %.3g of %.3g\n", name, step, different,
                    (long)(19 * a.getBoundingBox().nCells()), largest, swing);
    return !(largest <= 1e-12);
}

// Steps of one lattice on Palabos alone, and of one by exchanges within the device.
int comparedBeside(MultiBlockLattice3D<T, DESCRIPTOR> &alone, MultiBlockLattice3D<T, DESCRIPTOR> &offloaded,
                   std::string const &name, int last) {
    int failed = 0;
    std::ostringstream log;
    tessera::offloadBlocks(offloaded, &log);
    std::string text = log.str();
    std::printf("%s: %ld blocks on the CPU\n%s", name.c_str(), (long)std::count(text.begin(), text.end(), '\n'), text.c_str());
    transferToCoProcessors(offloaded);
    for (int step = 1; step <= last; step++) {
        alone.collideAndStream();
        tessera::collideAndStream(offloaded);
        if (step != 1 && step != 10 && step != last) continue;
        tessera::blocksFromCoProcessors(offloaded);
        failed |= compared(alone, offloaded, name.c_str(), step);
        if (step == 10) tessera::blocksToCoProcessors(offloaded); // completed populations are as good
    }
    return failed;
}

int compareWalls(int last) {
    int failed = 0;
    for (bool isPeriodic : {false, true})
        for (int transfer = 0; transfer < 3; transfer++) {
            bool layersOnly = transfer == 1, exchanges = transfer == 2;
            auto alone = lattice27(21, 18, 24, 1.6, isPeriodic), offloaded = lattice27(21, 18, 24, 1.6, isPeriodic);
            setWalls(*alone, isPeriodic);
            setWalls(*offloaded, isPeriodic);
            std::ostringstream log;
            tessera::offloadBlocks(*offloaded, &log);
            std::string name = std::string(isPeriodic ? "channel" : "cavity") + (layersOnly ? " by layers" : exchanges ? " by exchanges" : "");
            std::printf("%s: on the CPU %s\n", name.c_str(), log.str().empty() ? "nothing" : log.str().c_str());
            if (exchanges) transferToCoProcessors(*offloaded);
            for (int step = 1; step <= last; step++) {
                bool isCompared = step == 1 || step == 2 || step == 10 || step == last / 2 || step == last;
                alone->collideAndStream();
                if (exchanges) {
                    tessera::collideAndStream(*offloaded);
                    if (isCompared) tessera::blocksFromCoProcessors(*offloaded);
                } else {
                    stepOffloaded(*offloaded, layersOnly, step == 1, isCompared);
                }
                if (isCompared) failed |= compared(*alone, *offloaded, name.c_str(), step);
            }
        }
    return failed;
}

// A duct along an axis, with full-way walls around it.
void setDuct(MultiBlockLattice3D<T, DESCRIPTOR> &lattice, int axis, bool isReversed, bool isZouHe) {
    Box3D all = lattice.getBoundingBox();
    for (plint x = all.x0; x <= all.x1; x++)
        for (plint y = all.y0; y <= all.y1; y++)
            for (plint z = all.z0; z <= all.z1; z++)
                if ((axis != 0 && (x == all.x0 || x == all.x1)) || (axis != 1 && (y == all.y0 || y == all.y1)) ||
                    (axis != 2 && (z == all.z0 || z == all.z1)))
                    defineDynamics(lattice, x, y, z, new BounceBack<T, DESCRIPTOR>(1.));
    Box3D low(all.x0 + 1, all.x1 - 1, all.y0 + 1, all.y1 - 1, all.z0 + 1, all.z1 - 1), high(low);
    std::unique_ptr<OnLatticeBoundaryCondition3D<T, DESCRIPTOR>> planes(
        isZouHe ? createZouHeBoundaryCondition3D<T, DESCRIPTOR>()
                : createDynamicsBasedLocalBoundaryCondition3D<T, DESCRIPTOR>());
    if (axis == 0) {
        low.x0 = low.x1 = all.x0, high.x0 = high.x1 = all.x1;
        isReversed ? planes->addPressureBoundary0N(low, lattice) : planes->addVelocityBoundary0N(low, lattice);
        isReversed ? planes->addVelocityBoundary0P(high, lattice) : planes->addPressureBoundary0P(high, lattice);
    } else if (axis == 1) {
        low.y0 = low.y1 = all.y0, high.y0 = high.y1 = all.y1;
        isReversed ? planes->addPressureBoundary1N(low, lattice) : planes->addVelocityBoundary1N(low, lattice);
        isReversed ? planes->addVelocityBoundary1P(high, lattice) : planes->addPressureBoundary1P(high, lattice);
    } else {
        low.z0 = low.z1 = all.z0, high.z0 = high.z1 = all.z1;
        isReversed ? planes->addPressureBoundary2N(low, lattice) : planes->addVelocityBoundary2N(low, lattice);
        isReversed ? planes->addVelocityBoundary2P(high, lattice) : planes->addPressureBoundary2P(high, lattice);
    }
    Array<T, 3> u(0.004, -0.003, 0.002);
    u[axis] = isReversed ? -0.02 : 0.02;
    setBoundaryVelocity(lattice, isReversed ? high : low, u);
    setBoundaryDensity(lattice, isReversed ? low : high, (T)1.003);
    initializeAtEquilibrium(lattice, all, Swirl());
    lattice.initialize();
}

int comparePlanes(int last) {
    int failed = 0;
    for (bool isZouHe : {false, true})
        for (int kind = 0; kind < 6; kind++) {
            auto alone = lattice27(16, 15, 17, 1.6, false), offloaded = lattice27(16, 15, 17, 1.6, false);
            for (auto *lattice : {alone.get(), offloaded.get()}) setDuct(*lattice, kind / 2, kind % 2 == 1, isZouHe);
            std::string name = std::string(isZouHe ? "Zou-He " : "") + (kind % 2 ? "from high " : "from low ") + "xyz"[kind / 2];
            failed |= comparedBeside(*alone, *offloaded, name, kind == 0 ? last : std::min(last, 100));
        }
    return failed;
}

// Velocities that differ from node to node, in a cavity with a lid or a channel along x.
struct Walls {
    plint nx, nz;
    bool isPeriodic;
    void operator()(plint x, plint y, plint z, Array<T, 3> &u) const {
        T s = std::sin(2 * M_PI * x / nx), atLid = z == nz - 1 ? 1 : 0.1;
        u = Array<T, 3>(atLid * (0.03 + 0.01 * s), atLid * 0.01 * std::cos(0.4 * y), 0.002 * s);
        if (!isPeriodic && (x == 0 || x == nx - 1)) u[0] = 0; // nothing flows through
        if (z == 0 || z == nz - 1) u[2] = 0;
    }
};

using Condition = OnLatticeBoundaryCondition3D<T, DESCRIPTOR>;

void setVelocities(MultiBlockLattice3D<T, DESCRIPTOR> &lattice, Condition *condition, bool isPeriodic, bool keepsOneOnCpu) {
    std::unique_ptr<Condition> planes(condition);
    Box3D all = lattice.getBoundingBox();
    plint x0 = all.x0, x1 = all.x1, y0 = all.y0, y1 = all.y1, z0 = all.z0, z1 = all.z1;
    if (isPeriodic) {
        planes->addVelocityBoundary1N(Box3D(x0, x1, y0, y0, z0 + 1, z1 - 1), lattice);
        planes->addVelocityBoundary1P(Box3D(x0, x1, y1, y1, z0 + 1, z1 - 1), lattice);
        planes->addVelocityBoundary2N(Box3D(x0, x1, y0 + 1, y1 - 1, z0, z0), lattice);
        planes->addVelocityBoundary2P(Box3D(x0, x1, y0 + 1, y1 - 1, z1, z1), lattice);
        planes->addExternalVelocityEdge0NN(Box3D(x0, x1, y0, y0, z0, z0), lattice);
        planes->addExternalVelocityEdge0NP(Box3D(x0, x1, y0, y0, z1, z1), lattice);
        planes->addExternalVelocityEdge0PN(Box3D(x0, x1, y1, y1, z0, z0), lattice);
        planes->addExternalVelocityEdge0PP(Box3D(x0, x1, y1, y1, z1, z1), lattice);
    } else {
        planes->setVelocityConditionOnBlockBoundaries(lattice);
    }
    setBoundaryVelocity(lattice, all, Walls{lattice.getNx(), lattice.getNz(), isPeriodic});
    if (keepsOneOnCpu) defineDynamics(lattice, 1, 1, 1, new RegularizedBGKdynamics<T, DESCRIPTOR>(1.6));
    initializeAtEquilibrium(lattice, all, Swirl());
    lattice.initialize();
}

int compareEdges(int last) {
    struct { const char *name; Condition *(*make)(); } conditions[] = {
        {"local", createLocalBoundaryCondition3D<T, DESCRIPTOR>},
        {"local by dynamics", createDynamicsBasedLocalBoundaryCondition3D<T, DESCRIPTOR>},
        {"Zou-He", createZouHeBoundaryCondition3D<T, DESCRIPTOR>},
        {"Zou-He by dynamics", createDynamicsBasedZouHeBoundaryCondition3D<T, DESCRIPTOR>}};
    int failed = 0;
    for (auto const &condition : conditions)
        for (int kind = 0; kind < 3; kind++) {
            bool isPeriodic = kind == 1, keepsOneOnCpu = kind == 2;
            auto alone = lattice27(16, 15, 17, 1.6, isPeriodic), offloaded = lattice27(16, 15, 17, 1.6, isPeriodic);
            for (auto *lattice : {alone.get(), offloaded.get()})
                setVelocities(*lattice, condition.make(), isPeriodic, keepsOneOnCpu);
            std::string name = std::string(condition.name) + (isPeriodic ? " channel" : keepsOneOnCpu ? " beside a CPU" : " cavity");
            failed |= comparedBeside(*alone, *offloaded, name, kind == 0 ? last : std::min(last, 100));
        }
    return failed;
}

struct ReadsNodes : BoxProcessingFunctional3D_L<T, DESCRIPTOR> {
    void process(Box3D, BlockLattice3D<T, DESCRIPTOR> &) override { }
    ReadsNodes *clone() const override { return new ReadsNodes(*this); }
    void getTypeOfModification(std::vector<modif::ModifT> &modified) const override { modified[0] = modif::nothing; }
};

int compareOthers() {
    auto alone = lattice27(21, 18, 24, 1.6, false), offloaded = lattice27(21, 18, 24, 1.6, false);
    for (auto *lattice : {alone.get(), offloaded.get()}) {
        setWalls(*lattice, false);
        defineDynamics(*lattice, 1, 1, 1, new RegularizedBGKdynamics<T, DESCRIPTOR>(1.6));
        std::unique_ptr<OnLatticeBoundaryCondition3D<T, DESCRIPTOR>> wrapped(
            createLocalBoundaryCondition3D<T, DESCRIPTOR>());
        wrapped->addVelocityBoundary2P(Box3D(1, 3, 1, 4, 23, 23), *lattice);
        defineDynamics(*lattice, 10, 9, 14, new BGKdynamics<T, DESCRIPTOR>(1.5));
        defineDynamics(*lattice, 19, 16, 1, new RegularizedVelocityBoundaryDynamics<T, DESCRIPTOR, 0, 1>(
                           new BGKdynamics<T, DESCRIPTOR>(1.6), false));
        defineDynamics(*lattice, 19, 1, 1, new StoreVelocityDynamics<T, DESCRIPTOR>(new BGKdynamics<T, DESCRIPTOR>(1.6)));
        integrateProcessingFunctional(new OuterVelocityEdgeFunctional3D<T, DESCRIPTOR, 2, 1, -1>,
                                      Box3D(19, 19, 1, 1, 22, 22), *lattice);
        integrateProcessingFunctional(new ReadsNodes, Box3D(18, 19, 14, 15, 20, 21), *lattice);
        lattice->initialize();
    }
    std::ostringstream log;
    tessera::offloadBlocks(*offloaded, &log);
    std::printf("%s", log.str().c_str());
    transferToCoProcessors(*offloaded);
    for (int step = 1; step <= 20; step++) {
        alone->collideAndStream();
        tessera::collideAndStream(*offloaded);
    }
    tessera::blocksFromCoProcessors(*offloaded);
    return compared(*alone, *offloaded, "others", 20);
}

tessera::Speeds speeds(double rank, double device, double crossing, bool isBeside) {
    tessera::Speeds all;
    all.rank = rank, all.device = device, all.crossing = crossing, all.isBeside = isBeside;
    return all;
}

void printCut(const char *name, plint nx, plint ny, plint nz, tessera::Speeds const &speeds, int ranks) {
    tessera::HybridBlocks cut = tessera::hybridBlocks(nx, ny, nz, speeds, 1, ranks);
    std::printf("%s: %.4g s, on the device %.4g s, on the ranks %.4g s;", name, cut.seconds, cut.secondsOfDevice, cut.secondsOfRanks);
    for (auto const &block : cut.management.getSparseBlockStructure().getBulks())
        std::printf(" %s%ld x %ld x %ld of rank %d", block.first == 0 && !cut.offloaded.empty() ? "device " : "",
                    (long)block.second.getNx(), (long)block.second.getNy(), (long)block.second.getNz(),
                    cut.management.getThreadAttribution().getMpiProcess(block.first));
    std::printf("\n");
}

int printCuts() {
    printCut("equal", 100, 40, 40, speeds(4e6, 4e6, 1e9, true), 1);
    printCut("along y", 40, 100, 40, speeds(1e6, 4e6, 1e9, true), 4);
    printCut("the first rank waits", 40, 40, 100, speeds(1e6, 4e6, 1e9, false), 5);
    printCut("alone with a device that it waits for", 40, 40, 100, speeds(1e6, 4e6, 1e9, false), 1);
    printCut("fast device", 100, 100, 100, speeds(2e6, 3e9, 1e9, true), 16);
    printCut("slow link", 100, 100, 100, speeds(4e6, 4e6, 1e4, true), 2);
    printCut("slow device", 64, 64, 64, speeds(4e6, 1e5, 1e9, false), 8);
    printCut("small", 15, 15, 15, speeds(4e6, 4e6, 1e9, true), 2);
    try {
        tessera::hybridBlocks(10, 10, 10, speeds(0, 1, 1, true));
    } catch (tessera::CoProcessorError const &refused) {
        std::printf("%s\n", refused.what());
    }
    return 0;
}

// @param name of the cut
int compareHybrid(const char *name, tessera::Speeds const &speeds, int last) {
    tessera::HybridBlocks cut = tessera::hybridBlocks(64, 48, 40, speeds);
    auto alone = latticeOf(cut.management, 1.6), offloaded = latticeOf(cut.management, 1.6);
    setWalls(*alone, false);
    setWalls(*offloaded, false);
    tessera::offloadBlocks(*offloaded, &std::clog, &cut.offloaded);
    transferToCoProcessors(*offloaded);
    int failed = 0;
    double best = 1e300;
    for (int step = 1; step <= last; step++) {
        alone->collideAndStream();
        global::mpi().barrier();
        double began = tessera::detail::now();
        tessera::collideAndStream(*offloaded);
        global::mpi().barrier();
        best = std::min(best, tessera::detail::now() - began);
        if (step != 1 && step != last) continue;
        tessera::blocksFromCoProcessors(*offloaded);
        failed |= compared(*alone, *offloaded, name, step);
    }
    if (global::mpi().isMainProcessor())
        std::printf("%s: %ld blocks, %ld on the device, a step takes %.3g s, predicted %.3g s, on the device %.3g s, on the ranks %.3g s\n",
                    name, (long)cut.management.getSparseBlockStructure().getNumBlocks(), (long)cut.offloaded.size(), best,
                    cut.seconds, cut.secondsOfDevice, cut.secondsOfRanks);
    return failed;
}

int compareHybrids() {
    tessera::Speeds measured = tessera::measureSpeeds<T, DESCRIPTOR>(1.6, 32);
    if (global::mpi().isMainProcessor())
        std::printf("nodes per second: rank %.3g, device %.3g, crossing %.3g; beside %d\n", measured.rank, measured.device,
                    measured.crossing, measured.isBeside);
    return compareHybrid("measured", measured, 30) | compareHybrid("equal", speeds(4e6, 4e6, 1e9, true), 30) |
           compareHybrid("on the ranks", speeds(4e6, 1e5, 1e9, true), 3);
}

} // namespace

int main(int argc, char *argv[]) {
    std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "stock") return stock_main(argc, argv);
    if (mode == "example") return example::example_main(argc - 1, argv + 1);
    plbInit(&argc, &argv);
    int steps = argc > 2 ? std::atoi(argv[2]) : 600;
    if (mode == "directions") {
        printDirections<descriptors::D2Q9Descriptor, 2>("D2Q9");
        printDirections<descriptors::D3Q13Descriptor, 3>("D3Q13");
        printDirections<descriptors::D3Q15Descriptor, 3>("D3Q15");
        printDirections<descriptors::D3Q19Descriptor, 3>("D3Q19");
        printDirections<descriptors::D3Q27Descriptor, 3>("D3Q27");
        return 0;
    }
    if (mode == "golden") {
        for (double omega : {0.6, 1., 1.9}) {
            printGolden<double>("fp64", omega);
            printGolden<float>("fp32", static_cast<float>(omega));
        }
        return 0;
    }
    if (mode == "bits") return compareBits();
    if (mode == "walls") return compareWalls(steps);
    if (mode == "planes") return comparePlanes(steps);
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (mode == "edges") return compareEdges(steps);
    if (mode == "others") return compareOthers();
    if (mode == "cuts") return printCuts();
    if (mode == "hybrid") return compareHybrids();
    if (mode == "handles") return useLatticeWithoutHandles();
    if (mode == "blocks" && argc > 2) {
        runCavity(false, false, "palabos", argv[2]);
        runCavity(true, false, "tessera", argv[2]);
        runCavity(true, true, "layers", argv[2]);
        return 0;
    }
    return 2;
}
