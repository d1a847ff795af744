package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Read by the decoder of the JDK.
final class PngTest {
    @TempDir
    private Path folder;

    @Test
    void every_pixel_comes_back() throws IOException {
        Random random = new Random(2);
        for (int[] size : new int[][] {{1, 1}, {1, 7}, {300, 1}, {401, 203}}) {
            BufferedImage image = new BufferedImage(size[0], size[1], BufferedImage.TYPE_INT_RGB);
            int[] pixels = Png.pixels(image);
            Arrays.setAll(pixels, k -> random.nextInt(1 << 24));
            Path file = folder.resolve("%d-%d.png".formatted(size[0], size[1]));
            Png.write(file, image);
            BufferedImage read = ImageIO.read(file.toFile());
            assertThat(read.getWidth()).isEqualTo(size[0]);
            assertThat(read.getHeight()).isEqualTo(size[1]);
            int[] found = read.getRGB(0, 0, size[0], size[1], null, 0, size[0]);
            assertThat(Arrays.stream(found).map(rgb -> rgb & 0xffffff))
                    .containsExactly(Arrays.stream(pixels).boxed().toArray(Integer[]::new));
        }
    }

    @Test
    void a_plain_picture_is_small() throws IOException {
        Path file = folder.resolve("plain.png");
        Png.write(file, new BufferedImage(900, 900, BufferedImage.TYPE_INT_RGB));
        assertThat(Files.size(file)).isLessThan(16_000);
    }

    @Test
    void other_types_of_images_are_refused() {
        BufferedImage grey = new BufferedImage(2, 2, BufferedImage.TYPE_BYTE_GRAY);
        assertThatThrownBy(() -> Png.write(folder.resolve("grey.png"), grey))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(folder.resolve("grey.png")).doesNotExist();
    }
}
