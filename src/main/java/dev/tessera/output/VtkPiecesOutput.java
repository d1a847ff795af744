package dev.tessera.output;

import dev.tessera.geometry.Box;
import dev.tessera.geometry.NodeMap;
import dev.tessera.solver.Output;
import dev.tessera.solver.OutputRegion.Range;
import dev.tessera.solver.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Writes fields in pieces, each a file of layers of nodes along z (2D: along y), and a file that lists them
/// (`fluid-000001200.pvtu` with `fluid-000001200_0.vtu`, `fluid-000001200_1.vtu` …), so that readers open one piece, or
/// several at the same time. The list is written when its pieces are complete. Memory: the values of one piece.
final class VtkPiecesOutput implements Output {
    /// A single layer would be flat.
    private static final int LEAST_LAYERS = 2;

    private final Path folder;
    private final VtkPieces type;
    private final FileWriting writing;
    private final VtkCollection lists;

    /// @param name of the files without step and ending
    VtkPiecesOutput(Path folder, String name, VtkPieces type, FileWriting writing) {
        this.folder = folder;
        this.type = type;
        this.writing = writing;
        this.lists = new VtkCollection(folder, name, "p" + type.ending());
    }

    @Override
    public void write(Snapshot snapshot) throws IOException {
        NodeMap whole = snapshot.nodes();
        List<Range> places = places(whole);
        List<String> arrays = List.of();
        List<String> files = new ArrayList<>();
        for (Range place : places) {
            String file = "%s-%09d_%d.%s".formatted(lists.name(), snapshot.step(), files.size(), type.ending());
            Snapshot piece = RegionNodes.of(place, whole).of(snapshot, writing.workers());
            arrays = type.writePiece(folder.resolve(file), piece, place, whole);
            files.add(file);
        }
        byte[] list = list(snapshot, arrays, places, files).getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(folder.resolve(lists.fileOfStep(snapshot.step())), out -> out.write(list));
        lists.write(snapshot.step());
    }

    private String list(Snapshot snapshot, List<String> arrays, List<Range> places, List<String> files) {
        String element = type.listElement(snapshot.nodes());
        String name = element.split(" ", 2)[0];
        StringBuilder text = new StringBuilder("<?xml version=\"1.0\"?>\n<VTKFile type=\"")
                .append(name)
                .append("\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n")
                .append("<%s GhostLevel=\"0\">\n".formatted(element))
                .append(VtkText.time(snapshot.timeS()))
                .append("\n<PCellData>\n");
        arrays.forEach(attributes -> text.append("<PDataArray %s/>\n".formatted(attributes)));
        text.append("</PCellData>\n").append(type.pointsElement());
        for (int k = 0; k < files.size(); k++) {
            text.append("<Piece %sSource=\"%s\"/>\n".formatted(type.pieceAttributes(places.get(k)), files.get(k)));
        }
        return text.append("</%s>\n</VTKFile>\n".formatted(name)).toString();
    }

    /// The layers of each piece, with about the same share of the whole; fewer pieces than requested where there are
    /// not enough layers.
    private List<Range> places(NodeMap whole) {
        Box box = whole.box();
        int axis = box.is2d() ? 1 : 2;
        int layers = box.nodes(axis);
        int least = box.is2d() ? 1 : LEAST_LAYERS;
        long all = type.before(whole, box.size());
        List<Range> places = new ArrayList<>();
        for (int from = 0; from < layers; ) {
            int end = from + least;
            if (places.size() + 1 == writing.pieces() || end > layers - least) {
                end = layers;
            }
            long share = all * (places.size() + 1) / writing.pieces();
            while (end < layers - least && type.before(whole, end * (box.size() / layers)) < share) {
                end++;
            }
            int[] first = new int[3];
            int[] count = {box.nx(), box.ny(), box.nz()};
            first[axis] = from;
            count[axis] = end - from;
            places.add(new Range(first, count, 1));
            from = end;
        }
        return places;
    }

    @Override
    public String description() {
        return lists.fileOfEachStep();
    }

    @Override
    public Optional<String> pieces() {
        return Optional.of("%s-<step>_<piece>.%s".formatted(lists.name(), type.ending()));
    }

    @Override
    public List<String> filesOfAllSteps() {
        return List.of(lists.fileName());
    }
}
