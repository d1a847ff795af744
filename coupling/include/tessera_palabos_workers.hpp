// Part of tessera_palabos.hpp: threads that copy between the blocks of Palabos and messages.
#ifndef TESSERA_PALABOS_WORKERS_HPP
#define TESSERA_PALABOS_WORKERS_HPP

#include "tessera_palabos.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <thread>

namespace tessera {
namespace detail {

// Threads that wait for work: TESSERA_PALABOS_THREADS, else one for each core that this process may use, but one alone
// where Palabos has several MPI ranks, which use the cores themselves.
class Workers {
public:
    static Workers &all() {
        static Workers workers;
        return workers;
    }

    Workers(Workers const &) = delete;
    Workers &operator=(Workers const &) = delete;

    ~Workers() {
        {
            std::lock_guard<std::mutex> alone(state);
            isEnding = true;
        }
        begin.notify_all();
        for (std::thread &thread : threads) thread.join();
    }

    // The calling thread included.
    int count() const { return number; }

    // Calls work(n) for n from 0 to items - 1, on all threads; returns when all are done. The work does not throw.
    void forEach(std::size_t items, std::function<void(std::size_t)> const &work) {
        std::lock_guard<std::mutex> oneCaller(callers);
        if (items < 2 || number < 2) {
            for (std::size_t n = 0; n < items; n++) work(n);
            return;
        }
        start();
        {
            std::lock_guard<std::mutex> alone(state);
            current = &work;
            last = items;
            next = 0;
            running = static_cast<int>(threads.size());
            round++;
        }
        begin.notify_all();
        take(work, items);
        std::unique_lock<std::mutex> wait(state);
        end.wait(wait, [this] { return running == 0; });
    }

private:
    int number;
    std::vector<std::thread> threads; // from the first call on
    std::mutex callers, state;
    std::condition_variable begin, end;
    std::function<void(std::size_t)> const *current = nullptr;
    std::size_t last = 0;
    std::atomic<std::size_t> next{0};
    int running = 0;
    long round = 0;
    bool isEnding = false;

    Workers() {
        char const *given = std::getenv("TESSERA_PALABOS_THREADS");
        if (given && *given) {
            char *rest = nullptr;
            long wanted = std::strtol(given, &rest, 10);
            if (*rest || wanted < 1 || wanted > 1024)
                throw CoProcessorError(std::string("Tessera: TESSERA_PALABOS_THREADS=") + given +
                                       " is no number of threads from 1 to 1024");
            number = static_cast<int>(wanted);
        } else {
            unsigned cores = plb::global::mpi().getSize() > 1 ? 1 : std::thread::hardware_concurrency();
            number = static_cast<int>(std::max(1u, cores));
        }
    }

    void start() {
        while (static_cast<int>(threads.size()) < number - 1)
            threads.emplace_back([this, known = round]() mutable {
                std::unique_lock<std::mutex> wait(state);
                while (true) {
                    begin.wait(wait, [&] { return isEnding || round != known; });
                    if (isEnding) return;
                    known = round;
                    std::function<void(std::size_t)> const *work = current;
                    std::size_t items = last;
                    wait.unlock();
                    take(*work, items);
                    wait.lock();
                    if (--running == 0) end.notify_all();
                }
            });
    }

    void take(std::function<void(std::size_t)> const &work, std::size_t items) {
        for (std::size_t n = next++; n < items; n = next++) work(n);
    }
};

// The populations of a box of a block, as Palabos and tessera_write order them.
struct Message {
    plb::plint block; // its number
    int handle;
    plb::Box3D box; // in the block's coordinates
    char *data;     // set by Packing::place
};

// Copies between blocks and messages, by all workers; other threads do not change the blocks meanwhile.
template <typename T, template <typename U> class Descriptor>
class Packing {
public:
    explicit Packing(plb::MultiBlockLattice3D<T, Descriptor> &lattice) : lattice(lattice) {}

    static std::size_t bytes(Message const &message) { return static_cast<std::size_t>(message.box.nCells()) * CELL; }

    // Messages one after the other in memory that `memory(bytes)` returns.
    template <typename Memory>
    static void place(std::vector<Message> &messages, Memory memory) {
        std::size_t all = 0;
        for (Message const &message : messages) all += bytes(message);
        char *at = all == 0 ? nullptr : memory(all);
        for (Message &message : messages) {
            message.data = at;
            at += bytes(message);
        }
    }

    void gather(std::vector<Message> &messages) {
        forEachRow(messages, [](plb::Cell<T, Descriptor> &cell, char *at) {
            std::memcpy(at, &cell.getRawPopulations()[0], CELL);
        });
    }

    // No node is in two messages.
    void scatter(std::vector<Message> &messages) {
        forEachRow(messages, [](plb::Cell<T, Descriptor> &cell, char *at) {
            std::memcpy(&cell.getRawPopulations()[0], at, CELL);
        });
    }

private:
    static constexpr std::size_t CELL = Descriptor<T>::q * sizeof(T);
    static constexpr plb::plint CHUNK = 2048; // nodes that one thread takes at a time
    plb::MultiBlockLattice3D<T, Descriptor> &lattice;

    // Rows along z of a message.
    struct Rows {
        Message *message;
        plb::BlockLattice3D<T, Descriptor> *block;
        plb::plint first, count;
    };

    template <typename Copy>
    void forEachRow(std::vector<Message> &messages, Copy copy) {
        std::vector<Rows> chunks;
        for (Message &message : messages) {
            plb::plint rows = message.box.getNx() * message.box.getNy();
            plb::plint each = std::max<plb::plint>(1, CHUNK / message.box.getNz());
            for (plb::plint first = 0; first < rows; first += each)
                chunks.push_back({&message, &lattice.getComponent(message.block), first, std::min(each, rows - first)});
        }
        Workers::all().forEach(chunks.size(), [&](std::size_t n) {
            Rows const &rows = chunks[n];
            plb::Box3D const &box = rows.message->box;
            char *at = rows.message->data + static_cast<std::size_t>(rows.first * box.getNz()) * CELL;
            for (plb::plint row = rows.first; row < rows.first + rows.count; row++)
                for (plb::plint z = box.z0; z <= box.z1; z++, at += CELL)
                    copy(rows.block->get(box.x0 + row / box.getNy(), box.y0 + row % box.getNy(), z), at);
        });
    }
};

}  // namespace detail

// How many threads copy between the blocks of Palabos and the device.
inline int packingThreads() { return detail::Workers::all().count(); }

}  // namespace tessera

#endif
