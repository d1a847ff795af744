// Palabos beside Tessera, for PalabosVerify. Compiled with -include tessera_palabos.hpp and -DCAVITY='"…/cavity3d.cpp"'.
//   directions   prints the velocities of Palabos' descriptors
//   golden       prints inner populations after one step of Palabos' own co-processor, as bits
//   bits         compares Palabos' own co-processor with Tessera on random blocks, double and float
//   handles      uses a lattice whose attribution of threads keeps no handles
//   blocks DIR   runs the cavity on Palabos alone, with block 13 on Tessera, and so that only layers are transferred;
//                writes the block after some steps
#define main stock_main
#include CAVITY
#undef main

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <random>

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

} // namespace

int main(int argc, char *argv[]) {
    plbInit(&argc, &argv);
    std::string mode = argc > 1 ? argv[1] : "";
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
    if (mode == "handles") return useLatticeWithoutHandles();
    if (mode == "blocks" && argc > 2) {
        runCavity(false, false, "palabos", argv[2]);
        runCavity(true, false, "tessera", argv[2]);
        runCavity(true, true, "layers", argv[2]);
        return 0;
    }
    return 2;
}
