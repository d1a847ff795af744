package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Chunks are taken apart here; their pictures are read by the decoder of the JDK.
final class AnimatedPngTest {
    @TempDir
    private Path folder;

    private Path picture(int number, int width) throws IOException {
        BufferedImage image = new BufferedImage(width, 60, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(number);
        Arrays.setAll(Png.pixels(image), k -> random.nextInt(1 << 24));
        Path file = folder.resolve("%03d.png".formatted(number));
        Png.write(file, image);
        return file;
    }

    private static List<PngChunk> chunks(Path file, String type) throws IOException {
        return PngChunk.of(Files.readAllBytes(file)).stream()
                .filter(chunk -> chunk.type().equals(type))
                .toList();
    }

    private static int[] pixels(BufferedImage image) {
        return image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    }

    @Test
    void every_picture_comes_back_in_its_order() throws IOException {
        List<Path> pictures = List.of(picture(1, 80), picture(2, 80), picture(3, 80));
        Path file = folder.resolve("a.apng");
        AnimatedPng.write(file, pictures, 12.5);

        assertThat(PngChunk.of(Files.readAllBytes(file)))
                .extracting(PngChunk::type)
                .containsExactly("IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND");
        assertThat(chunks(file, "acTL").getFirst().content().getInt(0)).isEqualTo(3);
        List<Integer> sequence = new ArrayList<>();
        for (PngChunk chunk : PngChunk.of(Files.readAllBytes(file))) {
            if (chunk.type().equals("fcTL") || chunk.type().equals("fdAT")) {
                sequence.add(chunk.content().getInt(0));
            }
        }
        assertThat(sequence).containsExactly(0, 1, 2, 3, 4);
        for (PngChunk control : chunks(file, "fcTL")) {
            ByteBuffer content = control.content();
            assertThat(content.remaining()).isEqualTo(26);
            assertThat(List.of(content.getInt(4), content.getInt(8), content.getInt(12), content.getInt(16)))
                    .as("width, height, place")
                    .containsExactly(80, 60, 0, 0);
            assertThat((double) content.getShort(20) / content.getShort(22)).isEqualTo(0.08);
        }
        assertThat(pixels(ImageIO.read(file.toFile())))
                .as("what a reader without animations shows")
                .containsExactly(pixels(ImageIO.read(pictures.getFirst().toFile())));
        for (int k = 1; k < 3; k++) {
            ByteBuffer data = chunks(file, "fdAT").get(k - 1).content();
            ByteArrayOutputStream alone = new ByteArrayOutputStream();
            PngChunk.writeSignature(alone);
            chunks(file, "IHDR").getFirst().writeTo(alone);
            new PngChunk("IDAT", data.slice(4, data.remaining() - 4)).writeTo(alone);
            new PngChunk("IEND", ByteBuffer.allocate(0)).writeTo(alone);
            assertThat(pixels(ImageIO.read(new ByteArrayInputStream(alone.toByteArray()))))
                    .containsExactly(pixels(ImageIO.read(pictures.get(k).toFile())));
        }
    }

    @Test
    void checksums_are_those_of_type_and_content() throws IOException {
        Path file = folder.resolve("a.apng");
        AnimatedPng.write(file, List.of(picture(1, 8), picture(2, 8)), 1);
        ByteBuffer rest = ByteBuffer.wrap(Files.readAllBytes(file)).position(8);
        while (rest.hasRemaining()) {
            int length = rest.getInt();
            CRC32 checksum = new CRC32();
            checksum.update(rest.slice(rest.position(), 4 + length));
            rest.position(rest.position() + 4 + length);
            assertThat(rest.getInt()).isEqualTo((int) checksum.getValue());
        }
    }

    @Test
    void pictures_of_another_size_are_left_out() throws IOException {
        Path file = folder.resolve("a.apng");
        AnimatedPng.write(file, List.of(picture(1, 70), picture(2, 80), picture(3, 80)), 1);
        assertThat(chunks(file, "acTL").getFirst().content().getInt(0)).isEqualTo(2);
        assertThat(chunks(file, "IHDR").getFirst().content().getInt(0)).isEqualTo(80);
    }

    @Test
    void damaged_pictures_are_named() throws IOException {
        Path good = picture(1, 80);
        Path half = picture(2, 80);
        Files.write(half, Arrays.copyOf(Files.readAllBytes(half), 900));
        Path foreign = Files.writeString(folder.resolve("foreign.png"), "no picture at all");
        Path file = folder.resolve("a.apng");
        assertThatThrownBy(() -> AnimatedPng.write(file, List.of(half, good), 1))
                .isInstanceOf(IOException.class)
                .hasMessage("002.png: this PNG file is not complete");
        assertThatThrownBy(() -> AnimatedPng.write(file, List.of(good, foreign), 1))
                .isInstanceOf(IOException.class)
                .hasMessage("foreign.png: this is no PNG file");
        assertThat(file).doesNotExist();
    }
}
