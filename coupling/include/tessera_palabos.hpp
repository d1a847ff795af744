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

    // A domain with nodes of several types, of a part of a block. Types, velocities and densities as in tessera_domain.
    int addDomain(HeldPart const &part, T omega, std::vector<uint8_t> const &types, std::vector<double> const &velocities,
                  std::vector<double> const &densities) {
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
    static constexpr std::size_t CELL = 19 * sizeof(T);

    int32_t simulation = 0; // opened with the first domain: a rank without domains starts no Java
    std::map<int, HeldPart> held;
    mutable std::mutex opening;

    static const char *model() {
        return std::is_same<T, double>::value ? "collision=palabos-bgk precision=fp64"
                                              : "collision=palabos-bgk precision=fp32";
    }

    bool holdsPart(int handle) const {
        std::lock_guard<std::mutex> alone(opening);
        return held.count(handle) != 0;
    }

    static tessera_box inDomain(HeldPart const &own, plb::Box3D const &part) {
        return detail::box(part.shift(-own.box.x0, -own.box.y0, -own.box.z0));
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
// Disjoint boxes that cover the nodes of a layer at the open sides of a part: the outermost for depth 0, those inside it
// for depth 1.
inline std::vector<plb::Box3D> layer(HeldPart const &part, int depth) {
    std::vector<plb::Box3D> faces;
    plb::Box3D rest = part.box;
    for (int in = 0; in <= depth; in++) {
        faces.clear();
        for (int side = 0; side < 6; side++) {
            if (!part.isOpen[side] || rest.x0 > rest.x1 || rest.y0 > rest.y1 || rest.z0 > rest.z1) continue;
            plb::Box3D face = rest;
            switch (side) {
                case 0: face.x1 = face.x0; rest.x0++; break;
                case 1: face.x0 = face.x1; rest.x1--; break;
                case 2: face.y1 = face.y0; rest.y0++; break;
                case 3: face.y0 = face.y1; rest.y1--; break;
                case 4: face.z1 = face.z0; rest.z0++; break;
                default: face.z0 = face.z1; rest.z1--; break;
            }
            faces.push_back(face);
        }
    }
    return faces;
}

template <typename T>
PalabosCoProcessor3D<T> &ourCoProcessor() {
    return static_cast<PalabosCoProcessor3D<T> &>(plb::global::defaultCoProcessor3D<T>());
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

namespace detail {
// The part of a block that Palabos updates, in the block's coordinates: the bulk and its envelope, but outside of the
// lattice only where this is periodic.
template <typename T, template <typename U> class Descriptor>
HeldPart updatedPart(plb::MultiBlockLattice3D<T, Descriptor> &lattice, plb::plint id) {
    plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
    plb::SmartBulk3D smart(management, id);
    plb::Box3D bulk = smart.getBulk(), all = lattice.getBoundingBox();
    plb::plint width = management.getEnvelopeWidth();
    bool isOpen[6] = {bulk.x0 > all.x0 || lattice.periodicity().get(0), bulk.x1 < all.x1 || lattice.periodicity().get(0),
                      bulk.y0 > all.y0 || lattice.periodicity().get(1), bulk.y1 < all.y1 || lattice.periodicity().get(1),
                      bulk.z0 > all.z0 || lattice.periodicity().get(2), bulk.z1 < all.z1 || lattice.periodicity().get(2)};
    HeldPart part;
    part.box = smart.toLocal(plb::Box3D(bulk.x0 - width * isOpen[0], bulk.x1 + width * isOpen[1], bulk.y0 - width * isOpen[2],
                                        bulk.y1 + width * isOpen[3], bulk.z0 - width * isOpen[4], bulk.z1 + width * isOpen[5]));
    std::copy(isOpen, isOpen + 6, part.isOpen);
    return part;
}

// The types of a block's nodes; `reason` says why the block cannot be offloaded, if it cannot.
template <typename T, template <typename U> class Descriptor>
struct BlockTypes {
    std::vector<uint8_t> types;
    std::vector<double> velocities, densities; // empty without moving walls
    T omega = 0;                               // of the nodes that collide; 0 if there are none
    std::string reason;

    BlockTypes(plb::BlockLattice3D<T, Descriptor> &block, plb::Box3D const &part) {
        static const int bgk = plb::BGKdynamics<T, Descriptor>((T)1).getId();
        static const int fullWay = plb::BounceBack<T, Descriptor>().getId();
        static const int movingWall = plb::VelocityBounceBack<T, Descriptor>().getId();
        static const int passing = plb::NoDynamics<T, Descriptor>().getId();
        std::size_t nodes = static_cast<std::size_t>(part.nCells()), n = 0;
        types.resize(nodes);
        for (plb::plint x = part.x0; x <= part.x1; x++)
            for (plb::plint y = part.y0; y <= part.y1; y++)
                for (plb::plint z = part.z0; z <= part.z1 && reason.empty(); z++, n++) {
                    plb::Dynamics<T, Descriptor> &dynamics = block.get(x, y, z).getDynamics();
                    int id = dynamics.getId();
                    if (id == bgk && (omega == (T)0 || omega == dynamics.getOmega())) {
                        omega = dynamics.getOmega();
                    } else if (id == fullWay) {
                        types[n] = TESSERA_FULL_WAY;
                    } else if (id == movingWall) {
                        types[n] = TESSERA_FULL_WAY;
                        move(n, nodes, static_cast<plb::VelocityBounceBack<T, Descriptor> &>(dynamics));
                    } else if (id == passing) {
                        types[n] = TESSERA_PASSING;
                    } else if (faces().count(id) && collides(dynamics)) {
                        types[n] = faces().at(id);
                        impose(n, nodes, block.get(x, y, z));
                    } else {
                        refuse(dynamics, plb::Array<plb::plint, 3>(x, y, z) + plb::Array<plb::plint, 3>(
                            block.getLocation().x, block.getLocation().y, block.getLocation().z));
                    }
                }
        if (reason.empty() && omega == (T)0) reason = "no node collides";
    }

private:
    // The types of planes, by the dynamics of Palabos.
    static std::map<int, uint8_t> const &faces() {
        static const std::map<int, uint8_t> known = [] {
            std::map<int, uint8_t> types;
            face<0, -1>(types);
            face<0, 1>(types);
            face<1, -1>(types);
            face<1, 1>(types);
            face<2, -1>(types);
            face<2, 1>(types);
            return types;
        }();
        return known;
    }

    template <int direction, int orientation>
    static void face(std::map<int, uint8_t> &types) {
        constexpr int side = 2 * direction + (orientation > 0);
        using Base = plb::NoDynamics<T, Descriptor>; // which the dynamics around it delete
        types[plb::RegularizedVelocityBoundaryDynamics<T, Descriptor, direction, orientation>(new Base).getId()] =
            TESSERA_REGULARIZED_VELOCITY + side;
        types[plb::RegularizedDensityBoundaryDynamics<T, Descriptor, direction, orientation>(new Base).getId()] =
            TESSERA_REGULARIZED_PRESSURE + side;
    }

    // Whether the dynamics of a face complete populations themselves, not a data processor, and then collide by BGK with
    // the block's relaxation rate.
    bool collides(plb::Dynamics<T, Descriptor> &dynamics) {
        static const int bgk = plb::BGKdynamics<T, Descriptor>((T)1).getId();
        auto &composite = static_cast<plb::CompositeDynamics<T, Descriptor> &>(dynamics);
        T rate = dynamics.getOmega();
        if (composite.getBaseDynamics().getId() != bgk || !composite.doesAutomaticPrepareCollision() ||
            (omega != (T)0 && omega != rate))
            return false;
        omega = rate;
        return true;
    }

    void impose(std::size_t n, std::size_t nodes, plb::Cell<T, Descriptor> &cell) {
        makeRoom(nodes);
        plb::Array<T, 3> u;
        cell.getDynamics().computeVelocity(cell, u);
        for (int axis = 0; axis < 3; axis++) velocities[3 * n + axis] = u[axis];
        densities[n] = cell.getDynamics().computeDensity(cell);
    }

    void makeRoom(std::size_t nodes) {
        if (velocities.empty()) {
            velocities.resize(3 * nodes);
            densities.assign(nodes, 1);
        }
    }

    void move(std::size_t n, std::size_t nodes, plb::VelocityBounceBack<T, Descriptor> const &wall) {
        makeRoom(nodes);
        for (int axis = 0; axis < 3; axis++) velocities[3 * n + axis] = wall.getUwall()[axis];
        densities[n] = wall.getRhoWall();
    }

    void refuse(plb::Dynamics<T, Descriptor> const &dynamics, plb::Array<plb::plint, 3> const &at) {
        std::ostringstream text;
        text << "dynamics " << plb::meta::dynamicsRegistration<T, Descriptor>().getName(dynamics.getId());
        if (dynamics.getId() == plb::BGKdynamics<T, Descriptor>((T)1).getId())
            text << " with relaxation rates " << omega << " and " << dynamics.getOmega();
        else if (faces().count(dynamics.getId()))
            text << (static_cast<plb::CompositeDynamics<T, Descriptor> const &>(dynamics).doesAutomaticPrepareCollision()
                         ? ", which does not collide by BGK with the block's rate,"
                         : ", which a data processor completes (createDynamicsBasedLocalBoundaryCondition3D needs none),");
        text << " at node (" << at[0] << ", " << at[1] << ", " << at[2] << ")";
        reason = text.str();
    }
};

// Why data processors of a lattice keep a block on the CPU; empty if none do.
template <typename T, template <typename U> class Descriptor>
std::string processorsIn(plb::MultiBlockLattice3D<T, Descriptor> &lattice, plb::plint id) {
    plb::Box3D envelope = plb::SmartBulk3D(lattice.getMultiBlockManagement(), id).computeEnvelope();
    std::size_t count = 0;
    for (auto const &stored : lattice.getStoredProcessors()) {
        std::unique_ptr<plb::DataProcessorGenerator3D> generator(stored.getGenerator().clone());
        if (generator->extract(envelope)) count++;
    }
    return count == 0 ? "" : std::to_string(count) + " data processors work on it";
}
}  // namespace detail

// In place of Palabos' initiateCoProcessors: offloads also blocks with walls and planes. Their nodes may have the dynamics
// BGKdynamics with one relaxation rate, BounceBack, VelocityBounceBack and NoDynamics, and those of the faces of
// createDynamicsBasedLocalBoundaryCondition3D over BGKdynamics. No data processor may work on them, such as those of edges
// and corners of that condition. Other blocks stay on the CPU: each is named in a line of `log`, with the reason, unless this is null. Set all
// dynamics before; a change afterwards is not seen.
template <typename T, template <typename U> class Descriptor>
void offloadBlocks(plb::MultiBlockLattice3D<T, Descriptor> &lattice, std::ostream *log = &std::clog) {
    static_assert(Descriptor<T>::q == 19 && Descriptor<T>::ExternalField::numScalars == 0,
                  "blocks are offloaded on D3Q19Descriptor, without external scalars");
    plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
    std::map<plb::plint, int> handles;
    for (plb::plint id : management.getLocalInfo().getBlocks()) {
        HeldPart part = detail::updatedPart(lattice, id);
        detail::BlockTypes<T, Descriptor> found(lattice.getComponent(id), part.box);
        std::string reason = found.reason.empty() ? detail::processorsIn(lattice, id) : found.reason;
        handles[id] = reason.empty() ? detail::ourCoProcessor<T>().addDomain(part, found.omega, found.types,
                                                                             found.velocities, found.densities)
                                     : -1;
        if (!reason.empty() && log) *log << "Tessera: block " << id << " stays on the CPU: " << reason << std::endl;
    }
    lattice.setCoProcessors(handles);
}

// In place of transferToCoProcessors: sends the outermost layer of each block only, which is all that the neighbours have
// changed. Before the first step, and after any change of the program's own inside a block, send all:
// transferToCoProcessors. For lattices with an envelope of one node.
template <typename T, template <typename U> class Descriptor>
void envelopesToCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<char> data;
    detail::forEachOffloaded(lattice, [&](int handle, plb::BlockLattice3D<T, Descriptor> &block) {
        HeldPart part = detail::ourCoProcessor<T>().heldBy(handle, block.getBoundingBox());
        for (plb::Box3D const &face : detail::layer(part, 0)) {
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
        HeldPart part = detail::ourCoProcessor<T>().heldBy(handle, block.getBoundingBox());
        for (plb::Box3D const &face : detail::layer(part, 1)) {
            plb::global::defaultCoProcessor3D<T>().receive(handle, face, data);
            block.getDataTransfer().receive(face, data, plb::modif::staticVariables);
        }
    });
}

// One step of a lattice with offloaded blocks, in place of its own collideAndStream: data processors run after the blocks'
// layers have come back. Call transferToCoProcessors before the first step, and blocksFromCoProcessors before reading what
// is inside offloaded blocks.
template <typename T, template <typename U> class Descriptor>
void collideAndStream(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    envelopesToCoProcessors(lattice);
    lattice.externalCollideAndStream();
    innerLayersFromCoProcessors(lattice);
    lattice.executeInternalProcessors(); // and exchanges overlaps
    lattice.evaluateStatistics();
    lattice.incrementTime();
}

// All populations of offloaded blocks, between steps by tessera::collideAndStream. What a device has in envelopes is
// undefined after a step; here they get the values of their neighbours again, as the next step needs them.
template <typename T, template <typename U> class Descriptor>
void blocksFromCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    plb::transferFromCoProcessors(lattice);
    lattice.duplicateOverlaps(plb::modif::staticVariables);
}

}  // namespace tessera

#endif
