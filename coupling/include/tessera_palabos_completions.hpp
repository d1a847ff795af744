// Part of tessera_palabos.hpp: planes, edges and corners whose populations Palabos completes.
#ifndef TESSERA_PALABOS_COMPLETIONS_HPP
#define TESSERA_PALABOS_COMPLETIONS_HPP

#include "tessera_palabos.hpp"

#include <limits>

namespace tessera {
namespace detail {

// The number of a side: 0 for x0, 1 for x1, ... 5 for z1.
constexpr int side(int axis, int outward) { return 2 * axis + (outward > 0); }

// The type of an edge along an axis, of a corner for -1, by the outward sides (-1 or 1) along all axes.
inline uint8_t edgeType(int along, plb::Array<int, 3> const &outward) {
    int number = 0;
    for (int axis = 0; axis < 3; axis++)
        if (axis != along) number = 2 * number + (outward[axis] > 0);
    return static_cast<uint8_t>(along < 0 ? TESSERA_CORNER_VELOCITY + number : TESSERA_EDGE_VELOCITY + 4 * along + number);
}

inline bool isPlane(uint8_t type) { return type >= TESSERA_REGULARIZED_VELOCITY && type < TESSERA_EDGE_VELOCITY; }
inline bool isEdge(uint8_t type) { return type >= TESSERA_EDGE_VELOCITY && type < TESSERA_CORNER_VELOCITY; }
inline bool isCorner(uint8_t type) { return type >= TESSERA_CORNER_VELOCITY; }

// The axis of an edge, -1 for a corner, and its sides.
struct EdgeSides {
    int along = -1;
    plb::Array<int, 3> outward;

    explicit EdgeSides(uint8_t type) : along(isEdge(type) ? (type - TESSERA_EDGE_VELOCITY) / 4 : -1) {
        int bit = along < 0 ? 4 : 2;
        for (int axis = 0; axis < 3; axis++) {
            outward[axis] = axis == along ? 0 : (type & bit) != 0 ? 1 : -1;
            if (axis != along) bit /= 2;
        }
    }
};

// The dynamics of Palabos' planes and edges, by their numbers.
template <typename T, template <typename U> class Descriptor>
struct BoundaryTypes {
    std::map<int, uint8_t> faces;      // types of planes
    std::map<int, uint8_t> processors; // types of edges and corners; 0 for planes

    static BoundaryTypes const &all() {
        static const BoundaryTypes known;
        return known;
    }

    static int storedVelocity() {
        static const int id = plb::StoreVelocityDynamics<T, Descriptor>(new plb::NoDynamics<T, Descriptor>).getId();
        return id;
    }

    // Whether nodes have a velocity that the program gives and that does not follow from populations.
    bool hasGivenVelocity(int id) const {
        static const int resting = plb::BounceBack<T, Descriptor>().getId();
        static const int moving = plb::VelocityBounceBack<T, Descriptor>().getId();
        if (id == storedVelocity() || id == resting || id == moving) return true;
        auto found = faces.find(id);
        return found != faces.end() && (found->second / 16) % 2 == 1; // velocities are at odd multiples of 16
    }

private:
    BoundaryTypes() {
        face<0, -1>(), face<0, 1>(), face<1, -1>(), face<1, 1>(), face<2, -1>(), face<2, 1>();
        edges<0>(), edges<1>(), edges<2>();
        corners<-1, -1>(), corners<-1, 1>(), corners<1, -1>(), corners<1, 1>();
        processors[plb::WrappedLocalBoundaryFunctional3D<T, Descriptor>::staticId] = 0;
    }

    template <int axis, int outward>
    void face() {
        using Base = plb::NoDynamics<T, Descriptor>; // which the dynamics around it delete
        constexpr int number = side(axis, outward);
        faces[plb::RegularizedVelocityBoundaryDynamics<T, Descriptor, axis, outward>(new Base).getId()] =
            TESSERA_REGULARIZED_VELOCITY + number;
        faces[plb::RegularizedDensityBoundaryDynamics<T, Descriptor, axis, outward>(new Base).getId()] =
            TESSERA_REGULARIZED_PRESSURE + number;
        faces[plb::ZouHeVelocityDynamics<T, Descriptor, axis, outward>(new Base).getId()] =
            TESSERA_PALABOS_ZOU_HE_VELOCITY + number;
        faces[plb::ZouHePressureDynamics<T, Descriptor, axis, outward>(new Base).getId()] =
            TESSERA_PALABOS_ZOU_HE_PRESSURE + number;
    }

    template <int along>
    void edges() {
        edge<along, -1, -1>(), edge<along, -1, 1>(), edge<along, 1, -1>(), edge<along, 1, 1>();
    }

    // Palabos' order of the axes across is cyclic.
    template <int along, int first, int second>
    void edge() {
        plb::Array<int, 3> outward;
        outward[along] = 0;
        outward[(along + 1) % 3] = first;
        outward[(along + 2) % 3] = second;
        processors[plb::OuterVelocityEdgeFunctional3D<T, Descriptor, along, first, second>::staticId] =
            edgeType(along, outward);
    }

    template <int x, int y>
    void corners() {
        processors[plb::OuterVelocityCornerFunctional3D<T, Descriptor, x, y, -1>::staticId] =
            edgeType(-1, plb::Array<int, 3>(x, y, -1));
        processors[plb::OuterVelocityCornerFunctional3D<T, Descriptor, x, y, 1>::staticId] =
            edgeType(-1, plb::Array<int, 3>(x, y, 1));
    }
};

// The data processors of a lattice that complete populations after each step, by the nodes of a part of a block. Tessera
// does the same before the next step.
template <typename T, template <typename U> class Descriptor>
class Completions {
public:
    static constexpr uint8_t NONE = 1, PLANE = 0, SEVERAL = 2; // else the type of an edge or a corner

    // Whether a data processor is one of them.
    static bool isOne(plb::MultiBlock3D::ProcessorStorage3D const &stored) {
        return stored.getLevel() == 0 && stored.getMultiBlockIds().size() == 1 &&
               dynamic_cast<plb::BoxedDataProcessorGenerator3D const *>(&stored.getGenerator()) != nullptr &&
               BoundaryTypes<T, Descriptor>::all().processors.count(stored.getGenerator().getStaticId()) != 0;
    }

    // Of a part of a block, in its coordinates.
    Completions(plb::MultiBlockLattice3D<T, Descriptor> &lattice, plb::plint id, plb::Box3D const &part)
        : types(static_cast<std::size_t>(part.nCells()), uint8_t(NONE)), order(types.size(), -1) {
        plb::Dot3D origin = lattice.getComponent(id).getLocation();
        plb::Box3D all = lattice.getBoundingBox(), own = part.shift(origin.x, origin.y, origin.z);
        int number = 0;
        for (auto const &stored : lattice.getStoredProcessors()) {
            number++;
            if (!isOne(stored)) continue;
            uint8_t type = BoundaryTypes<T, Descriptor>::all().processors.at(stored.getGenerator().getStaticId());
            plb::Box3D domain = static_cast<plb::BoxedDataProcessorGenerator3D const &>(stored.getGenerator()).getDomain();
            plb::plint repeat[3];
            for (int axis = 0; axis < 3; axis++) repeat[axis] = lattice.periodicity().get(axis) ? 1 : 0;
            for (plb::plint i = -repeat[0]; i <= repeat[0]; i++)
                for (plb::plint j = -repeat[1]; j <= repeat[1]; j++)
                    for (plb::plint k = -repeat[2]; k <= repeat[2]; k++) {
                        plb::Box3D common, image = domain.shift(i * all.getNx(), j * all.getNy(), k * all.getNz());
                        if (plb::intersect(image, own, common)) add(type, number, common, own);
                    }
        }
    }

    uint8_t type(std::size_t node) const { return types[node]; }

    // The place of the data processor among those of the lattice, which run in this order.
    int place(std::size_t node) const { return order[node]; }

private:
    std::vector<uint8_t> types;
    std::vector<int> order;

    void add(uint8_t type, int number, plb::Box3D const &nodes, plb::Box3D const &own) {
        for (plb::plint x = nodes.x0; x <= nodes.x1; x++)
            for (plb::plint y = nodes.y0; y <= nodes.y1; y++)
                for (plb::plint z = nodes.z0; z <= nodes.z1; z++) {
                    std::size_t n = ((x - own.x0) * own.getNy() + y - own.y0) * own.getNz() + z - own.z0;
                    types[n] = types[n] == NONE || types[n] == type ? type : uint8_t(SEVERAL);
                    order[n] = number;
                }
    }
};

// The velocities that a program gives nodes on planes, edges and walls of a lattice, also in envelopes of two nodes; not a
// number elsewhere. From their differences Palabos has the stress of edges and corners.
template <typename T, template <typename U> class Descriptor>
class GivenVelocities {
public:
    explicit GivenVelocities(plb::MultiBlockLattice3D<T, Descriptor> &lattice)
        : field(plb::MultiBlockManagement3D(lattice.getMultiBlockManagement().getSparseBlockStructure(),
                                            lattice.getMultiBlockManagement().getThreadAttribution().clone(), 2),
                plb::defaultMultiBlockPolicy3D().getBlockCommunicator(),
                plb::defaultMultiBlockPolicy3D().getCombinedStatistics(),
                plb::defaultMultiBlockPolicy3D().getMultiTensorAccess<T, 3>(), unknown()) {
        for (int axis = 0; axis < 3; axis++) field.periodicity().toggle(axis, lattice.periodicity().get(axis));
        for (plb::plint id : lattice.getMultiBlockManagement().getLocalInfo().getBlocks()) {
            plb::BlockLattice3D<T, Descriptor> &block = lattice.getComponent(id);
            plb::Box3D bulk = plb::SmartBulk3D(lattice.getMultiBlockManagement(), id).getBulk();
            for (plb::plint x = bulk.x0; x <= bulk.x1; x++)
                for (plb::plint y = bulk.y0; y <= bulk.y1; y++)
                    for (plb::plint z = bulk.z0; z <= bulk.z1; z++) {
                        plb::Dot3D from = block.getLocation();
                        plb::Cell<T, Descriptor> &cell = block.get(x - from.x, y - from.y, z - from.z);
                        if (BoundaryTypes<T, Descriptor>::all().hasGivenVelocity(cell.getDynamics().getId()))
                            cell.getDynamics().computeVelocity(cell, at(id, x, y, z));
                    }
        }
        field.duplicateOverlaps(plb::modif::staticVariables);
    }

    // The rates of strain xx, xy, xz, yy, yz, zz of a node at an edge or a corner of a block, as Palabos has them: by
    // differences to the next node inwards, along an edge by central ones. Coordinates are those of the lattice.
    plb::Array<T, 6> strains(plb::plint id, plb::plint x, plb::plint y, plb::plint z, EdgeSides const &edge) {
        T gradient[3][3]; // [along][component]
        for (int axis = 0; axis < 3; axis++) {
            plb::plint step[3] = {axis == 0, axis == 1, axis == 2};
            int outward = edge.outward[axis];
            plb::Array<T, 3> const &low = outward > 0 || axis == edge.along ? at(id, x - step[0], y - step[1], z - step[2])
                                                                            : at(id, x, y, z);
            plb::Array<T, 3> const &high = outward < 0 || axis == edge.along ? at(id, x + step[0], y + step[1], z + step[2])
                                                                             : at(id, x, y, z);
            for (int b = 0; b < 3; b++) gradient[axis][b] = (high[b] - low[b]) / (axis == edge.along ? (T)2 : (T)1);
        }
        plb::Array<T, 6> strains;
        int n = 0;
        for (int a = 0; a < 3; a++)
            for (int b = a; b < 3; b++) strains[n++] = (gradient[a][b] + gradient[b][a]) / (T)2;
        return strains;
    }

private:
    plb::MultiTensorField3D<T, 3> field;

    static plb::Array<T, 3> unknown() {
        T nan = std::numeric_limits<T>::quiet_NaN();
        return plb::Array<T, 3>(nan, nan, nan);
    }

    plb::Array<T, 3> &at(plb::plint id, plb::plint x, plb::plint y, plb::plint z) {
        plb::TensorField3D<T, 3> &block = field.getComponent(id);
        plb::Dot3D from = block.getLocation();
        return block.get(x - from.x, y - from.y, z - from.z);
    }
};

}  // namespace detail
}  // namespace tessera

#endif
