package dev.tessera.device;

import dev.tessera.emit.EmitterKit;
import dev.tessera.expr.Arithmetic;
import dev.tessera.kernel.Kernel;
import dev.tessera.kernel.Kernel.Sink;
import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.NodeEvaluator;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleFunction;

/// Arguments of elementary functions at which devices could differ.
final class FunctionArguments {
    /// The value of every parameter.
    static final double PARAMETER = 1.375;

    private FunctionArguments() {}

    /// Every pair of special values, then numbers of all sizes: `[x, y][node]`.
    static double[][] scattered(Precision precision, int count) {
        List<Double> special = EmitterKit.specialValues(precision);
        Random random = new Random(11);
        boolean narrow = precision.computed() == Real.FP32;
        double[][] arguments = new double[2][count];
        for (int node = 0; node < count; node++) {
            for (int k = 0; k < 2; k++) {
                double value = (random.nextDouble() - 0.5) * Math.pow(2, random.nextInt(narrow ? -30 : -60, 22));
                arguments[k][node] = narrow ? (float) value : value;
            }
            if (node < special.size() * special.size()) {
                arguments[0][node] = special.get(node % special.size());
                arguments[1][node] = special.get(node / special.size());
            }
        }
        return arguments;
    }

    /// The fields that a kernel stores, by evaluating its expressions: `[field][node]`.
    /// @param arguments of the fields `x` and `y`
    static double[][] evaluated(Kernel kernel, Precision precision, double[][] arguments) {
        NodeEvaluator evaluator = NodeEvaluator.of(kernel);
        List<String> fields = kernel.fieldsOut();
        double[][] values = new double[fields.size()][arguments[0].length];
        for (int n = 0; n < arguments[0].length; n++) {
            int node = n;
            ToDoubleFunction<Source> input = source -> source instanceof Source.FieldIn(String field)
                    ? arguments[field.equals("x") ? 0 : 1][node]
                    : source instanceof Source.Parameter ? PARAMETER : 0;
            Map<Sink, ? extends Number> stored = switch (precision.computed()) {
                case FP64 -> evaluator.run(Arithmetic.DOUBLE, input::applyAsDouble);
                case FP32 -> evaluator.run(Arithmetic.FLOAT, source -> (float) input.applyAsDouble(source));
            };
            for (int f = 0; f < fields.size(); f++) {
                values[f][node] = Objects.requireNonNull(stored.get(new Sink.FieldOut(fields.get(f))))
                        .doubleValue();
            }
        }
        return values;
    }
}
