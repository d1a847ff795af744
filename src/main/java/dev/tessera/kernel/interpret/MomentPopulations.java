package dev.tessera.kernel.interpret;

import dev.tessera.kernel.Kernel.Source;
import dev.tessera.kernel.MomentLoads;
import dev.tessera.kernel.Real;
import dev.tessera.kernel.StoredArray;

/// The incoming populations of nodes, computed from stored moments. Not thread-safe.
final class MomentPopulations {
    private final NodeProgram program;
    private final double[] registers;

    MomentPopulations(StoredArray.Moments array, Real precision) {
        this.program = ProgramBuilder.of(MomentLoads.kernel(array), precision);
        this.registers = program.registers();
    }

    /// @param target receives the node's populations from index `first` on
    void read(CurrentNode node, double[] target, int first) {
        for (NodeProgram.In in : program.ins()) {
            Source.MomentAt at = (Source.MomentAt) in.source();
            program.put(registers, in.register(), node.momentAt(at.array(), at.moment(), at.direction()));
        }
        program.run(registers);
        for (int i = 0; i < program.outs().size(); i++) {
            target[first + i] = registers[program.outs().get(i).register()];
        }
    }
}
