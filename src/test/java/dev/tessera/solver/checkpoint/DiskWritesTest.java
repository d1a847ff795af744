package dev.tessera.solver.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A checkpoint goes to the disk while it is written.
final class DiskWritesTest {
    private static final long PART = 128L << 20;

    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    @Test
    void large_parts_begin_early_and_one_at_a_time() throws Exception {
        DiskWrites disk = new DiskWrites(disk(false));
        disk.wrote(PART - 1);
        assertThat(calls).isEmpty();
        disk.wrote(1);
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        disk.wrote(PART);
        mayEnd.countDown();
        disk.complete();
        assertThat(calls).containsExactly("force content", "force all");
    }

    /// The operating system reports a failed write once: to the force that came first.
    @Test
    void a_disk_that_fails_early_fails_the_file() throws Exception {
        DiskWrites disk = new DiskWrites(disk(true));
        disk.wrote(PART);
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        mayEnd.countDown();
        assertThatThrownBy(disk::complete).isInstanceOf(IOException.class).hasMessage("no space left on device");
    }

    @Test
    void a_small_file_is_forced_once() throws Exception {
        DiskWrites disk = new DiskWrites(disk(false));
        disk.wrote(1000);
        disk.complete();
        assertThat(calls).containsExactly("force all");
    }

    /// Records what it is asked to force.
    private DiskWrites.Disk disk(boolean fails) {
        return metadata -> {
            calls.add(metadata ? "force all" : "force content");
            if (!metadata) {
                begun.countDown();
                try {
                    assertThat(mayEnd.await(1, TimeUnit.MINUTES)).isTrue();
                } catch (InterruptedException impatient) {
                    throw new IOException(impatient);
                }
                if (fails) {
                    throw new IOException("no space left on device");
                }
            }
        };
    }
}
