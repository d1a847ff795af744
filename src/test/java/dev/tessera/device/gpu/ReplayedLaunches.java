package dev.tessera.device.gpu;

import dev.tessera.kernel.LaunchShape;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// Lets a driver without captures capture: launches are kept, and launched again where a sequence is repeated. Its
/// queue of exchanges is the only queue there is, so that everything runs in the order of its launches.
public final class ReplayedLaunches {
    private final GpuDriver driver;
    private final Map<Long, List<Runnable>> sequences = new LinkedHashMap<>();
    private @Nullable List<Runnable> capturing;
    private long captures;
    private long repeated;

    private ReplayedLaunches(GpuDriver driver) {
        this.driver = driver;
    }

    public static ReplayedLaunches of(GpuDriver driver) {
        return new ReplayedLaunches(driver);
    }

    /// How many sequences have been repeated.
    public long repeated() {
        return repeated;
    }

    /// The driver, with captures.
    public GpuDriver driver() {
        return driver(true);
    }

    /// The driver with the same queues, whose captures fail.
    public GpuDriver driverRefusingCaptures() {
        return driver(false);
    }

    private GpuDriver driver(boolean canCapture) {
        return (GpuDriver) Proxy.newProxyInstance(
                GpuDriver.class.getClassLoader(), new Class<?>[] {GpuDriver.class}, (self, method, given) -> {
                    Object[] arguments = given == null ? new Object[0] : given;
                    return switch (method.getName()) {
                        case "launch" -> {
                            Object[] kept = ((Object[]) arguments[2]).clone();
                            run(() -> driver.launch((GpuFunction) arguments[0], (LaunchShape) arguments[1], kept));
                            yield null;
                        }
                        case "copy" -> {
                            run(() -> driver.copy(
                                    (Long) arguments[0],
                                    (Long) arguments[1],
                                    (Long) arguments[2],
                                    (Long) arguments[3],
                                    (Long) arguments[4]));
                            yield null;
                        }
                        case "captures" -> true;
                        case "capture" -> canCapture ? capture((Runnable) arguments[0]) : OptionalLong.empty();
                        case "repeat" -> {
                            repeated++;
                            Objects.requireNonNull(sequences.get((Long) arguments[0]))
                                    .forEach(Runnable::run);
                            yield null;
                        }
                        case "releaseSequence" -> sequences.remove((Long) arguments[0]);
                        case "exchangeQueue" -> Optional.of(beside((GpuDriver) self));
                        default -> invoked(method, driver, arguments);
                    };
                });
    }

    /// The only queue there is, as one for exchanges.
    private static ExchangeQueue beside(GpuDriver driver) {
        ExchangeQueue only = new InOrderExchanges(driver);
        return (ExchangeQueue) Proxy.newProxyInstance(
                ExchangeQueue.class.getClassLoader(),
                new Class<?>[] {ExchangeQueue.class},
                (_, method, given) -> invoked(method, only, given));
    }

    private static @Nullable Object invoked(Method method, Object target, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    /// Runs work of a queue, now or whenever the sequence that is captured now is repeated.
    public void run(Runnable work) {
        if (capturing == null) {
            work.run();
        } else {
            capturing.add(work);
        }
    }

    private OptionalLong capture(Runnable launches) {
        List<Runnable> kept = new ArrayList<>();
        capturing = kept;
        try {
            launches.run();
        } finally {
            capturing = null;
        }
        sequences.put(++captures, kept);
        return OptionalLong.of(captures);
    }
}
