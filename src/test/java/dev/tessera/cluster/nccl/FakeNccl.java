package dev.tessera.cluster.nccl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.tessera.device.Ranks;
import dev.tessera.device.gpu.LibraryQueue;
import dev.tessera.device.gpu.NativeLibrary;
import dev.tessera.testkit.SharedObject;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/// A library with the functions of NCCL whose ranks are threads of this process, and whose devices' memory is that of
/// the host. Copies are done when a group ends, and wait for their senders.
public final class FakeNccl {
    private static final String TEXT = """
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            typedef struct { char internal[128]; } ncclUniqueId;
            struct message { struct message *next; int from, to; size_t bytes; char *content; };
            struct comm { int rank, ranks, error, aborted; };
            struct op { int sends, peer; void *buffer; size_t bytes; struct comm *comm; void *stream; };

            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
            static struct message *sent;
            static int joined, refused = -1, alone;
            static char text[1 << 16];
            static __thread struct op ops[64];
            static __thread int depth, count;

            static void note(const char *what) {
                strncat(text, what, sizeof text - strlen(text) - 1);
            }

            const char *fake_log(void) { return text; }
            void fake_refuse(int rank) { refused = rank; }
            void fake_alone(void) { alone = 1; }
            void fake_error(struct comm *comm, int code) { comm->error = code; }

            const char *ncclGetErrorString(int code) { return code == 6 ? "remote process exited" : "no success"; }
            const char *ncclGetLastError(void *comm) { return comm ? "no null" : "connection lost"; }
            int ncclGetVersion(int *version) { *version = 22703; return 0; }

            int ncclGetUniqueId(ncclUniqueId *id) {
                for (int k = 0; k < 128; k++) id->internal[k] = (char) (7 * k + 1);
                return 0;
            }

            int ncclCommInitRank(struct comm **comm, int ranks, ncclUniqueId id, int rank) {
                for (int k = 0; k < 128; k++) if (id.internal[k] != (char) (7 * k + 1)) return 4;
                if (rank == refused) return 3;
                pthread_mutex_lock(&lock);
                joined++;
                pthread_cond_broadcast(&changed);
                while (joined < ranks && !alone) pthread_cond_wait(&changed, &lock);
                pthread_mutex_unlock(&lock);
                *comm = calloc(1, sizeof **comm);
                (*comm)->rank = rank;
                (*comm)->ranks = ranks;
                return 0;
            }

            int ncclGroupStart(void) { depth++; return 0; }

            static int add(struct op op) {
                if (!depth || op.peer < 0 || op.peer >= op.comm->ranks || op.peer == op.comm->rank) return 4;
                ops[count++] = op;
                return 0;
            }

            int ncclSend(void *buffer, size_t bytes, int type, int peer, struct comm *comm, void *stream) {
                return type ? 4 : add((struct op) {1, peer, buffer, bytes, comm, stream});
            }

            int ncclRecv(void *buffer, size_t bytes, int type, int peer, struct comm *comm, void *stream) {
                return type ? 4 : add((struct op) {0, peer, buffer, bytes, comm, stream});
            }

            static int receive(struct op *op) {
                for (;;) {
                    if (op->comm->aborted) return 5;
                    for (struct message **at = &sent; *at; at = &(*at)->next) {
                        struct message *found = *at;
                        if (found->from == op->peer && found->to == op->comm->rank) {
                            if (found->bytes != op->bytes) return 4;
                            memcpy(op->buffer, found->content, op->bytes);
                            *at = found->next;
                            free(found->content);
                            free(found);
                            return 0;
                        }
                    }
                    pthread_cond_wait(&changed, &lock);
                }
            }

            int ncclGroupEnd(void) {
                int status = 0;
                if (--depth) return 0;
                pthread_mutex_lock(&lock);
                for (int k = 0; k < count; k++) {
                    char line[99];
                    snprintf(line, sizeof line, "%d %s %zu %s %d on %zu\\n", ops[k].comm->rank,
                        ops[k].sends ? "sends" : "receives", ops[k].bytes, ops[k].sends ? "to" : "from", ops[k].peer,
                        (size_t) ops[k].stream);
                    note(line);
                    if (ops[k].sends) {
                        struct message *message = calloc(1, sizeof *message);
                        *message = (struct message) {0, ops[k].comm->rank, ops[k].peer, ops[k].bytes, malloc(ops[k].bytes)};
                        memcpy(message->content, ops[k].buffer, ops[k].bytes);
                        struct message **end = &sent;
                        while (*end) end = &(*end)->next;
                        *end = message;
                    }
                }
                pthread_cond_broadcast(&changed);
                for (int k = 0; k < count && !status; k++) if (!ops[k].sends) status = receive(ops + k);
                count = 0;
                pthread_mutex_unlock(&lock);
                return status;
            }

            int ncclCommGetAsyncError(struct comm *comm, int *state) { *state = comm->error; return 0; }

            int ncclCommAbort(struct comm *comm) {
                pthread_mutex_lock(&lock);
                comm->aborted = 1;
                note("aborted\\n");
                pthread_cond_broadcast(&changed);
                pthread_mutex_unlock(&lock);
                return 0;
            }

            int ncclCommDestroy(struct comm *comm) { pthread_mutex_lock(&lock); note("destroyed\\n"); pthread_mutex_unlock(&lock); return comm->aborted; }
            """;

    private final NativeLibrary library;

    /// @param folder of this test alone
    FakeNccl(Path folder) {
        Path file = SharedObject.of(TEXT, folder.resolve("libnccl_of_tests.so"), "-lpthread");
        library = NativeLibrary.find(
                        "TESSERA_NO_SUCH_VARIABLE", List.of(file.getFileName().toString()), List.of(folder))
                .orElseThrow();
    }

    NcclLibrary library() {
        return new NcclLibrary(library);
    }

    /// The copies, in order, and the ends of communicators.
    List<String> log() {
        long address =
                library.function("fake_log", FunctionDescriptor.of(JAVA_LONG)).handle();
        return MemorySegment.ofAddress(address)
                .reinterpret(1 << 16)
                .getString(0)
                .lines()
                .toList();
    }

    /// This rank fails to join.
    void refuse(int rank) {
        library.function("fake_refuse", FunctionDescriptor.of(JAVA_LONG, JAVA_INT))
                .handle(rank);
    }

    /// The communicator reports `ncclRemoteError` from now on.
    void lose(long communicator) {
        library.function("fake_error", FunctionDescriptor.of(JAVA_LONG, ADDRESS, JAVA_INT))
                .handle(MemorySegment.ofAddress(communicator), 6);
    }

    /// Joins the ranks of processes, which share nothing: they can only fail.
    /// @param folder of this process alone
    public static RankConnection joined(Ranks ranks, String host, String device, Path folder) {
        FakeNccl fake = new FakeNccl(folder);
        fake.library.function("fake_alone", FunctionDescriptor.of(JAVA_LONG)).handle();
        Queue queue = new Queue("gpu" + ranks.rank(), 1);
        return RankConnection.of(
                ranks,
                host,
                device,
                Optional.of(queue),
                () -> Optional.of(fake.library()),
                (message, from, to, waits) -> {
                    throw new AssertionError("values go by MPI");
                });
    }

    /// The queue of a device.
    record Queue(String uuid, long stream) implements LibraryQueue {
        @Override
        public void with(LongConsumer work) {
            work.accept(stream);
        }
    }
}
