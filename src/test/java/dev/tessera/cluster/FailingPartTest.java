package dev.tessera.cluster;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tessera.device.Device;
import dev.tessera.device.DeviceException;
import dev.tessera.device.DeviceKit;
import dev.tessera.device.Execution;
import dev.tessera.device.StepPart;
import dev.tessera.device.interpreter.Interpreter;
import dev.tessera.geometry.NodeMap;
import dev.tessera.kernel.Precision;
import dev.tessera.kernel.StepPlan;
import dev.tessera.kernel.interpret.TestPlans;
import dev.tessera.layout.Geometries;
import dev.tessera.layout.addressing.CompactTiles;
import dev.tessera.layout.pattern.AaPattern;
import dev.tessera.model.lattice.Lattices;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A part whose device fails while others run.
final class FailingPartTest {
    /// A device whose executions fail in a part of their third step.
    private static Device failing(StepPart at) {
        Interpreter interpreter = new Interpreter();
        return (Device) proxy(Device.class, interpreter, (name, result, arguments) -> {
            if (!name.equals("prepare")) {
                return result;
            }
            AtomicInteger steps = new AtomicInteger();
            return proxy(Execution.class, result, (called, value, of) -> {
                if (called.equals("step") && of.length == 2 && of[1] == at && steps.incrementAndGet() == 3) {
                    throw new DeviceException("the device is lost");
                }
                return value;
            });
        });
    }

    private interface After {
        Object call(String name, Object result, Object[] arguments);
    }

    private static Object proxy(Class<?> type, Object target, After after) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            try {
                Object result = method.invoke(target, arguments);
                return after.call(method.getName(), result, arguments == null ? new Object[0] : arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(StepPart.class)
    void a_failing_part_ends_the_step_of_all_and_is_named(StepPart at) {
        NodeMap nodes = Geometries.random(2, 2).nodes();
        StepPlan plan = DeviceKit.lowered(
                TestPlans.bulkAndDriven(Lattices.D2Q9, new AaPattern(), new CompactTiles(), nodes, Precision.FP64));
        List<Device> devices = List.of(new Interpreter(), failing(at), new Interpreter());
        PartedDevice parts = new PartedDevice(devices, PartedDevice.Division.balanced(), ForkJoinPool.commonPool());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            try (Execution run = DeviceKit.started(parts, plan)) {
                run.step(2);
                for (int attempt = 0; attempt < 2; attempt++) {
                    assertThatThrownBy(() -> run.step(1000))
                            .isInstanceOf(DeviceException.class)
                            .hasMessage("part 2 of 3 (cpu:interpreter) failed: the device is lost");
                }
            }
        });
    }
}
