package dev.tessera.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The signals of the operating system that request a process to end. While they are handled, none of them starts the
/// JVM's shutdown, in which parts of the JDK no longer work (pictures, for one).
///
/// The JDK's only interface to signals is `sun.misc.Signal` of the module `jdk.unsupported`; it is
/// reached by reflection because javac warns of every other use of it. Where it is missing the JVM ends
/// at once, as it always does.
final class Signals {
    private static final Logger LOG = LoggerFactory.getLogger(Signals.class);
    private static final String[] NAMES = {"INT", "TERM", "HUP"};

    private Signals() {}

    /// Calls `reaction` for every signal from now on, each time on a thread of its own.
    static void handle(Runnable reaction) {
        for (String name : NAMES) {
            try {
                handle(name, reaction);
            } catch (InvocationTargetException refused) {
                LOG.debug("the handling of signal {} is unchanged: {}", name, String.valueOf(refused.getCause()));
            } catch (ReflectiveOperationException missing) {
                LOG.debug("the handling of signals is unchanged: {}", missing.toString());
                return;
            }
        }
    }

    private static void handle(String name, Runnable reaction) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object ours = Proxy.newProxyInstance(
                Signals.class.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "handle" -> {
                            reaction.run();
                            yield null;
                        }
                        case "equals" -> System.identityHashCode(proxy) == System.identityHashCode(arguments[0]);
                        case "hashCode" -> System.identityHashCode(proxy);
                        default -> "the handler of Tessera";
                    };
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    }
}
