package dev.tessera.cluster.mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RankLinesTest {
    private static final long SECRET = 0x1234_5678_9ABC_DEF0L;
    private static final long A_WHILE_MILLIS = 300;

    private final AtomicReference<String> place = new AtomicReference<>("");

    private RankLines first() {
        return RankLines.start(0, SECRET, own -> {
            place.set(own);
            return own;
        });
    }

    private RankLines other(int rank) {
        return RankLines.start(rank, 0, own -> published());
    }

    private String published() {
        return Objects.requireNonNull(place.get());
    }

    /// The connection of a rank of this test's own.
    private Socket connection(int rank, long secret) throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), Integer.parseInt(published().split(" ", -1)[1]));
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeLong(secret);
        out.writeInt(rank);
        return socket;
    }

    private static void greeted(Socket socket) throws IOException {
        assertThat(new DataInputStream(socket.getInputStream()).readLong()).isEqualTo(SECRET);
    }

    private static void await(BooleanSupplier event) throws InterruptedException {
        while (!event.getAsBoolean()) {
            Thread.sleep(5);
        }
    }

    @Test
    void all_ranks_hear_which_one_has_ended() throws Exception {
        try (RankLines first = first();
                RankLines second = other(1)) {
            Socket third = connection(2, SECRET);
            greeted(third);
            Thread.sleep(A_WHILE_MILLIS);
            assertThat(first.lost()).isEmpty();
            assertThat(second.lost()).isEmpty();
            third.close(); // as the operating system does
            await(() -> first.lost().isPresent() && second.lost().isPresent());
            assertThat(first.lost()).hasValue(2);
            assertThat(second.lost()).hasValue(2);
            try (RankLines late = other(3)) {
                await(() -> late.lost().equals(OptionalInt.of(2)));
            }
        }
    }

    @Test
    @SuppressWarnings("try") // a line that closes early is what is tested
    void all_ranks_notice_the_end_of_the_first() throws Exception {
        try (ServerSocket server = new ServerSocket(0)) {
            place.set("%d %d 127.0.0.1".formatted(SECRET, server.getLocalPort()));
            try (RankLines second = other(1);
                    Socket accepted = server.accept()) {
                DataInputStream in = new DataInputStream(accepted.getInputStream());
                assertThat(in.readLong()).isEqualTo(SECRET);
                assertThat(in.readInt()).isEqualTo(1);
                new DataOutputStream(accepted.getOutputStream()).writeLong(SECRET);
                Thread.sleep(A_WHILE_MILLIS);
                assertThat(second.lost()).isEmpty();
                accepted.close();
                await(() -> second.lost().equals(OptionalInt.of(0)));
            }
        }
    }

    @Test
    void ranks_that_take_leave_are_not_missed() throws Exception {
        RankLines first = first();
        RankLines second = other(1);
        RankLines third = other(2);
        Thread.sleep(A_WHILE_MILLIS);
        second.close();
        Thread.sleep(A_WHILE_MILLIS);
        assertThat(first.lost()).isEmpty();
        assertThat(third.lost()).isEmpty();
        first.close();
        Thread.sleep(A_WHILE_MILLIS);
        assertThat(third.lost()).isEmpty();
        third.close();
    }

    @Test
    void strangers_are_turned_away() throws Exception {
        try (RankLines first = first();
                Socket stranger = connection(1, SECRET + 1)) {
            assertThat(stranger.getInputStream().read()).isEqualTo(-1);
            assertThat(first.lost()).isEmpty();
        }
    }
}
