package dev.tessera.units;

import java.util.Comparator;
import java.util.List;

/// The similarity of words, for suggestions in error messages about unknown words.
public final class Spelling {
    private Spelling() {}

    /// Single-character edits (insert, delete, replace, swap neighbours) between two words, twice each; a
    /// difference in case alone counts one.
    public static int distance(String one, String other) {
        String a = UnitCatalogue.folded(one);
        String b = UnitCatalogue.folded(other);
        int edits = edits(a, b);
        return edits == 0 ? (one.equals(other) ? 0 : 1) : 2 * edits;
    }

    /// Whether a typing error may lead from one word to the other: a third of the letters
    /// may differ, but not all.
    public static boolean isNear(String one, String other) {
        int longest = Math.max(one.length(), other.length());
        return distance(one, other) <= 2 * Math.min(longest - 1, Math.max(1, longest / 3)) || distance(one, other) == 1;
    }

    /// The same words, nearest first; equally near words keep their order.
    public static List<String> nearestFirst(String word, List<String> known) {
        return known.stream()
                .sorted(Comparator.comparingInt((String candidate) -> rank(word, candidate)))
                .toList();
    }

    private static int rank(String word, String candidate) {
        return isNear(word, candidate) ? distance(word, candidate) : Integer.MAX_VALUE;
    }

    private static int edits(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replace = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replace, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
