package dev.tessera.emit.jvm;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import dev.tessera.emit.jvm.KernelClass.Lanes;
import dev.tessera.emit.jvm.Step.Value;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.Real;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Writes the method `run(in, out, parameters, count)` of a kernel: uniform steps first, then the loop over vectors
/// or single nodes.
final class MethodWriter {
    private static final int IN = 1;
    private static final int OUT = 2;
    private static final int PARAMETERS = 3;
    private static final int COUNT = 4;
    private static final int NODE = 5;
    private static final ClassDesc LAYOUT = ClassDesc.of("java.lang.foreign.ValueLayout");

    private final LaneProgram program;
    private final Precision precision;
    private final Lanes lanes;
    private final ClassDesc self;
    private final CodeBuilder code;
    private final LocalSlots slots = new LocalSlots(NODE + 1);
    private final Map<Value, Boolean> madeOnce = new LinkedHashMap<>();
    private final Map<Integer, Integer> inAddress = new LinkedHashMap<>();
    private final Map<Integer, Integer> outAddress = new LinkedHashMap<>();
    private int at;

    MethodWriter(LaneProgram program, Lanes lanes, ClassDesc self, CodeBuilder code) {
        this.program = program;
        this.precision = program.precision();
        this.lanes = lanes;
        this.self = self;
        this.code = code;
    }

    void run() {
        once();
        program.loadedStreams().forEach(stream -> inAddress.put(stream, address(IN, stream)));
        program.storedStreams().forEach(stream -> outAddress.put(stream, address(OUT, stream)));
        at = slots.allocate(2);
        code.iconst_0().istore(NODE);
        loop();
        code.return_();
    }

    private CodeBuilder species() {
        return code.getstatic(self, "SPECIES", VectorCode.SPECIES);
    }

    private void once() {
        Map<Value, Integer> lastUse = LocalSlots.lastUses(program.once());
        Map<Value, Integer> later = LocalSlots.lastUses(program.body());
        for (int k = 0; k < program.once().size(); k++) {
            Step step = program.once().get(k);
            step(step);
            for (Value value : step.operandValues()) {
                boolean done = lastUse.getOrDefault(value, -1) == k && !later.containsKey(value);
                if (done && (lanes == Lanes.VECTOR || !(step instanceof Step.Broadcast))) {
                    slots.release(value, width(value));
                }
            }
        }
    }

    private int address(int array, int stream) {
        int slot = slots.allocate(2);
        code.aload(array)
                .loadConstant(stream)
                .laload()
                .loadConstant(KernelClass.ADDRESS_BITS)
                .land()
                .lstore(slot);
        return slot;
    }

    private void loop() {
        Label head = code.newLabel();
        Label done = code.newLabel();
        code.labelBinding(head).iload(NODE).iload(COUNT).if_icmpge(done);
        body();
        if (lanes == Lanes.VECTOR) {
            code.iload(NODE);
            species()
                    .invokeinterface(VectorCode.SPECIES, "length", MethodTypeDesc.of(CD_int))
                    .iadd()
                    .istore(NODE);
        } else {
            code.iinc(NODE, 1);
        }
        code.goto_(head).labelBinding(done);
    }

    private void body() {
        code.iload(NODE)
                .loadConstant(Integer.MAX_VALUE)
                .iand()
                .i2l()
                .loadConstant((long) precision.computedBytes())
                .lmul()
                .lstore(at);
        Map<Value, Integer> lastUse = LocalSlots.lastUses(program.body());
        for (int k = 0; k < program.body().size(); k++) {
            Step step = program.body().get(k);
            step(step);
            for (Value value : step.operandValues()) {
                if (lastUse.getOrDefault(value, -1) == k && !madeOnce.containsKey(value)) {
                    slots.release(value, width(value));
                }
            }
        }
    }

    private void step(Step step) {
        switch (step) {
            case Step.Parameter(Value target, int index) -> {
                code.aload(PARAMETERS).loadConstant(index).daload();
                if (precision.computed() == Real.FP32) {
                    code.d2f();
                }
                storeOnce(target);
            }
            case Step.Constant(Value target, var value) -> {
                if (precision.computed() == Real.FP64) {
                    code.loadConstant(value.toDouble());
                } else {
                    code.loadConstant(value.toFloat());
                }
                storeOnce(target);
            }
            case Step.Broadcast(Value target, Value uniform) -> {
                madeOnce.put(target, true);
                if (lanes == Lanes.SCALAR) {
                    slots.alias(target, uniform);
                } else {
                    new VectorCode(code, precision).broadcast(uniform.truth(), slots.of(uniform), self, precision);
                    store(target);
                }
            }
            case Step.Operation(Value target, var form, var operands) -> {
                int[] from = operands.stream().mapToInt(slots::of).toArray();
                if (isVector(target)) {
                    new VectorCode(code, precision).operation(form, from);
                } else {
                    new ScalarCode(code, precision).operation(form, from);
                }
                if (target.uniform()) {
                    madeOnce.put(target, true);
                }
                store(target);
            }
            case Step.Iterate iterate -> iterate(iterate);
            case Step.Load(Value target, int stream) -> {
                memory(addressOf(stream, inAddress), false, target);
                store(target);
            }
            case Step.Store(int stream, Value value) -> memory(addressOf(stream, outAddress), true, value);
        }
    }

    /// Lanes for which the comparison fails keep their states; the loop ends when it fails for all of them.
    private void iterate(Step.Iterate iterate) {
        for (int k = 0; k < iterate.states().size(); k++) {
            code.loadLocal(
                    kind(iterate.states().get(k)), slots.of(iterate.initial().get(k)));
            store(iterate.states().get(k));
        }
        int counter = slots.allocate(1);
        Label head = code.newLabel();
        Label done = code.newLabel();
        code.iconst_0().istore(counter).labelBinding(head);
        iterate.body().subList(0, iterate.stepsBefore()).forEach(this::step);
        int continues = slots.of(iterate.continues());
        if (lanes == Lanes.VECTOR) {
            code.aload(continues).invokevirtual(VectorCode.MASK, "anyTrue", MethodTypeDesc.of(CD_boolean));
        } else {
            code.iload(continues);
        }
        code.ifeq(done);
        iterate.body().subList(iterate.stepsBefore(), iterate.body().size()).forEach(this::step);
        for (int k = 0; k < iterate.states().size(); k++) {
            nextState(iterate.states().get(k), iterate.next().get(k), continues);
        }
        for (Value state : iterate.states().reversed()) {
            code.storeLocal(kind(state), slots.of(state));
        }
        code.iinc(counter, 1)
                .iload(counter)
                .loadConstant(iterate.limit())
                .if_icmplt(head)
                .labelBinding(done);
        iterate.body().forEach(step -> step.targets().forEach(value -> slots.release(value, width(value))));
        slots.release(counter, 1);
    }

    private void nextState(Value state, Value next, int continues) {
        if (lanes == Lanes.SCALAR) {
            code.loadLocal(kind(state), slots.of(next));
            return;
        }
        ClassDesc type = VectorCode.type(precision);
        code.aload(slots.of(state))
                .aload(slots.of(next))
                .aload(continues)
                .invokevirtual(type, "blend", MethodTypeDesc.of(type, VectorCode.VECTOR, VectorCode.MASK));
    }

    private static int addressOf(int stream, Map<Integer, Integer> addresses) {
        return Objects.requireNonNull(addresses.get(stream), "a stream that the program does not declare");
    }

    private void memory(int address, boolean store, Value value) {
        if (lanes == Lanes.SCALAR) {
            scalarMemory(address, store, value);
            return;
        }
        ClassDesc vector = VectorCode.type(precision);
        ClassDesc order = KernelClass.ORDER;
        if (store) {
            code.aload(slots.of(value));
        } else {
            code.getstatic(self, "SPECIES", VectorCode.SPECIES);
        }
        code.getstatic(self, "MEMORY", KernelClass.SEGMENT)
                .lload(address)
                .lload(at)
                .ladd()
                .getstatic(self, "ORDER", order);
        MethodTypeDesc type = store
                ? MethodTypeDesc.of(CD_void, KernelClass.SEGMENT, CD_long, order)
                : MethodTypeDesc.of(vector, VectorCode.SPECIES, KernelClass.SEGMENT, CD_long, order);
        if (store) {
            code.invokevirtual(vector, "intoMemorySegment", type);
        } else {
            code.invokestatic(vector, "fromMemorySegment", type);
        }
    }

    private void scalarMemory(int address, boolean store, Value value) {
        ScalarCode scalar = new ScalarCode(code, precision);
        ClassDesc layout = LAYOUT.nested(precision.computed() == Real.FP64 ? "OfDouble" : "OfFloat");
        code.getstatic(self, "MEMORY", KernelClass.SEGMENT)
                .getstatic(
                        LAYOUT,
                        precision.computed() == Real.FP64 ? "JAVA_DOUBLE_UNALIGNED" : "JAVA_FLOAT_UNALIGNED",
                        layout)
                .lload(address)
                .lload(at)
                .ladd();
        if (store) {
            code.loadLocal(scalar.kind(), slots.of(value))
                    .invokeinterface(
                            KernelClass.SEGMENT, "set", MethodTypeDesc.of(CD_void, layout, CD_long, scalar.type()));
        } else {
            code.invokeinterface(KernelClass.SEGMENT, "get", MethodTypeDesc.of(scalar.type(), layout, CD_long));
        }
    }

    private void storeOnce(Value target) {
        madeOnce.put(target, true);
        store(target);
    }

    private void store(Value target) {
        code.storeLocal(kind(target), slots.allocate(target, width(target)));
    }

    private boolean isVector(Value value) {
        return lanes == Lanes.VECTOR && !value.uniform();
    }

    private TypeKind kind(Value value) {
        if (isVector(value)) {
            return TypeKind.REFERENCE;
        }
        return value.truth() ? TypeKind.INT : precision.computed() == Real.FP64 ? TypeKind.DOUBLE : TypeKind.FLOAT;
    }

    private int width(Value value) {
        return kind(value).slotSize();
    }
}
