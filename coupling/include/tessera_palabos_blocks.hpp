// Part of tessera_palabos.hpp: blocks with walls and planes on Tessera.
#ifndef TESSERA_PALABOS_BLOCKS_HPP
#define TESSERA_PALABOS_BLOCKS_HPP

#include "tessera_palabos.hpp"
#include "tessera_palabos_completions.hpp"

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
    std::vector<double> velocities, densities; // empty without moving walls and planes
    std::vector<double> strains;               // empty without edges
    T omega = 0;                               // of the nodes that collide; 0 if there are none
    std::string reason;

    // @param given null where the lattice has no data processors of edges
    BlockTypes(plb::MultiBlockLattice3D<T, Descriptor> &lattice, plb::plint id, plb::Box3D const &part,
               GivenVelocities<T, Descriptor> *given)
        : block(lattice.getComponent(id)), part(part), completions(lattice, id, part) {
        types.resize(static_cast<std::size_t>(part.nCells()));
        std::size_t n = 0;
        for (plb::plint x = part.x0; x <= part.x1; x++)
            for (plb::plint y = part.y0; y <= part.y1; y++)
                for (plb::plint z = part.z0; z <= part.z1 && reason.empty(); z++, n++)
                    if (!know(n, block.get(x, y, z))) refuse(n, block.get(x, y, z).getDynamics());
        if (reason.empty() && omega == (T)0) reason = "no node collides";
        plb::SmartBulk3D smart(lattice.getMultiBlockManagement(), id);
        for (n = 0; n < types.size() && reason.empty(); n++)
            if (isEdge(types[n]) || isCorner(types[n])) join(n, smart.toLocal(smart.getBulk()), id, *given);
    }

private:
    using Known = Completions<T, Descriptor>;
    plb::BlockLattice3D<T, Descriptor> &block;
    plb::Box3D part;
    Known completions;

    // Sets the type of a node; false for dynamics that are not offloaded.
    bool know(std::size_t n, plb::Cell<T, Descriptor> &cell) {
        static const int bgk = plb::BGKdynamics<T, Descriptor>((T)1).getId();
        static const int fullWay = plb::BounceBack<T, Descriptor>().getId();
        static const int movingWall = plb::VelocityBounceBack<T, Descriptor>().getId();
        static const int passing = plb::NoDynamics<T, Descriptor>().getId();
        plb::Dynamics<T, Descriptor> &dynamics = cell.getDynamics();
        int id = dynamics.getId();
        bool isAlone = completions.type(n) == Known::NONE || completions.type(n) == Known::PLANE;
        std::map<int, uint8_t> const &faces = BoundaryTypes<T, Descriptor>::all().faces;
        if (id == bgk && isAlone && (omega == (T)0 || omega == dynamics.getOmega())) {
            omega = dynamics.getOmega();
        } else if (id == fullWay) { // which no data processor changes
            types[n] = TESSERA_FULL_WAY;
        } else if (id == movingWall) {
            types[n] = TESSERA_FULL_WAY;
            move(n, static_cast<plb::VelocityBounceBack<T, Descriptor> &>(dynamics));
        } else if (id == passing) {
            types[n] = TESSERA_PASSING;
        } else if (faces.count(id) && isAlone && isCompleted(n, dynamics) && collides(dynamics)) {
            types[n] = faces.at(id);
            impose(n, cell);
        } else if (id == BoundaryTypes<T, Descriptor>::storedVelocity() &&
                   (isEdge(completions.type(n)) || isCorner(completions.type(n))) && collides(dynamics)) {
            types[n] = completions.type(n);
            impose(n, cell);
        } else {
            return false;
        }
        return true;
    }

    // Whether the populations of a node on a plane are completed, by its dynamics or by a data processor.
    bool isCompleted(std::size_t n, plb::Dynamics<T, Descriptor> const &dynamics) const {
        return static_cast<plb::CompositeDynamics<T, Descriptor> const &>(dynamics).doesAutomaticPrepareCollision() ||
               completions.type(n) == Known::PLANE;
    }

    // Whether the dynamics of a plane or an edge then collide by BGK with the block's relaxation rate.
    bool collides(plb::Dynamics<T, Descriptor> &dynamics) {
        static const int bgk = plb::BGKdynamics<T, Descriptor>((T)1).getId();
        T rate = dynamics.getOmega();
        if (static_cast<plb::CompositeDynamics<T, Descriptor> &>(dynamics).getBaseDynamics().getId() != bgk ||
            (omega != (T)0 && omega != rate))
            return false;
        omega = rate;
        return true;
    }

    void impose(std::size_t n, plb::Cell<T, Descriptor> &cell) {
        makeRoom();
        plb::Array<T, 3> u;
        cell.getDynamics().computeVelocity(cell, u);
        for (int axis = 0; axis < 3; axis++) velocities[3 * n + axis] = u[axis];
        densities[n] = cell.getDynamics().computeDensity(cell);
    }

    void makeRoom() {
        if (velocities.empty()) {
            velocities.resize(3 * types.size());
            densities.assign(types.size(), 1);
        }
    }

    void move(std::size_t n, plb::VelocityBounceBack<T, Descriptor> const &wall) {
        makeRoom();
        for (int axis = 0; axis < 3; axis++) velocities[3 * n + axis] = wall.getUwall()[axis];
        densities[n] = wall.getRhoWall();
    }

    // Gives an edge or a corner its rates of strain, if the nodes beside it are those that it needs.
    void join(std::size_t n, plb::Box3D const &bulk, plb::plint id, GivenVelocities<T, Descriptor> &given) {
        EdgeSides edge(types[n]);
        plb::Dot3D here = place(n);
        for (int axis = 0; axis < 3; axis++) {
            if (axis == edge.along) continue;
            plb::Dot3D to(here.x - (axis == 0) * edge.outward[0], here.y - (axis == 1) * edge.outward[1],
                          here.z - (axis == 2) * edge.outward[2]);
            bool isInside = plb::contained(to, part) && (!plb::contained(here, bulk) || plb::contained(to, bulk));
            std::size_t beside = isInside ? number(to) : 0;
            if (!isInside || !(edge.along < 0 ? isEdgeOf(n, axis, beside) : isPlane(types[beside]))) {
                reason = named("edge or corner", n) + " has the density of nodes beside it, but " + spoken(absolute(to)) +
                         (isInside ? " is not on such a plane or edge" : " is in another block");
                return;
            }
        }
        plb::Dot3D at = absolute(here);
        plb::Array<T, 6> of = given.strains(id, at.x, at.y, at.z, edge);
        if (strains.empty()) strains.resize(6 * types.size());
        for (int i = 0; i < 6; i++) {
            strains[6 * n + i] = of[i];
            if (of[i] != of[i]) {
                reason = named("edge or corner", n) + " has differences of velocities, but a node beside it has none that is given";
                return;
            }
        }
    }

    // Whether the node beside a corner along an axis is at the edge that ends in the corner; Palabos has completed it before.
    bool isEdgeOf(std::size_t corner, int axis, std::size_t beside) const {
        EdgeSides sides(types[corner]);
        return types[beside] == edgeType(axis, sides.outward) && completions.place(beside) < completions.place(corner);
    }

    plb::Dot3D place(std::size_t n) const {
        plb::plint at = static_cast<plb::plint>(n), nz = part.getNz(), ny = part.getNy();
        return plb::Dot3D(part.x0 + at / (ny * nz), part.y0 + at / nz % ny, part.z0 + at % nz);
    }

    std::size_t number(plb::Dot3D const &at) const {
        return ((at.x - part.x0) * part.getNy() + at.y - part.y0) * part.getNz() + at.z - part.z0;
    }

    plb::Dot3D absolute(plb::Dot3D const &at) const {
        plb::Dot3D origin = block.getLocation();
        return plb::Dot3D(at.x + origin.x, at.y + origin.y, at.z + origin.z);
    }

    std::string named(std::string const &what, std::size_t n) const { return what + " at node " + spoken(absolute(place(n))); }

    static std::string spoken(plb::Dot3D const &at) {
        std::ostringstream text;
        text << "(" << at.x << ", " << at.y << ", " << at.z << ")";
        return text.str();
    }

    void refuse(std::size_t n, plb::Dynamics<T, Descriptor> const &dynamics) {
        std::ostringstream text;
        int id = dynamics.getId();
        text << "dynamics " << plb::meta::dynamicsRegistration<T, Descriptor>().getName(id);
        if (completions.type(n) == Known::SEVERAL)
            text << ", which several data processors complete,";
        else if (id != BoundaryTypes<T, Descriptor>::storedVelocity() &&
                 (isEdge(completions.type(n)) || isCorner(completions.type(n))))
            text << ", which a data processor of an edge or a corner changes,";
        else if (id == plb::BGKdynamics<T, Descriptor>((T)1).getId())
            text << " with relaxation rates " << omega << " and " << dynamics.getOmega();
        else if (BoundaryTypes<T, Descriptor>::all().faces.count(id) && !isCompleted(n, dynamics))
            text << ", which no data processor completes,";
        else if (id == BoundaryTypes<T, Descriptor>::storedVelocity() && completions.type(n) == Known::NONE)
            text << ", which no data processor of an edge or a corner completes,";
        else if (BoundaryTypes<T, Descriptor>::all().faces.count(id))
            text << ", which does not collide by BGK with the block's rate,";
        text << " at node " << spoken(absolute(place(n)));
        reason = text.str();
    }
};

// Why data processors of a lattice keep a block on the CPU; empty if none do. Those that complete populations do not.
template <typename T, template <typename U> class Descriptor>
std::string processorsIn(plb::MultiBlockLattice3D<T, Descriptor> &lattice, plb::plint id) {
    plb::Box3D envelope = plb::SmartBulk3D(lattice.getMultiBlockManagement(), id).computeEnvelope();
    std::size_t count = 0;
    for (auto const &stored : lattice.getStoredProcessors()) {
        if (Completions<T, Descriptor>::isOne(stored)) continue;
        std::unique_ptr<plb::DataProcessorGenerator3D> generator(stored.getGenerator().clone());
        if (generator->extract(envelope)) count++;
    }
    return count == 0 ? "" : std::to_string(count) + " data processors work on it";
}
}  // namespace detail

// In place of Palabos' initiateCoProcessors: offloads also blocks with walls and planes. Their nodes may have the dynamics
// BGKdynamics with one relaxation rate, BounceBack, VelocityBounceBack and NoDynamics, and over BGKdynamics those of
// createLocalBoundaryCondition3D and createZouHeBoundaryCondition3D (faces, outer edges and corners), with and without
// DynamicsBased in their names. No other data processor than those of these conditions may work on them. Other blocks stay
// on the CPU: each is named in a line of `log`, with the reason, unless this is null. Set all dynamics and velocities
// before; a change afterwards is not seen.
// @param chosen only these blocks, such as HybridBlocks::offloaded; null: all
template <typename T, template <typename U> class Descriptor>
void offloadBlocks(plb::MultiBlockLattice3D<T, Descriptor> &lattice, std::ostream *log = &std::clog,
                   std::vector<plb::plint> const *chosen = nullptr) {
    static_assert(Descriptor<T>::q == 19 && Descriptor<T>::ExternalField::numScalars == 0,
                  "blocks are offloaded on D3Q19Descriptor, without external scalars");
    plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
    std::map<plb::plint, int> handles;
    std::unique_ptr<detail::GivenVelocities<T, Descriptor>> given;
    for (auto const &stored : lattice.getStoredProcessors())
        if (!given && detail::Completions<T, Descriptor>::isOne(stored))
            given.reset(new detail::GivenVelocities<T, Descriptor>(lattice));
    for (plb::plint id : management.getLocalInfo().getBlocks()) {
        if (chosen && std::find(chosen->begin(), chosen->end(), id) == chosen->end()) {
            handles[id] = -1;
            continue;
        }
        HeldPart part = detail::updatedPart(lattice, id);
        detail::BlockTypes<T, Descriptor> found(lattice, id, part.box, given.get());
        std::string reason = found.reason.empty() ? detail::processorsIn(lattice, id) : found.reason;
        handles[id] = reason.empty() ? detail::ourCoProcessor<T>().addDomain(part, found.omega, found.types,
                                                                             found.velocities, found.densities,
                                                                             found.strains)
                                     : -1;
        if (!reason.empty() && log) *log << "Tessera: block " << id << " stays on the CPU: " << reason << std::endl;
    }
    lattice.setCoProcessors(handles);
}

}  // namespace tessera

#endif
