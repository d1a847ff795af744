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

/// Tests for the memory of every accelerator, on the first device of a platform. The first half of [AcceleratorKit],
/// which drivers' tests extend.
abstract class AcceleratorMemoryKit {
    @TempDir
    Path folder;

    private Accelerator gpu;

    /// The platform; `TESSERA_REQUIRE` refers to it by name.
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

    /// More than one piece, and no byte outside the range.
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

    /// Larger than every staging buffer, of odd size, on and off the heap.
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

    /// If the device has enough memory: offsets beyond 2³¹ are distinct from smaller ones.
    @Test
    void offsets_are_wider_than_an_int() {
        long bytes = (1L << 31) + 4096;
        Needs.part("memory for a buffer of 2 GiB", gpu.facts().largestBufferBytes() > bytes && memoryFor(bytes));
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
    void ranges_outside_a_buffer_are_rejected() {
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
    void too_large_allocations_give_an_error_with_a_remedy() {
        DeviceBuffer kept = gpu.allocate("kept", 1 << 20);
        assertThatThrownBy(() -> gpu.allocate("populations", 1_000_000_000_000_000L))
                .isInstanceOf(DeviceException.class)
                .hasMessageContaining("too little memory for populations")
                .hasMessageContaining("1000000000000000 bytes")
                .hasMessageContaining("1048576 bytes) held by this run")
                .hasMessageContaining("tessera plan");
        gpu.fill(kept, (byte) 1);
        gpu.synchronize();
        assertThat(gpu.allocatedBytes()).isEqualTo(1 << 20);
    }

    /// According to the driver: allocates half of the free memory, three times; other processes may use the device
    /// slightly at the same time.
    @Test
    void released_memory_is_returned_to_the_driver() {
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
