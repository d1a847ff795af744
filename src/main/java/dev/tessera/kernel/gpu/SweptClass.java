package dev.tessera.kernel.gpu;

import java.util.ArrayList;
import java.util.List;

/// A class whose nodes are stored one by one among those of the bulk, such as a side across x. The sweep of the bulk
/// updates them, each by the thread of its position (docs/decisions/0090). Table [#table] gives for each 32 positions
/// one bit per node of the class, and the number of its nodes before them.
///
/// @param number of the class in the plan
/// @param kernel of the class over a list of nodes, which the sweep calls as a function of one node
/// @param isDivided whether some of its nodes are in the list of the bulk's edge instead ([GpuPlan#edge]), whose kernel
///       calls the function, too; then table [#INNER] has one bit per position that a sweep updates
public record SweptClass(int number, GpuKernel kernel, boolean isDivided) {
    /// The name of the table of inner nodes.
    public static final String INNER = "inner";

    private static final List<String> OF_LISTS = List.of("count", "first", "list");
    private static final List<String> OF_CLASS = List.of("fields_in", "stride_in", "fields_out", "stride_out");

    /// The function that updates one node.
    public String function() {
        return kernel.function() + "_node";
    }

    /// The name of its table.
    public String table() {
        return table(number);
    }

    static String table(int number) {
        return "places_of_" + number;
    }

    /// The parameters of the function, after the node's index and its number in the class.
    public List<Argument> parameters() {
        return kernel.arguments().stream()
                .filter(argument -> !OF_LISTS.contains(argument.name()))
                .toList();
    }

    /// The argument of the sweep that a parameter of the function gets: the same one, or one of the class alone.
    public Argument argument(Argument parameter) {
        int uniform = kernel.uniform().names().indexOf(parameter.name());
        if (uniform >= 0) {
            return parameter.renamed("uniform_%d_of_%d".formatted(uniform, number));
        }
        return OF_CLASS.contains(parameter.name()) ? parameter.renamed(inSweep(parameter.name())) : parameter;
    }

    /// The name of an argument of a class in the sweep.
    public String inSweep(String name) {
        return name + "_of_" + number;
    }

    /// Whether a kernel of the bulk has to leave out nodes of the edge.
    public boolean readsInner(GpuKernel.Nodes nodes) {
        return isDivided && nodes == GpuKernel.Nodes.SWEEP;
    }

    /// Adds the arguments that a sweep needs for the class, except its uniform values.
    void addTo(List<Argument> all, GpuKernel.Nodes nodes) {
        all.add(Argument.table(table(), Argument.Type.PAIR));
        if (readsInner(nodes)) {
            addTo(all, Argument.table(INNER, Argument.Type.BITS));
        }
        for (Argument parameter : parameters()) {
            if (!kernel.uniform().names().contains(parameter.name())) {
                addTo(all, argument(parameter));
            }
        }
    }

    private static void addTo(List<Argument> all, Argument further) {
        for (int k = 0; k < all.size(); k++) {
            if (all.get(k).name().equals(further.name())) {
                if (further.isWritten()) {
                    all.set(k, further); // one of both writes it
                }
                return;
            }
        }
        all.add(further);
    }

    /// The arguments of its uniform values, in the order of [Uniform#names].
    List<Argument> uniform() {
        List<Argument> uniform = new ArrayList<>();
        kernel.uniform().names().forEach(name -> uniform.add(argument(Argument.value(name, Argument.Type.REAL))));
        return uniform;
    }
}
