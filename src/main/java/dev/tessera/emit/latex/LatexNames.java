package dev.tessera.emit.latex;

/// Symbols of kernels in LaTeX: `rho` is `\rho`, `f_pzm` is `f_{10\bar{1}}`, `omega-bulk` is
/// `\omega_{\mathrm{bulk}}`; other names are set upright.
final class LatexNames {
    private LatexNames() {}

    /// @param name of a symbol, a parameter or a field
    static String of(String name) {
        String letter = letter(name);
        if (!letter.isEmpty()) {
            return letter;
        }
        int letters = name.lastIndexOf('_');
        if (letters > 0 && name.substring(letters + 1).matches("[pzm]{2,3}")) {
            return population(name.substring(0, letters), name.substring(letters + 1));
        }
        String[] parts = name.split("[-_]", 2);
        String stem = stem(parts[0]);
        if (parts.length == 2 && !stem.isEmpty()) {
            String rest = parts[1];
            return stem + "_{" + (rest.length() <= 2 ? rest : upright(rest)) + "}";
        }
        return upright(name);
    }

    /// Empty: it is no letter.
    private static String letter(String name) {
        return switch (name) {
            case "rho" -> "\\rho";
            case "omega" -> "\\omega";
            case "phi" -> "\\phi";
            case "mu" -> "\\mu";
            case "ux" -> "u_x";
            case "uy" -> "u_y";
            case "uz" -> "u_z";
            default -> "";
        };
    }

    /// The letter of a word with an index; empty: the word stays.
    private static String stem(String word) {
        return switch (word) {
            case "force" -> "F";
            case "u", "velocity" -> "u";
            case "rho", "density" -> "\\rho";
            case "omega" -> "\\omega";
            case "stress" -> "\\sigma";
            default -> "";
        };
    }

    /// A direction: `10\bar{1}` of `f_pzm`.
    static String direction(String population) {
        return population
                .substring(population.lastIndexOf('_') + 1)
                .replace("p", "1")
                .replace("z", "0")
                .replace("m", "\\bar{1}");
    }

    /// @param stem `f`, or the name of a component
    private static String population(String stem, String letters) {
        String directions = direction(letters);
        return stem.equals("f") ? "f_{" + directions + "}" : "f^{%s}_{%s}".formatted(upright(stem), directions);
    }

    private static String upright(String name) {
        return "\\mathrm{" + name.replace("_", "\\_").replace("-", "\\mbox{-}") + "}";
    }
}
