// Part of tessera_palabos.hpp: which part of a lattice the device computes, and which the ranks of Palabos, from measured
// speeds.
#ifndef TESSERA_PALABOS_CUT_HPP
#define TESSERA_PALABOS_CUT_HPP

#include "tessera_palabos.hpp"

#include <chrono>
#include <cmath>

namespace tessera {

// Speeds of a machine in nodes per second; the same on all ranks.
struct Speeds {
    double rank = 0;       // of Palabos, in one MPI rank while all ranks compute: that of the slowest
    double device = 0;     // of the device, which the main rank uses
    double crossing = 0;   // of populations from Palabos to the device and back, packing and latencies included
    bool isBeside = false; // whether the main rank computes while the device does, as beside a GPU
};

// A lattice cut in two by a plane: one block for the device, and blocks for the ranks.
struct HybridBlocks {
    plb::MultiBlockManagement3D management; // for the lattice; keeps handles
    std::vector<plb::plint> offloaded;      // for offloadBlocks: the block of the device, or none
    // Predicted times of a step in seconds: as cut, all nodes on the device, all on the ranks.
    double seconds, secondsOfDevice, secondsOfRanks;
};

namespace detail {
inline double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Calls per second of the fastest of several rounds of a tenth of a second and more, until five rounds are not faster by
// 3 %, but at most 5 s. Java compiles its kernels in the first rounds.
template <typename Work>
double callsPerSecond(Work work) {
    double best = 0, start = now();
    for (int slower = 0; slower < 5 && now() - start < 5;) {
        double began = now(), took = 0;
        long calls = 0;
        for (; took < 0.1; took = now() - began, calls++) work();
        double speed = static_cast<double>(calls) / took;
        slower = speed > 1.03 * best ? 0 : slower + 1;
        best = std::max(best, speed);
    }
    return best;
}

// Measures a device in a simulation of its own, with a cube of fluid without sides.
template <typename T, template <typename U> class Descriptor>
class DeviceSpeed {
public:
    DeviceSpeed(plb::BlockLattice3D<T, Descriptor> &block, T omega) : block(block) {
        check(tessera_create(std::getenv("TESSERA_PALABOS_SETTINGS"), &simulation), "the device");
        std::string model = std::string(PalabosCoProcessor3D<T>::model()) + " periodic=xyz";
        tessera_domain cube = {};
        cube.bytes = sizeof cube;
        cube.nx = block.getNx(), cube.ny = block.getNy(), cube.nz = block.getNz();
        cube.omega = omega;
        cube.model = model.c_str();
        check(tessera_add_domain(simulation, &cube, &domain), "addDomain");
    }

    DeviceSpeed(DeviceSpeed const &) = delete;
    DeviceSpeed &operator=(DeviceSpeed const &) = delete;

    ~DeviceSpeed() {
        if (simulation != 0) tessera_destroy(simulation);
    }

    void measure(Speeds &speeds) {
        const double nodes = static_cast<double>(block.getBoundingBox().nCells());
        const int steps = 10;
        double calling = 0, whole = 0;
        speeds.device = steps * nodes * callsPerSecond([&] {
            double began = now();
            check(tessera_collide_and_stream(domain, steps), "collideAndStream");
            calling += now() - began;
            check(tessera_finish(simulation), "finish");
            whole += now() - began;
        });
        speeds.isBeside = calling < 0.5 * whole;
        plb::Box3D face = block.getBoundingBox();
        face.x1 = face.x0;
        std::vector<char> data;
        speeds.crossing = static_cast<double>(face.nCells()) * callsPerSecond([&] {
            tessera_box place = box(face);
            block.getDataTransfer().send(face, data, plb::modif::staticVariables);
            check(tessera_write(domain, &place, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "send");
            check(tessera_read(domain, &place, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "receive");
            block.getDataTransfer().receive(face, data, plb::modif::staticVariables);
        });
    }

private:
    plb::BlockLattice3D<T, Descriptor> &block;
    int32_t simulation = 0, domain = 0;
};

// The plane at which a lattice is cut: `planes` of them on the device, of those along the longest axis.
struct Plane {
    int axis;
    plb::plint planes;
    double seconds, secondsOfDevice, secondsOfRanks;

    // As few planes as a block may have; flatter ones cost more in crossing than they compute.
    static constexpr plb::plint FLATTEST = 8;

    // @param beside how many ranks compute while the device does
    // @param ranks how many compute where nothing runs on the device
    Plane(plb::Box3D const &all, Speeds const &speeds, int beside, int ranks) {
        plb::plint sizes[] = {all.getNx(), all.getNy(), all.getNz()};
        axis = static_cast<int>(std::max_element(sizes, sizes + 3) - sizes);
        plb::plint most = sizes[axis];
        double area = static_cast<double>(all.nCells()) / static_cast<double>(most);
        double ofRanks = area / (beside * speeds.rank), ofDevice = area / speeds.device; // of a plane
        secondsOfDevice = static_cast<double>(most) * ofDevice;
        secondsOfRanks = static_cast<double>(all.nCells()) / (ranks * speeds.rank);
        planes = secondsOfDevice <= secondsOfRanks ? most : 0;
        seconds = std::min(secondsOfDevice, secondsOfRanks);
        if (beside == 0 || most < 2 * FLATTEST) return;
        double even = static_cast<double>(most) * ofRanks / (ofRanks + ofDevice); // both take the same time
        plb::plint best = static_cast<plb::plint>(std::lround(even));
        best = std::min(std::max(best, FLATTEST), most - FLATTEST);
        double cut = area / speeds.crossing +
                     std::max(static_cast<double>(best) * ofDevice, static_cast<double>(most - best) * ofRanks);
        if (cut < seconds) planes = best, seconds = cut;
    }
};
}  // namespace detail

// Measures this machine; call it on all ranks. Takes some seconds.
// @param edge nodes along each edge of the cubes that are computed
template <typename T, template <typename U> class Descriptor>
Speeds measureSpeeds(T omega, plb::plint edge = 64) {
    Speeds speeds;
    plb::BlockLattice3D<T, Descriptor> block(edge, edge, edge, new plb::BGKdynamics<T, Descriptor>(omega));
    block.initialize();
    plb::global::mpi().barrier();
    speeds.rank = static_cast<double>(block.getBoundingBox().nCells()) *
                  detail::callsPerSecond([&] { block.collideAndStream(); });
    double slowest = speeds.rank;
    for (int rank = 0; rank < plb::global::mpi().getSize(); rank++) {
        double its = speeds.rank;
        plb::global::mpi().bCast(&its, 1, rank);
        slowest = std::min(slowest, its);
    }
    speeds.rank = slowest;
    if (plb::global::mpi().isMainProcessor()) detail::DeviceSpeed<T, Descriptor>(block, omega).measure(speeds);
    double shared[] = {speeds.device, speeds.crossing, speeds.isBeside ? 1. : 0.};
    plb::global::mpi().bCast(shared, 3);
    speeds.device = shared[0], speeds.crossing = shared[1], speeds.isBeside = shared[2] != 0;
    return speeds;
}

// Cuts a lattice between the device and the ranks so that a step takes the least time: T = t_crossing + max(t_device,
// t_ranks). The device gets the largest block or nothing; no block is flat. The main rank uses the device, and computes a
// block of its own only beside a GPU. Where a part would not pay, the others compute all nodes.
// @param ranks MPI ranks, numbered from 0 on
inline HybridBlocks hybridBlocks(plb::plint nx, plb::plint ny, plb::plint nz, Speeds const &speeds,
                                 plb::plint envelopeWidth = 1, int ranks = plb::global::mpi().getSize()) {
    if (!(speeds.rank > 0 && speeds.device > 0 && speeds.crossing > 0))
        throw CoProcessorError("Tessera: hybridBlocks: all speeds are positive numbers of nodes per second");
    plb::Box3D all(0, nx - 1, 0, ny - 1, 0, nz - 1);
    int first = speeds.isBeside ? 0 : 1; // rank with blocks of its own beside the device
    detail::Plane plane(all, speeds, ranks - first, ranks);
    if (plane.planes == 0) first = 0;
    plb::Box3D ofDevice = all, ofRanks = all;
    plb::plint last = plane.planes - 1;
    switch (plane.axis) {
        case 0: ofDevice.x1 = last, ofRanks.x0 = last + 1; break;
        case 1: ofDevice.y1 = last, ofRanks.y0 = last + 1; break;
        default: ofDevice.z1 = last, ofRanks.z0 = last + 1; break;
    }
    plb::SparseBlockStructure3D blocks(all);
    auto *attribution = new plb::ExplicitThreadAttribution();
    std::vector<plb::plint> offloaded;
    plb::plint id = 0;
    if (plane.planes > 0) {
        blocks.addBlock(ofDevice, id);
        attribution->addBlock(id, 0);
        offloaded.push_back(id++);
    }
    if (!(ofDevice == all)) {
        plb::SparseBlockStructure3D parts = plb::createRegularDistribution3D(ofRanks, ranks - first);
        int owner = first;
        for (auto const &part : parts.getBulks()) {
            blocks.addBlock(part.second, id);
            attribution->addBlock(id++, owner++);
        }
    }
    return {plb::MultiBlockManagement3D(blocks, attribution, envelopeWidth), offloaded, plane.seconds, plane.secondsOfDevice,
            plane.secondsOfRanks};
}

}  // namespace tessera

#endif
