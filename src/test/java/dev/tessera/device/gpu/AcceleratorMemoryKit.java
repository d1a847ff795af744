package dev.tessera.device.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tessera.device.DeviceException;
import dev.tessera.testkit.Needs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What every accelerator has to do with memory, tried on the first device of a platform. The first half of
/// [AcceleratorKit], which drivers' tests extend.
abstract class AcceleratorMemoryKit {
    @TempDir
    Path folder;

    private Accelerator gpu;

    /// The platform; its name is what `TESSERA_REQUIRE` calls it.
    abstract GpuPlatform platform();

    final Accelerator gpu() {
        return gpu;
    }

    @BeforeEach
    void open() {
        List<GpuPlatform.Offer> offers = platform().list().offers();
        Needs.part(platform().name(), !offers.isEmpty());
        gpu = offers.getFirst().open(new BinaryCache(folder));
    }

    @AfterEach
    void close() {
        if (gpu != null) {
            gpu.close();
        }
    }

    @Test
    void bytes_are_filled_and_copied_where_they_should() {
        DeviceBuffer a = gpu.allocate("a", 1000);
        DeviceBuffer b = gpu.allocate("b", 1000);
        gpu.fill(a, (byte) 1);
        gpu.fill(b, (byte) 2);
        gpu.fill(a, 100, 50, (byte) 3);
        gpu.copy(a, 90, b, 500, 30);
        byte[] result = new byte[1000];
        gpu.download(b, 0, MemorySegment.ofArray(result));
        for (int i = 0; i < result.length; i++) {
            assertThat(result[i]).isEqualTo((byte) (i < 500 || i >= 530 ? 2 : i < 510 ? 1 : 3));
        }
    }

    /// More than is written in one piece, and not one byte beside it.
    @Test
    void many_bytes_are_filled() {
        int bytes = (5 << 20) + 13;
        DeviceBuffer buffer = gpu.allocate("filled", bytes + 8L);
        gpu.fill(buffer, (byte) 1);
        gpu.fill(buffer, 3, bytes, (byte) 2);
        byte[] back = new byte[bytes + 8];
        gpu.download(buffer, 0, MemorySegment.ofArray(back));
        byte[] expected = new byte[bytes + 8];
        Arrays.fill(expected, (byte) 1);
        Arrays.fill(expected, 3, 3 + bytes, (byte) 2);
        assertThat(back).isEqualTo(expected);
    }

    /// Larger than every staging buffer, with an end that is no multiple of anything, from the heap
    /// and from outside it.
    @Test
    void large_transfers_are_whole() {
        int bytes = (80 << 20) + 13;
        byte[] content = new byte[bytes];
        new Random(3).nextBytes(content);
        DeviceBuffer buffer = gpu.allocate("large", bytes + 8L);
        byte[] back = new byte[bytes];
        gpu.upload(buffer, 8, MemorySegment.ofArray(content));
        gpu.download(buffer, 8, MemorySegment.ofArray(back));
        assertThat(back).isEqualTo(content);
        try (Arena arena = Arena.ofConfined()) {
            gpu.fill(buffer, (byte) 0);
            MemorySegment outside = arena.allocate(bytes);
            outside.copyFrom(MemorySegment.ofArray(content));
            gpu.upload(buffer, 3, outside);
            outside.fill((byte) 0);
            gpu.download(buffer, 3, outside);
            assertThat(outside.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(content);
        }
    }

    /// Where the device has room: bytes beyond 2³¹ are other bytes than those before.
    @Test
    void offsets_are_wider_than_an_int() {
        long bytes = (1L << 31) + 4096;
        Needs.part("room for a buffer of 2 GiB", gpu.facts().largestBufferBytes() > bytes && memoryFor(bytes));
        DeviceBuffer buffer = gpu.allocate("wide", bytes);
        gpu.fill(buffer, 0, 4096, (byte) 1);
        gpu.fill(buffer, 1L << 31, 4096, (byte) 2);
        gpu.copy(buffer, 1L << 31, buffer, 4096, 16);
        byte[] low = new byte[16];
        byte[] middle = new byte[16];
        gpu.download(buffer, 0, MemorySegment.ofArray(low));
        gpu.download(buffer, 4096, MemorySegment.ofArray(middle));
        assertThat(low).containsOnly(1);
        assertThat(middle).containsOnly(2);
    }

    private boolean memoryFor(long bytes) {
        return gpu.freeBytes().orElse(gpu.facts().memoryBytes() / 4) > bytes;
    }

    @Test
    void ranges_outside_a_buffer_are_refused() {
        DeviceBuffer buffer = gpu.allocate("populations", 100);
        assertThatThrownBy(() -> gpu.fill(buffer, 90, 11, (byte) 0))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("11 bytes from 90 on")
                .hasMessageContaining("populations of 100 bytes");
        assertThatThrownBy(() -> gpu.upload(buffer, Long.MAX_VALUE, MemorySegment.ofArray(new byte[8])))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> gpu.download(buffer, -1, MemorySegment.ofArray(new byte[8])))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> gpu.copy(buffer, 0, buffer, 10, 20)).hasMessageContaining("overlap");
    }

    @Test
    void more_memory_than_there_is_gets_a_sentence_with_a_way_out() {
        DeviceBuffer kept = gpu.allocate("kept", 1 << 20);
        assertThatThrownBy(() -> gpu.allocate("populations", 1_000_000_000_000_000L))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("no room for populations")
                .hasMessageContaining("1000000000000000 bytes")
                .hasMessageContaining("1048576 bytes) held by this run")
                .hasMessageContaining("tessera plan");
        gpu.fill(kept, (byte) 1);
        gpu.synchronize();
        assertThat(gpu.allocatedBytes()).isEqualTo(1 << 20);
    }

    /// As the driver sees it: half of what is free, three times over; others may use the device meanwhile, a little.
    @Test
    void the_driver_gets_back_what_was_released() {
        Needs.part("query for free device memory", gpu.freeBytes().isPresent());
        long free = gpu.freeBytes().orElseThrow();
        for (int i = 0; i < 3; i++) {
            try (DeviceBuffer buffer = gpu.allocate("half", free / 2)) {
                assertThat(gpu.freeBytes().orElseThrow()).isLessThan(free - buffer.bytes() + (64 << 20));
            }
        }
        assertThat(gpu.freeBytes().orElseThrow()).isGreaterThan(free - (64 << 20));
    }

    final DeviceBuffer uploaded(String what, MemorySegment content) {
        DeviceBuffer buffer = gpu.allocate(what, content.byteSize());
        gpu.upload(buffer, 0, content);
        return buffer;
    }
}
