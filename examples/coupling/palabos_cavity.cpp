// A cavity with a moving lid in Palabos, on Palabos alone and with Tessera as the co-processor: what a step takes, and
// whether both compute the same.
//
//   palabos_cavity NODES STEPS alone     Palabos
//   palabos_cavity NODES STEPS tessera   all blocks on the device of TESSERA_PALABOS_SETTINGS
//   palabos_cavity NODES STEPS hybrid    cut between the device and the ranks of Palabos, by measured speeds
//   palabos_cavity NODES STEPS transfer  what one block of all nodes costs to send and to receive, the least of STEPS times
//
// Also under mpirun, if Palabos and this program are compiled with -DPLB_MPI_PARALLEL. Compiled as docs/guides/palabos.md
// says.
#include "palabos3D.h"
#include "palabos3D.hh"
#include "tessera_palabos.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iomanip>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

using namespace plb;
using T = double;
#define DESCRIPTOR descriptors::D3Q19Descriptor

namespace {

// N^3 nodes in 27 blocks, or in a block for each rank if there are more.
MultiBlockManagement3D cut(plint nodes) {
    int ranks = global::mpi().getSize();
    plint each = ranks <= 27 ? 3 : static_cast<plint>(std::ceil(std::cbrt(ranks)));
    SparseBlockStructure3D blocks(createRegularDistribution3D(nodes, nodes, nodes, each, each, each));
    auto *attribution = new ExplicitThreadAttribution();
    int next = 0;
    for (auto const &block : blocks.getBulks()) attribution->addBlock(block.first, next++ % ranks);
    return MultiBlockManagement3D(blocks, attribution, 1);
}

// Palabos' local boundary condition on all walls; the lid is the upper side of z.
void setWalls(MultiBlockLattice3D<T, DESCRIPTOR> &lattice, T lidVelocity) {
    std::unique_ptr<OnLatticeBoundaryCondition3D<T, DESCRIPTOR>> walls(createLocalBoundaryCondition3D<T, DESCRIPTOR>());
    walls->setVelocityConditionOnBlockBoundaries(lattice);
    Box3D all = lattice.getBoundingBox(), lid = all;
    lid.z0 = lid.z1;
    setBoundaryVelocity(lattice, all, Array<T, 3>(0, 0, 0));
    setBoundaryVelocity(lattice, lid, Array<T, 3>(lidVelocity, 0, 0));
    initializeAtEquilibrium(lattice, all, 1., Array<T, 3>(0, 0, 0));
    initializeAtEquilibrium(lattice, lid, 1., Array<T, 3>(lidVelocity, 0, 0));
    lattice.initialize();
}

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The least time of some repeats of some work, in milliseconds.
template <typename Work>
double leastMs(int repeats, Work work) {
    double least = 1e30;
    for (int repeat = 0; repeat < repeats; repeat++) {
        double began = seconds();
        work();
        least = std::min(least, 1e3 * (seconds() - began));
    }
    return least;
}

// Palabos gathers a block's populations and scatters them again; between the two they cross to the device and back.
int timeTransfers(plint nodes, int repeats) {
    MultiBlockManagement3D whole = defaultMultiBlockPolicy3D().getMultiBlockManagement(nodes, nodes, nodes, 1);
    MultiBlockLattice3D<T, DESCRIPTOR> lattice(
        tessera::withHandles(whole), defaultMultiBlockPolicy3D().getBlockCommunicator(),
        defaultMultiBlockPolicy3D().getCombinedStatistics(),
        defaultMultiBlockPolicy3D().getMultiCellAccess<T, DESCRIPTOR>(), new BGKdynamics<T, DESCRIPTOR>(1.6));
    lattice.toggleInternalStatistics(false);
    initializeAtEquilibrium(lattice, lattice.getBoundingBox(), 1., Array<T, 3>(0, 0, 0));
    lattice.initialize();
    tessera::offloadBlocks(lattice);
    for (plint id : lattice.getLocalInfo().getBlocks()) {
        BlockLattice3D<T, DESCRIPTOR> &block = lattice.getComponent(id);
        std::vector<char> data;
        double gather = leastMs(repeats, [&] {
            block.getDataTransfer().send(block.getBoundingBox(), data, modif::staticVariables);
        });
        double scatter = leastMs(repeats, [&] {
            block.getDataTransfer().receive(block.getBoundingBox(), data, modif::staticVariables);
        });
        double send = leastMs(repeats, [&] { transferToCoProcessors(lattice); });
        double receive = leastMs(repeats, [&] { transferFromCoProcessors(lattice); });
        std::cout << block.getBoundingBox().nCells() << " nodes: Palabos gathers in " << gather << " ms and scatters in "
                  << scatter << " ms; with the device it sends in " << send << " ms and receives in " << receive << " ms"
                  << std::endl;
    }
    return 0;
}

int run(plint nodes, int steps, std::string const &mode) {
    const T omega = 1.6;
    MultiBlockManagement3D management = cut(nodes);
    std::vector<plint> offloaded;
    if (mode == "hybrid") {
        tessera::HybridBlocks hybrid =
            tessera::hybridBlocks(nodes, nodes, nodes, tessera::measureSpeeds<T, DESCRIPTOR>(omega));
        management = hybrid.management;
        offloaded = hybrid.offloaded;
        pcout << "predicted: " << hybrid.seconds << " s a step; all on the device " << hybrid.secondsOfDevice
              << " s, all on the ranks " << hybrid.secondsOfRanks << " s" << std::endl;
    }
    MultiBlockLattice3D<T, DESCRIPTOR> lattice(
        management, defaultMultiBlockPolicy3D().getBlockCommunicator(), defaultMultiBlockPolicy3D().getCombinedStatistics(),
        defaultMultiBlockPolicy3D().getMultiCellAccess<T, DESCRIPTOR>(), new BGKdynamics<T, DESCRIPTOR>(omega));
    lattice.toggleInternalStatistics(false);
    setWalls(lattice, 0.05);
    bool usesTessera = mode != "alone";
    if (usesTessera) {
        tessera::offloadBlocks(lattice, &std::clog, mode == "hybrid" ? &offloaded : nullptr);
        transferToCoProcessors(lattice);
    }
    auto step = [&] {
        if (usesTessera) tessera::collideAndStream(lattice);
        else lattice.collideAndStream();
    };
    for (int n = 0; n < steps / 2; n++) step(); // Java compiles its kernels meanwhile
    auto wait = [&] {
        if (usesTessera) tessera::finish(lattice); // the device has done its steps
        global::mpi().barrier();
    };
    wait();
    double began = seconds();
    for (int n = steps / 2; n < steps; n++) step();
    wait();
    double took = (seconds() - began) / (steps - steps / 2);
    began = seconds();
    if (usesTessera) tessera::blocksFromCoProcessors(lattice);
    global::mpi().barrier();
    double back = seconds() - began;
    double energy = computeAverageEnergy<T>(lattice);
    pcout << mode << ", " << nodes << "^3 nodes, " << global::mpi().getSize() << " ranks: " << 1e3 * took << " ms a step, "
          << 1e-6 * static_cast<double>(nodes * nodes * nodes) / took << " MLUPS; all populations back in " << 1e3 * back
          << " ms; average energy after " << steps << " steps "
          << std::setprecision(15) << energy << std::endl;
    return 0;
}

} // namespace

int main(int argc, char *argv[]) {
    plbInit(&argc, &argv);
    std::string mode = argc > 3 ? argv[3] : "";
    plint nodes = argc > 1 ? std::atol(argv[1]) : 0;
    int steps = argc > 2 ? std::atoi(argv[2]) : 0;
    if (nodes < 12 || steps < 2 || (mode != "alone" && mode != "tessera" && mode != "hybrid" && mode != "transfer")) {
        std::fprintf(stderr, "usage: %s NODES STEPS alone|tessera|hybrid|transfer; at least 12 nodes and 2 steps\n", argv[0]);
        return 2;
    }
    try {
        return mode == "transfer" ? timeTransfers(nodes, steps) : run(nodes, steps, mode);
    } catch (std::exception const &failure) {
        std::fprintf(stderr, "%s\n", failure.what());
#ifdef PLB_MPI_PARALLEL
        MPI_Abort(MPI_COMM_WORLD, 1); // others wait for this rank
#endif
        return 1;
    }
}
