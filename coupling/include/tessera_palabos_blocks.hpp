// Part of tessera_palabos.hpp: blocks with walls and planes on Tessera.
#ifndef TESSERA_PALABOS_BLOCKS_HPP
#define TESSERA_PALABOS_BLOCKS_HPP

#include "tessera_palabos.hpp"

namespace tessera {

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

}  // namespace tessera

#endif
