package dev.tessera.solver.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
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
        DiskWrites disk = new DiskWrites(new Disk(false));
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
        DiskWrites disk = new DiskWrites(new Disk(true));
        disk.wrote(PART);
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        mayEnd.countDown();
        assertThatThrownBy(disk::complete).isInstanceOf(IOException.class).hasMessage("no space left on device");
    }

    @Test
    void a_small_file_is_forced_once() throws Exception {
        DiskWrites disk = new DiskWrites(new Disk(false));
        disk.wrote(1000);
        disk.complete();
        assertThat(calls).containsExactly("force all");
    }

    /// Records what it is asked to force.
    private final class Disk extends FileChannel {
        private final boolean fails;

        Disk(boolean fails) {
            this.fails = fails;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            calls.add(metaData ? "force all" : "force content");
            if (!metaData) {
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
        }

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            return 0;
        }

        @Override
        public FileChannel position(long to) {
            return this;
        }

        @Override
        public long size() {
            return 0;
        }

        @Override
        public FileChannel truncate(long size) {
            return this;
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseChannel() {}
    }
}
