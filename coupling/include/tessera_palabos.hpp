// tessera_palabos.hpp: Tessera as the co-processor of Palabos. No source of Palabos changes: the specialisation at the end
// replaces Palabos' own co-processor, which only imitates one on the CPU.
//
// Include it after "palabos3D.h" (before or after "palabos3D.hh") in every source file that uses co-processors, or compile
// with  -include tessera_palabos.hpp ; C++17; link with -ldl -lpthread. The header is Apache 2.0; a program that contains
// it and Palabos falls under Palabos' licence, AGPL 3.
//
//   TESSERA_PALABOS_SETTINGS   the device: settings of tessera_create, such as "device=cuda:0" or "device=cpu threads=4"
//
// Blocks that run here do not gather Palabos' internal statistics (getStoredAverageDensity and the like): compute
// averages by functionals, such as computeAverageEnergy, which read the populations that have been received.
#ifndef TESSERA_PALABOS_HPP
#define TESSERA_PALABOS_HPP

#include "palabos3D.h"
#include "tessera.h"

#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace tessera {

// Thrown where Palabos itself would go on with old values: it does not look at the results of co-processors.
class CoProcessorError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

namespace detail {
inline void check(int32_t code, const char *what) {
    if (code != TESSERA_OK) throw CoProcessorError(std::string("Tessera: ") + what + ": " + tessera_error());
}

inline tessera_box box(plb::Box3D const &b) { return {b.x0, b.x1, b.y0, b.y1, b.z0, b.z1}; }
}  // namespace detail

// D3Q19 BGK in the number format T, double or float: with the same bits as Palabos, where Palabos' compiler does not
// contract products and sums (never on plain x86-64; elsewhere use -ffp-contract=off).
template <typename T>
class PalabosCoProcessor3D : public plb::CoProcessor3D<T> {
    static_assert(std::is_same<T, double>::value || std::is_same<T, float>::value,
                  "Tessera computes in double and float");

public:
    PalabosCoProcessor3D() = default;
    PalabosCoProcessor3D(PalabosCoProcessor3D const &) = delete;
    PalabosCoProcessor3D &operator=(PalabosCoProcessor3D const &) = delete;

    // Runs at the end of the program; Java still runs then, unless it has been shut down before.
    ~PalabosCoProcessor3D() override {
        if (simulation != 0) tessera_destroy(simulation);
    }

    int addDomain(plb::plint nx, plb::plint ny, plb::plint nz, T omega, int &handle) override {
        tessera_domain domain = {};
        int32_t added = 0;
        domain.bytes = sizeof domain;
        domain.nx = nx;
        domain.ny = ny;
        domain.nz = nz;
        domain.omega = omega;
        domain.model = std::is_same<T, double>::value ? "collision=palabos-bgk precision=fp64"
                                                      : "collision=palabos-bgk precision=fp32";
        detail::check(tessera_add_domain(opened(), &domain, &added), "addDomain");
        handle = added;
        return 1;
    }

    int send(int handle, plb::Box3D const &part, std::vector<char> const &data) override {
        tessera_box box = detail::box(part);
        check(handle, tessera_write(handle, &box, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "send");
        return 1;
    }

    int receive(int handle, plb::Box3D const &part, std::vector<char> &data) const override {
        tessera_box box = detail::box(part);
        data.resize(static_cast<std::size_t>(part.nCells()) * 19 * sizeof(T));
        check(handle, tessera_read(handle, &box, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "receive");
        return 1;
    }

    int collideAndStream(int handle) override {
        check(handle, tessera_collide_and_stream(handle, 1), "collideAndStream");
        return 1;
    }

    // What runs a domain, in words.
    std::string describe(int handle) const {
        std::string text(512, '\0');
        check(handle, tessera_describe(handle, &text[0], static_cast<int64_t>(text.size())), "describe");
        return text.c_str();
    }

private:
    int32_t simulation = 0; // opened with the first domain: a rank without domains starts no Java
    std::mutex opening;

    int32_t opened() {
        std::lock_guard<std::mutex> alone(opening);
        if (simulation == 0)
            detail::check(tessera_create(std::getenv("TESSERA_PALABOS_SETTINGS"), &simulation), "the device");
        return simulation;
    }

    // Domains have numbers from 1 on. Palabos gives 0 for every block of a lattice whose attribution of threads does not
    // keep handles, and goes on computing on the CPU.
    static void check(int handle, int32_t code, const char *what) {
        if (code != TESSERA_OK && handle == 0)
            throw CoProcessorError(std::string("Tessera: ") + what +
                                   ": Palabos gives handle 0, because the lattice's attribution of threads does not keep "
                                   "handles. Construct the lattice with an ExplicitThreadAttribution, "
                                   "or with tessera::withHandles(management)");
        detail::check(code, what);
    }
};

// The same blocks with an attribution of threads that keeps handles: for the constructor of a lattice,
//   MultiBlockLattice3D<T, D> lattice(tessera::withHandles(management), ...).
inline plb::MultiBlockManagement3D withHandles(plb::MultiBlockManagement3D const &management) {
    auto *attribution = new plb::ExplicitThreadAttribution();
    for (auto const &block : management.getSparseBlockStructure().getBulks())
        attribution->addBlock(block.first, management.getThreadAttribution().getMpiProcess(block.first),
                              management.getThreadAttribution().getLocalThreadId(block.first));
    return plb::MultiBlockManagement3D(management.getSparseBlockStructure(), attribution, management.getEnvelopeWidth(),
                                       management.getRefinementLevel());
}

namespace detail {
// The six faces of a box at a distance from its outside: disjoint boxes that cover one layer of nodes.
inline std::vector<plb::Box3D> layer(plb::Box3D const &b, plb::plint in) {
    plb::Box3D c(b.x0 + in, b.x1 - in, b.y0 + in, b.y1 - in, b.z0 + in, b.z1 - in);
    return {{c.x0, c.x0, c.y0, c.y1, c.z0, c.z1},
            {c.x1, c.x1, c.y0, c.y1, c.z0, c.z1},
            {c.x0 + 1, c.x1 - 1, c.y0, c.y0, c.z0, c.z1},
            {c.x0 + 1, c.x1 - 1, c.y1, c.y1, c.z0, c.z1},
            {c.x0 + 1, c.x1 - 1, c.y0 + 1, c.y1 - 1, c.z0, c.z0},
            {c.x0 + 1, c.x1 - 1, c.y0 + 1, c.y1 - 1, c.z1, c.z1}};
}

// Calls work(handle, block) for each local block that is offloaded.
template <typename T, template <typename U> class Descriptor, typename Work>
void forEachOffloaded(plb::MultiBlockLattice3D<T, Descriptor> &lattice, Work work) {
    plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
    for (plb::plint id : management.getLocalInfo().getBlocks()) {
        int handle = management.getThreadAttribution().getCoProcessorHandle(id);
        if (handle >= 0) work(handle, lattice.getComponent(id));
    }
}
}  // namespace detail

// In place of transferToCoProcessors: sends the outermost layer of each block only, which is all that the neighbours have
// changed. Before the first step, and after any change of the program's own inside a block, send all:
// transferToCoProcessors. For lattices with an envelope of one node.
template <typename T, template <typename U> class Descriptor>
void envelopesToCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<char> data;
    detail::forEachOffloaded(lattice, [&](int handle, plb::BlockLattice3D<T, Descriptor> &block) {
        for (plb::Box3D const &face : detail::layer(block.getBoundingBox(), 0)) {
            block.getDataTransfer().send(face, data, plb::modif::staticVariables);
            plb::global::defaultCoProcessor3D<T>().send(handle, face, data);
        }
    });
}

// In place of transferFromCoProcessors: receives the layer inside the envelope only, which is what neighbours read. The
// rest of the block stays on the device: before the program reads it (averages, output), receive all:
// transferFromCoProcessors.
template <typename T, template <typename U> class Descriptor>
void innerLayersFromCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<char> data;
    detail::forEachOffloaded(lattice, [&](int handle, plb::BlockLattice3D<T, Descriptor> &block) {
        for (plb::Box3D const &face : detail::layer(block.getBoundingBox(), 1)) {
            plb::global::defaultCoProcessor3D<T>().receive(handle, face, data);
            block.getDataTransfer().receive(face, data, plb::modif::staticVariables);
        }
    });
}

}  // namespace tessera

namespace plb {
namespace global {
template <>
inline CoProcessor3D<double> &defaultCoProcessor3D<double>() {
    static tessera::PalabosCoProcessor3D<double> singleton;
    return singleton;
}

template <>
inline CoProcessor3D<float> &defaultCoProcessor3D<float>() {
    static tessera::PalabosCoProcessor3D<float> singleton;
    return singleton;
}
}  // namespace global
}  // namespace plb

#endif
