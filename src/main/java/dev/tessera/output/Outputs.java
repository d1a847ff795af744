package dev.tessera.output;

import dev.tessera.solver.Case;
import dev.tessera.solver.Output;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The outputs that a case requests.
public final class Outputs {
    private Outputs() {}

    /// @param folder existing folder of the files
    public static List<Output> of(Case theCase, Path folder) {
        List<Output> outputs = new ArrayList<>();
        var choice = theCase.output();
        for (var format : choice.formats()) {
            if (!choice.fields().isEmpty()) {
                outputs.add(
                        switch (format) {
                            case VTK_IMAGE -> new VtkImageOutput(folder, choice.fields());
                            case VTK_FLUID -> new VtkFluidOutput(folder, choice.fields());
                        });
            }
        }
        for (var picture : choice.pictures()) {
            outputs.add(new PictureOutput(folder, picture, theCase.title()));
        }
        return outputs;
    }
}
