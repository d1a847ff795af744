// Part of tessera_palabos.hpp: what crosses between Palabos and Tessera around a step.
#ifndef TESSERA_PALABOS_TRANSFERS_HPP
#define TESSERA_PALABOS_TRANSFERS_HPP

#include "tessera_palabos.hpp"
#include "tessera_palabos_workers.hpp"

#include <tuple>

namespace tessera {

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

// Calls work(id, handle, part) for each local block that is offloaded, with the part that its domain holds.
template <typename T, template <typename U> class Descriptor, typename Work>
void forEachOffloaded(plb::MultiBlockLattice3D<T, Descriptor> &lattice, Work work) {
    plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
    for (plb::plint id : management.getLocalInfo().getBlocks()) {
        int handle = management.getThreadAttribution().getCoProcessorHandle(id);
        if (handle >= 0) work(id, handle, ourCoProcessor<T>().heldBy(handle, lattice.getComponent(id).getBoundingBox()));
    }
}

// What crosses between the blocks of a lattice around a step, where its overlaps are: between two offloaded blocks within
// the device, else as populations of the blocks' own boxes.
struct Crossing {
    std::vector<int32_t> handles;                         // of the offloaded blocks
    int32_t exchange = 0;                                 // within the device; 0: no two offloaded blocks touch
    std::vector<Message> sent;                            // to the device
    std::vector<Message> received;                        // no node is in two
    bool isWithinDevice = true; // all blocks of this process are offloaded, and nothing else touches them
};

// The overlaps of a lattice between two blocks, those over periodic sides included, each once.
template <typename T, template <typename U> class Descriptor>
std::vector<plb::Overlap3D> overlapsOf(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    plb::LocalMultiBlockInfo3D const &info = lattice.getMultiBlockManagement().getLocalInfo();
    std::vector<plb::Overlap3D> all(info.getNormalOverlaps());
    for (plb::PeriodicOverlap3D const &periodic : info.getPeriodicOverlaps())
        if (lattice.periodicity().get(periodic.normalX, periodic.normalY, periodic.normalZ))
            all.push_back(periodic.overlap);
    auto key = [](plb::Overlap3D const &o) {
        plb::Box3D const &b = o.getOverlapCoordinates();
        return std::make_tuple(o.getOverlapId(), o.getOriginalId(), b.x0, b.x1, b.y0, b.y1, b.z0, b.z1);
    };
    std::sort(all.begin(), all.end(), [&](auto const &a, auto const &b) { return key(a) < key(b); });
    all.erase(std::unique(all.begin(), all.end(), [&](auto const &a, auto const &b) { return key(a) == key(b); }), all.end());
    return all;
}

template <typename T, template <typename U> class Descriptor>
class CrossingOf {
public:
    explicit CrossingOf(plb::MultiBlockLattice3D<T, Descriptor> &lattice) : lattice(lattice) {
        std::vector<tessera_overlap> within;
        std::map<plb::plint, bool> touchesOffloaded;
        std::vector<plb::Overlap3D> overlaps = overlapsOf(lattice);
        for (plb::Overlap3D const &overlap : overlaps) {
            plb::plint from = overlap.getOriginalId(), to = overlap.getOverlapId();
            if (handleOf(from) < 0 || handleOf(to) < 0) continue;
            within.push_back({handleOf(from), handleOf(to), box(inDomain(from, overlap.getOriginalCoordinates())),
                              box(inDomain(to, overlap.getOverlapCoordinates()))});
            touchesOffloaded[from] = touchesOffloaded[to] = true;
        }
        forEachOffloaded(lattice, [&](plb::plint, int handle, HeldPart const &) { crossing.handles.push_back(handle); });
        if (!within.empty()) crossing.exchange = ourCoProcessor<T>().connect(within);
        for (plb::plint id : lattice.getMultiBlockManagement().getLocalInfo().getBlocks()) {
            if (handleOf(id) < 0) {
                crossing.isWithinDevice = false;
                continue;
            }
            if (touchesOffloaded[id]) {
                cross(id, overlaps);
            } else { // six faces in place of up to 26 overlaps
                add(crossing.sent, id, layer(held(id), 0));
                add(crossing.received, id, layer(held(id), 1));
            }
        }
        if (!crossing.sent.empty() || !crossing.received.empty()) crossing.isWithinDevice = false;
    }

    Crossing crossing;

private:
    plb::MultiBlockLattice3D<T, Descriptor> &lattice;

    // The number of a block's domain; -1 for blocks of other processes and of the CPU.
    int handleOf(plb::plint id) const {
        plb::MultiBlockManagement3D const &management = lattice.getMultiBlockManagement();
        return management.getThreadAttribution().isLocal(id) ? management.getThreadAttribution().getCoProcessorHandle(id) : -1;
    }

    HeldPart held(plb::plint id) const {
        return ourCoProcessor<T>().heldBy(handleOf(id), lattice.getComponent(id).getBoundingBox());
    }

    plb::Box3D inBlock(plb::plint id, plb::Box3D const &absolute) const {
        plb::Dot3D origin = lattice.getComponent(id).getLocation();
        return absolute.shift(-origin.x, -origin.y, -origin.z);
    }

    plb::Box3D inDomain(plb::plint id, plb::Box3D const &absolute) const {
        plb::Box3D own = held(id).box;
        return inBlock(id, absolute).shift(-own.x0, -own.y0, -own.z0);
    }

    // What a block gives to and gets from blocks that are not offloaded; and nodes of its envelope without a neighbour, which
    // have what the program gives them.
    void cross(plb::plint id, std::vector<plb::Overlap3D> const &overlaps) {
        std::vector<plb::Box3D> rest = layer(held(id), 0), sent, wanted;
        for (plb::Overlap3D const &overlap : overlaps) {
            plb::plint from = overlap.getOriginalId(), to = overlap.getOverlapId();
            if (to == id) {
                plb::Box3D target = inBlock(id, overlap.getOverlapCoordinates());
                if (handleOf(from) < 0) sent.push_back(target);
                rest = without(rest, target);
            }
            if (from == id && handleOf(to) < 0) wanted.push_back(inBlock(id, overlap.getOriginalCoordinates()));
        }
        sent.insert(sent.end(), rest.begin(), rest.end());
        add(crossing.sent, id, sent);
        // Faces first: edges and corners are in them.
        std::sort(wanted.begin(), wanted.end(),
                  [](plb::Box3D const &a, plb::Box3D const &b) { return a.nCells() > b.nCells(); });
        std::vector<plb::Box3D> disjoint;
        for (plb::Box3D const &box : wanted) {
            std::vector<plb::Box3D> parts(1, box);
            for (plb::Box3D const &known : disjoint) parts = without(parts, known);
            disjoint.insert(disjoint.end(), parts.begin(), parts.end());
        }
        // Those across x and y need not wait for the nodes inside the block.
        std::stable_partition(disjoint.begin(), disjoint.end(),
                              [](plb::Box3D const &box) { return box.x0 == box.x1 || box.y0 == box.y1; });
        add(crossing.received, id, disjoint);
    }

    static std::vector<plb::Box3D> without(std::vector<plb::Box3D> const &boxes, plb::Box3D const &taken) {
        std::vector<plb::Box3D> outside;
        for (plb::Box3D const &box : boxes) plb::except(box, taken, outside);
        return outside;
    }

    void add(std::vector<Message> &messages, plb::plint id, std::vector<plb::Box3D> const &boxes) {
        for (plb::Box3D const &box : boxes) messages.push_back({id, handleOf(id), box, nullptr});
    }
};

// The crossing of a lattice, prepared when it is first used. Domains have numbers that are not used twice.
template <typename T, template <typename U> class Descriptor>
Crossing &crossingOf(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    static std::map<int, Crossing> known; // by the first domain of a lattice
    int first = -1;
    forEachOffloaded(lattice, [&](plb::plint, int handle, HeldPart const &) { first = first < 0 ? handle : first; });
    auto found = known.find(first); // -1: nothing crosses where no block is offloaded
    if (first < 0) {
        if (found == known.end()) found = known.emplace(first, Crossing()).first;
        found->second.isWithinDevice = lattice.getMultiBlockManagement().getLocalInfo().getBlocks().empty();
    } else if (found == known.end()) {
        found = known.emplace(first, CrossingOf<T, Descriptor>(lattice).crossing).first;
    }
    return found->second;
}

// Whether it is so in all processes; all of them call this.
inline bool inAllProcesses(bool isSo) {
    int value = isSo ? 1 : 0;
#ifdef PLB_MPI_PARALLEL
    plb::global::mpi().reduceAndBcast(value, MPI_MIN);
#endif
    return value != 0;
}

// Calls work(handle, boxes, data, bytes) for each block's messages, which follow each other.
template <typename T, template <typename U> class Descriptor, typename Work>
void forEachBlock(std::vector<Message> const &messages, Work work) {
    for (std::size_t first = 0, next; first < messages.size(); first = next) {
        std::vector<plb::Box3D> boxes;
        std::size_t bytes = 0;
        for (next = first; next < messages.size() && messages[next].handle == messages[first].handle; next++) {
            boxes.push_back(messages[next].box);
            bytes += Packing<T, Descriptor>::bytes(messages[next]);
        }
        work(messages[first].handle, boxes, messages[first].data, bytes);
    }
}

template <typename T, template <typename U> class Descriptor>
void sendAll(plb::MultiBlockLattice3D<T, Descriptor> &lattice, std::vector<Message> &messages) {
    Packing<T, Descriptor>::place(messages, [](std::size_t bytes) { return ourCoProcessor<T>().memory(bytes); });
    Packing<T, Descriptor>(lattice).gather(messages);
    forEachBlock<T, Descriptor>(messages, [](int handle, std::vector<plb::Box3D> const &boxes, char *data, std::size_t bytes) {
        ourCoProcessor<T>().send(handle, boxes, data, bytes);
    });
    ourCoProcessor<T>().freeMemory();
}

// @param messages no node is in two
template <typename T, template <typename U> class Descriptor>
void receiveAll(plb::MultiBlockLattice3D<T, Descriptor> &lattice, std::vector<Message> &messages) {
    Packing<T, Descriptor>::place(messages, [](std::size_t bytes) { return ourCoProcessor<T>().memory(bytes); });
    forEachBlock<T, Descriptor>(messages, [](int handle, std::vector<plb::Box3D> const &boxes, char *data, std::size_t bytes) {
        ourCoProcessor<T>().receive(handle, boxes, data, bytes);
    });
    Packing<T, Descriptor>(lattice).scatter(messages);
    ourCoProcessor<T>().freeMemory();
}

// The layers of all offloaded blocks at a depth.
template <typename T, template <typename U> class Descriptor>
std::vector<Message> layers(plb::MultiBlockLattice3D<T, Descriptor> &lattice, int depth) {
    std::vector<Message> messages;
    forEachOffloaded(lattice, [&](plb::plint id, int handle, HeldPart const &part) {
        for (plb::Box3D const &face : layer(part, depth)) messages.push_back({id, handle, face, nullptr});
    });
    return messages;
}
}  // namespace detail

// In place of transferToCoProcessors: sends the populations of all offloaded blocks, packed by all threads
// (packingThreads), and no others.
template <typename T, template <typename U> class Descriptor>
void blocksToCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<detail::Message> one(1);
    detail::forEachOffloaded(lattice, [&](plb::plint id, int handle, HeldPart const &part) {
        one[0].block = id, one[0].handle = handle, one[0].box = part.box;
        detail::sendAll(lattice, one);
    });
}

// In place of transferToCoProcessors: sends the outermost layer of each block only, which is all that the neighbours have
// changed. Before the first step, and after any change of the program's own inside a block, send all:
// transferToCoProcessors. For lattices with an envelope of one node.
template <typename T, template <typename U> class Descriptor>
void envelopesToCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<detail::Message> messages = detail::layers(lattice, 0);
    detail::sendAll(lattice, messages);
}

// In place of transferFromCoProcessors: receives the layer inside the envelope only, which is what neighbours read. The
// rest of the block stays on the device: before the program reads it (averages, output), receive all:
// transferFromCoProcessors.
template <typename T, template <typename U> class Descriptor>
void innerLayersFromCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<detail::Message> messages = detail::layers(lattice, 1);
    detail::receiveAll(lattice, messages);
}

// One step of a lattice with offloaded blocks, in place of its own collideAndStream. Neighbours that are both offloaded
// exchange their overlaps within the device; only those with other blocks cross, and data processors run after these have
// come back. Call transferToCoProcessors before the first step, and blocksFromCoProcessors before anything but this function
// reads or sends offloaded blocks. Periodicity and the attribution of blocks do not change afterwards.
template <typename T, template <typename U> class Descriptor>
void collideAndStream(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    detail::Crossing &crossing = detail::crossingOf(lattice);
    detail::sendAll(lattice, crossing.sent);
    if (!crossing.handles.empty()) detail::ourCoProcessor<T>().collideAndStreamAll(crossing.handles);
    lattice.externalCollideAndStream(); // of blocks on the CPU, while a GPU computes
    detail::ourCoProcessor<T>().done();
    if (crossing.exchange != 0) detail::ourCoProcessor<T>().exchange(crossing.exchange);
    detail::receiveAll(lattice, crossing.received);
    if (!detail::inAllProcesses(crossing.isWithinDevice)) lattice.executeInternalProcessors(); // and exchanges overlaps
    lattice.evaluateStatistics();
    lattice.incrementTime();
}

// Waits until the device of this process has computed the steps of tessera::collideAndStream, which may return before: for
// clocks. Transfers wait by themselves.
template <typename T, template <typename U> class Descriptor>
void finish(plb::MultiBlockLattice3D<T, Descriptor> &) {
    detail::ourCoProcessor<T>().finish();
}

// All populations of offloaded blocks, between steps by tessera::collideAndStream. Data processors complete those of planes,
// edges and corners, as Palabos has them after a step. What a device has in envelopes is undefined after a step; here they
// get the values of their neighbours again, as the next step needs them.
template <typename T, template <typename U> class Descriptor>
void blocksFromCoProcessors(plb::MultiBlockLattice3D<T, Descriptor> &lattice) {
    std::vector<detail::Message> one(1);
    detail::forEachOffloaded(lattice, [&](plb::plint id, int handle, HeldPart const &part) {
        one[0].block = id, one[0].handle = handle, one[0].box = part.box;
        detail::receiveAll(lattice, one);
        lattice.getComponent(id).executeInternalProcessors();
    });
    lattice.duplicateOverlaps(plb::modif::staticVariables);
}

}  // namespace tessera

#endif
