package dev.tessera.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tessera.solver.OutputChoice;
import dev.tessera.solver.OutputChoice.Plot;
import dev.tessera.solver.OutputFailures;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TimePlotsTest {
    private static final int LINE = ColourMap.at(0.15) & 0xffffff;
    private static final String LOG = """
            step,time [s],residual,velocity.mean [m/s],inlet.flow_rate [m3/s],outlet.mean_pressure [Pa]
            1,1.0,,0.1,2.0E-6,0.0
            2,2.0,0.5,0.2,2.0E-6,4.0
            3,3.0,0.5,0.3,2.0E-6,1.0
            4,4.0,0.005,0.4,2.0E-6,1.0E-9
            """;

    @TempDir
    private Path folder;

    private List<String> drawn(String log, List<Plot> plots) throws IOException {
        Path file = Files.writeString(folder.resolve("log.csv"), log);
        return TimePlots.write(file, plots, "A title", folder, new OutputFailures(message -> Assertions.fail(message)))
                .stream()
                .map(written -> folder.relativize(written).toString())
                .toList();
    }

    private List<String> drawn(String log, String... plots) throws IOException {
        return drawn(log, Arrays.stream(plots).map(Plot::new).toList());
    }

    @Test
    void convergence_and_residual_are_the_default_plots() throws IOException {
        assertThat(drawn(LOG, OutputChoice.standard().plots())).containsExactly("convergence.png", "residual.png");
    }

    @Test
    void only_requested_plots_are_drawn() throws IOException {
        assertThat(drawn(LOG, "inlet.flow_rate")).containsExactly("inlet.flow_rate.png");
        assertThat(folder.toFile().list()).hasSize(2);
        assertThat(drawn(LOG, List.of())).isEmpty();
    }

    @Test
    void a_log_without_the_quantity_or_a_second_row_gives_no_plot() throws IOException {
        assertThat(drawn(LOG, "permeability", "inlet.mean_pressure")).isEmpty();
        assertThat(drawn(LOG.replace(",0.5,", ",,").replace("0.005", ""), "residual"))
                .isEmpty();
        assertThat(drawn(LOG.lines().limit(2).reduce("", (a, b) -> a + b + "\n"), "velocity.mean"))
                .isEmpty();
    }

    @Test
    void a_growing_number_is_a_line_that_rises_and_a_steady_one_a_level_line() throws IOException {
        drawn(LOG, "velocity.mean", "inlet.flow_rate");
        assertThat(rowOfLine("velocity.mean", 0.8))
                .as("high is at the top")
                .isLessThan(rowOfLine("velocity.mean", 0.5) - 50);
        assertThat(rowOfLine("inlet.flow_rate", 0.8)).isBetween(1, 519).isEqualTo(rowOfLine("inlet.flow_rate", 0.5));
    }

    @Test
    void a_vanishing_quantity_does_not_compress_the_others() throws IOException {
        drawn(LOG, "convergence");
        BufferedImage with = read("convergence");
        drawn(LOG.replace("outlet.mean_pressure", "outlet.other").replace("other [Pa]", "other"), "convergence");
        BufferedImage without = read("convergence");
        for (int y = 0; y < with.getHeight(); y++) {
            for (int x = 0; x < with.getWidth(); x++) {
                assertThat(with.getRGB(x, y)).isEqualTo(without.getRGB(x, y));
            }
        }
    }

    private BufferedImage read(String name) throws IOException {
        return ImageIO.read(folder.resolve(name + ".png").toFile());
    }

    /// The topmost pixel of the line in a column, which is given as a fraction of the width; 0 where there is none.
    private int rowOfLine(String name, double part) throws IOException {
        BufferedImage image = read(name);
        int x = (int) (part * image.getWidth());
        for (int y = 0; y < image.getHeight(); y++) {
            if ((image.getRGB(x, y) & 0xffffff) == LINE) {
                return y;
            }
        }
        return 0;
    }
}
