package dev.tessera.cluster.mpi;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A TCP connection from every other rank to the first, on which nothing is sent while all is well. The operating
/// system closes it when a process ends, by whatever signal, and not while the process is only slow or stopped by a
/// debugger. The first rank passes on which rank has ended. Where a computer is switched off or cut from the network,
/// the systems notice it themselves ([#SILENCE_S]).
final class RankLines implements AutoCloseable {
    /// About the time after which a computer that answers nothing is given up.
    static final int SILENCE_S = 60;

    private static final Logger LOG = LoggerFactory.getLogger(RankLines.class);
    private static final int NONE = -1;
    private static final int MOST_WAITING = 4096; // ranks that connect at the same time; systems allow fewer
    private static final int PROBES = 6;
    private static final int CONNECT_MILLIS = 3_000;
    private static final int GREETING_MILLIS = 5_000;
    private static final int ROUNDS = 3; // over all addresses of the first rank

    private final AtomicInteger lost = new AtomicInteger(NONE);
    private final Map<Integer, Line> lines = new ConcurrentHashMap<>(); // by rank: of the first to all others
    private final @Nullable ServerSocket server; // of the first rank
    private volatile boolean isClosed;

    private RankLines(@Nullable ServerSocket server) {
        this.server = server;
    }

    /// Where the first rank waits for the others.
    ///
    /// @param secret that both ends of a line know
    /// @param addresses of its computer, the most promising first
    private record Place(long secret, int port, List<String> addresses) {
        String text() {
            return "%d %d %s".formatted(secret, port, String.join(" ", addresses));
        }

        static Place of(String text) {
            List<String> words = List.of(text.split(" ", -1));
            return new Place(
                    Long.parseLong(words.get(0)), Integer.parseInt(words.get(1)), words.subList(2, words.size()));
        }
    }

    /// Text of the first rank for all others.
    interface Published {
        /// Collective.
        /// @param own empty on other ranks
        /// @return that of the first rank
        String first(String own);
    }

    /// Collective; lines to the first rank are made in the background.
    /// @param secret a number that no stranger can guess; used on the first rank
    /// @param published gives the text of the first rank to all
    static RankLines start(int rank, long secret, Published published) {
        if (rank > 0) {
            String text = published.first("");
            RankLines lines = new RankLines(null);
            if (!text.isEmpty()) {
                background("tessera-rank-line", () -> lines.follow(rank, Place.of(text)));
            }
            return lines;
        }
        ServerSocket server = null;
        String text = "";
        try {
            server = new ServerSocket(0, MOST_WAITING);
            text = new Place(secret, server.getLocalPort(), addresses()).text();
        } catch (IOException refused) {
            LOG.warn("ranks of other computers cannot be watched: {}", refused.getMessage());
        }
        published.first(text);
        RankLines lines = new RankLines(server);
        ServerSocket open = server;
        if (open != null) {
            background("tessera-rank-lines", () -> lines.accept(open, secret));
        }
        return lines;
    }

    private static void background(String name, Runnable work) {
        Thread.ofVirtual().name(name).start(work);
    }

    /// Those of this computer; its own loop last.
    private static List<String> addresses() throws IOException {
        List<String> found = new ArrayList<>();
        List<String> loops = new ArrayList<>();
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : each.inetAddresses().toList()) {
                if (address.isLoopbackAddress()) {
                    loops.add(address.getHostAddress());
                } else if (!address.isLinkLocalAddress()) {
                    found.add(address.getHostAddress());
                }
            }
        }
        found.addAll(loops);
        return found;
    }

    /// The rank that has ended, if any.
    OptionalInt lost() {
        int rank = lost.get();
        return rank == NONE ? OptionalInt.empty() : OptionalInt.of(rank);
    }

    /// One end of a connection.
    private record Line(Socket socket, DataInputStream in, DataOutputStream out) {
        static Line of(Socket socket) throws IOException {
            socket.setTcpNoDelay(true);
            if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
                socket.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, SILENCE_S / 2);
                socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, SILENCE_S / 2 / PROBES);
                socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PROBES);
            }
            return new Line(
                    socket,
                    new DataInputStream(socket.getInputStream()),
                    new DataOutputStream(socket.getOutputStream()));
        }

        /// @param rank that has ended; [#NONE]: this rank takes its leave
        void tell(int rank) {
            try {
                out.writeInt(rank);
            } catch (IOException ended) {
                LOG.debug("a rank cannot be told", ended);
            }
        }
    }

    private void accept(ServerSocket open, long secret) {
        while (!isClosed) {
            try {
                Socket socket = open.accept();
                background("tessera-rank-line", () -> serve(socket, secret));
            } catch (IOException closed) {
                LOG.debug("no more ranks are accepted", closed);
                return;
            }
        }
    }

    /// On the first rank: greets another one, then waits for its end. Strangers do not know the secret.
    private void serve(Socket socket, long secret) {
        int rank = NONE;
        try {
            Line line = Line.of(socket);
            socket.setSoTimeout(GREETING_MILLIS);
            boolean isOfJob = line.in().readLong() == secret;
            if (!isOfJob) {
                close(socket);
                return;
            }
            rank = line.in().readInt();
            line.out().writeLong(secret);
            lines.put(rank, line); // others write to it from now on
            lost().ifPresent(line::tell);
            socket.setSoTimeout(0);
            line.in().readInt(); // says that it ends as it should
            lines.remove(rank);
            close(socket);
        } catch (IOException ended) {
            lines.remove(rank);
            note(rank);
        }
    }

    /// On the first rank: another one has ended.
    private void note(int rank) {
        if (!isClosed && rank != NONE && lost.compareAndSet(NONE, rank)) {
            lines.values().forEach(line -> line.tell(rank));
        }
    }

    /// On another rank: connects to the first, then waits for what it says, or for its end.
    private void follow(int rank, Place place) {
        Line line = connected(rank, place);
        if (line == null) {
            if (!isClosed) {
                LOG.warn(
                        "rank {} cannot connect to the first rank (port {} of {}), and will not notice if a rank of another"
                                + " computer is lost; the launcher has to end the job then. Allow TCP connections between"
                                + " the computers.",
                        rank,
                        place.port(),
                        String.join(", ", place.addresses()));
            }
            return;
        }
        try {
            int said = line.in().readInt();
            lost.set(said);
        } catch (IOException ended) {
            if (!isClosed) {
                lost.set(0);
            }
        }
        close(line.socket());
    }

    private @Nullable Line connected(int rank, Place place) {
        for (int round = 0; round < ROUNDS && !isClosed; round++) {
            for (String address : place.addresses()) {
                Line line = connected(rank, address, place);
                if (line != null) {
                    return line;
                }
            }
        }
        return null;
    }

    private @Nullable Line connected(int rank, String address, Place place) {
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address, place.port()), CONNECT_MILLIS);
            Line line = Line.of(socket);
            socket.setSoTimeout(GREETING_MILLIS);
            line.out().writeLong(place.secret());
            line.out().writeInt(rank);
            if (line.in().readLong() == place.secret()) { // not another job's, on an address that each computer has
                socket.setSoTimeout(0);
                lines.put(0, line);
                if (isClosed) {
                    line.tell(NONE);
                }
                return line;
            }
            close(socket);
        } catch (IOException unreachable) {
            LOG.debug("the first rank is not at {}", address, unreachable);
            close(socket);
        }
        return null;
    }

    private static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            LOG.debug("a connection was closed", closed);
        }
    }

    /// Takes leave of the other ranks, which do not miss this one from now on.
    @Override
    public void close() {
        isClosed = true;
        lines.values().forEach(line -> line.tell(NONE));
        lines.values().forEach(line -> close(line.socket()));
        if (server != null) {
            close(server);
        }
    }
}
