// tessera_palabos.hpp: Tessera as the co-processor of Palabos. No source of Palabos changes: the specialisation in it
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

#include <algorithm>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
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

// The populations of a part of a box, from or to an array of the box. Both have z fastest.
template <typename Copy>
void forEachRow(plb::Box3D const &whole, plb::Box3D const &part, std::size_t cell, Copy copy) {
    std::size_t at = 0, row = static_cast<std::size_t>(part.getNz()) * cell;
    for (plb::plint x = part.x0; x <= part.x1; x++)
        for (plb::plint y = part.y0; y <= part.y1; y++, at += row)
            copy((((x - whole.x0) * whole.getNy() + y - whole.y0) * whole.getNz() + part.z0 - whole.z0) * cell, at, row);
}
}  // namespace detail

// The part of a block that a domain holds: not the envelope outside of the lattice, which Palabos does not use.
struct HeldPart {
    plb::Box3D box;   // in the coordinates of the block
    bool isOpen[6];   // whether the outermost nodes at x0, x1, y0, y1, z0, z1 are an envelope
};

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
        domain.model = model();
        detail::check(tessera_add_domain(opened(), &domain, &added), "addDomain");
        handle = added;
        return 1;
    }

    // A domain with nodes of several types, of a part of a block. Types and values as in tessera_domain; those that are
    // empty are none.
    int addDomain(HeldPart const &part, T omega, std::vector<uint8_t> const &types, std::vector<double> const &velocities,
                  std::vector<double> const &densities, std::vector<double> const &strains) {
        static const char *const sides[] = {"x0", "x1", "y0", "y1", "z0", "z1"};
        std::string text = model(), closed;
        for (int side = 0; side < 6; side++)
            if (!part.isOpen[side]) closed += (closed.empty() ? " closed=" : ",") + std::string(sides[side]);
        text += closed;
        tessera_domain domain = {};
        int32_t added = 0;
        domain.bytes = sizeof domain;
        domain.nx = part.box.getNx();
        domain.ny = part.box.getNy();
        domain.nz = part.box.getNz();
        domain.omega = omega;
        domain.model = text.c_str();
        domain.types = types.data();
        domain.velocities = velocities.empty() ? nullptr : velocities.data();
        domain.densities = densities.empty() ? nullptr : densities.data();
        domain.strains = strains.empty() ? nullptr : strains.data();
        detail::check(tessera_add_domain(opened(), &domain, &added), "addDomain");
        std::lock_guard<std::mutex> alone(opening);
        held[added] = part;
        return added;
    }

    // The part of a block that a domain holds; all of it for domains of Palabos' own call.
    HeldPart heldBy(int handle, plb::Box3D const &block) const {
        std::lock_guard<std::mutex> alone(opening);
        auto found = held.find(handle);
        return found == held.end() ? HeldPart{block, {true, true, true, true, true, true}} : found->second;
    }

    int send(int handle, plb::Box3D const &part, std::vector<char> const &data) override {
        HeldPart own = heldBy(handle, plb::Box3D(0, part.x1, 0, part.y1, 0, part.z1));
        plb::Box3D common = part;
        if (holdsPart(handle) && !plb::intersect(part, own.box, common)) return 1;
        if (common == part) {
            write(handle, own, part, data);
            return 1;
        }
        std::vector<char> some(static_cast<std::size_t>(common.nCells()) * CELL);
        detail::forEachRow(part, common, CELL, [&](std::size_t there, std::size_t here, std::size_t row) {
            std::memcpy(&some[here], &data[there], row);
        });
        write(handle, own, common, some);
        return 1;
    }

    // What the domain does not hold is 0.
    int receive(int handle, plb::Box3D const &part, std::vector<char> &data) const override {
        HeldPart own = heldBy(handle, plb::Box3D(0, part.x1, 0, part.y1, 0, part.z1));
        plb::Box3D common = part;
        if (holdsPart(handle) && !plb::intersect(part, own.box, common)) {
            data.assign(static_cast<std::size_t>(part.nCells()) * CELL, 0);
            return 1;
        }
        if (common == part) {
            read(handle, own, part, data);
            return 1;
        }
        std::vector<char> some;
        read(handle, own, common, some);
        data.assign(static_cast<std::size_t>(part.nCells()) * CELL, 0);
        detail::forEachRow(part, common, CELL, [&](std::size_t there, std::size_t here, std::size_t row) {
            std::memcpy(&data[there], &some[here], row);
        });
        return 1;
    }

    // As `send`, of boxes of a block that its domain holds, whose populations follow each other.
    void send(int handle, std::vector<plb::Box3D> const &boxes, char const *data, std::size_t bytes) {
        std::vector<tessera_box> places = inDomain(handle, boxes);
        check(handle,
              tessera_write_boxes(handle, places.data(), static_cast<int64_t>(places.size()), data,
                                  static_cast<int64_t>(bytes), TESSERA_PALABOS),
              "send");
    }

    void receive(int handle, std::vector<plb::Box3D> const &boxes, char *data, std::size_t bytes) const {
        std::vector<tessera_box> places = inDomain(handle, boxes);
        check(handle,
              tessera_read_boxes(handle, places.data(), static_cast<int64_t>(places.size()), data, static_cast<int64_t>(bytes),
                                 TESSERA_PALABOS),
              "receive");
    }

    // Memory for populations that cross, until freeMemory(): page-locked and kept, up to a size, where there is some.
    char *memory(std::size_t bytes) {
        if (bytes > lockedBytes && bytes <= MOST_LOCKED) {
            detail::check(tessera_release(opened(), locked), "memory");
            locked = nullptr;
            lockedBytes = tessera_allocate(opened(), static_cast<int64_t>(bytes), &locked) == TESSERA_OK ? bytes : 0;
        }
        if (bytes <= lockedBytes) return static_cast<char *>(locked);
        large = std::vector<char>(bytes);
        return large.data();
    }

    void freeMemory() { large = std::vector<char>(); }

    // Prepares copies between domains that are repeated after each step; they stay on the device.
    int32_t connect(std::vector<tessera_overlap> const &overlaps) {
        int32_t exchange = 0;
        detail::check(tessera_connect(opened(), overlaps.data(), static_cast<int64_t>(overlaps.size()), &exchange), "connect");
        return exchange;
    }

    void exchange(int32_t number) { detail::check(tessera_exchange(number), "exchange"); }

    // Domains of one step, before Palabos asks for each: its calls do nothing until `done`.
    void collideAndStreamAll(std::vector<int32_t> const &handles) {
        detail::check(tessera_collide_and_stream_all(handles.data(), static_cast<int64_t>(handles.size()), 1),
                      "collideAndStream");
        areStepped = true;
    }

    void done() { areStepped = false; }

    // Waits until the device has computed all steps.
    void finish() {
        if (simulation != 0) detail::check(tessera_finish(simulation), "finish");
    }

    int collideAndStream(int handle) override {
        if (areStepped) return 1;
        check(handle, tessera_collide_and_stream(handle, 1), "collideAndStream");
        return 1;
    }

    // What runs a domain, in words.
    std::string describe(int handle) const {
        std::string text(512, '\0');
        check(handle, tessera_describe(handle, &text[0], static_cast<int64_t>(text.size())), "describe");
        return text.c_str();
    }

    // The settings of a domain: Palabos' BGK in the number format T.
    static const char *model() {
        return std::is_same<T, double>::value ? "collision=palabos-bgk precision=fp64"
                                              : "collision=palabos-bgk precision=fp32";
    }

private:
    static constexpr std::size_t CELL = 19 * sizeof(T);

    static constexpr std::size_t MOST_LOCKED = std::size_t(256) << 20; // bytes

    void *locked = nullptr; // until the simulation is destroyed
    std::size_t lockedBytes = 0;
    std::vector<char> large;
    int32_t simulation = 0; // opened with the first domain: a rank without domains starts no Java
    bool areStepped = false;
    std::map<int, HeldPart> held;
    mutable std::mutex opening;

    bool holdsPart(int handle) const {
        std::lock_guard<std::mutex> alone(opening);
        return held.count(handle) != 0;
    }

    static tessera_box inDomain(HeldPart const &own, plb::Box3D const &part) {
        return detail::box(part.shift(-own.box.x0, -own.box.y0, -own.box.z0));
    }

    std::vector<tessera_box> inDomain(int handle, std::vector<plb::Box3D> const &boxes) const {
        HeldPart own = heldBy(handle, plb::Box3D(0, 0, 0, 0, 0, 0)); // what Palabos' own call adds begins at 0
        std::vector<tessera_box> places;
        for (plb::Box3D const &box : boxes) places.push_back(inDomain(own, box));
        return places;
    }

    static void write(int handle, HeldPart const &own, plb::Box3D const &part, std::vector<char> const &data) {
        tessera_box box = inDomain(own, part);
        check(handle, tessera_write(handle, &box, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "send");
    }

    static void read(int handle, HeldPart const &own, plb::Box3D const &part, std::vector<char> &data) {
        tessera_box box = inDomain(own, part);
        data.resize(static_cast<std::size_t>(part.nCells()) * CELL);
        check(handle, tessera_read(handle, &box, data.data(), static_cast<int64_t>(data.size()), TESSERA_PALABOS), "receive");
    }

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

namespace tessera {

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
template <typename T>
PalabosCoProcessor3D<T> &ourCoProcessor() {
    return static_cast<PalabosCoProcessor3D<T> &>(plb::global::defaultCoProcessor3D<T>());
}
}  // namespace detail

}  // namespace tessera

#include "tessera_palabos_blocks.hpp"
#include "tessera_palabos_transfers.hpp"
#include "tessera_palabos_cut.hpp"

#endif
