package dev.tessera.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Finds cyclic dependencies of classes of different packages. Within a package cycles are common: a sealed interface
/// and its records. Nested classes count as their top-level class.
final class ClassCycles extends ArchCondition<JavaClass> {
    private final Map<String, Set<String>> uses = new LinkedHashMap<>();
    private final Map<String, Set<String>> cycleOf = new LinkedHashMap<>();
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final Map<String, Integer> lowest = new LinkedHashMap<>();
    private final Deque<String> open = new ArrayDeque<>();

    ClassCycles() {
        super("not depend on each other across packages");
    }

    @Override
    public void init(Collection<JavaClass> all) {
        uses.clear();
        cycleOf.clear();
        numbers.clear();
        lowest.clear();
        for (JavaClass type : all) {
            uses.computeIfAbsent(topLevel(type), name -> new LinkedHashSet<>());
        }
        for (JavaClass type : all) {
            for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                String target = topLevel(dependency.getTargetClass());
                if (uses.containsKey(target)) {
                    uses.get(topLevel(type)).add(target);
                }
            }
        }
        List.copyOf(uses.keySet()).forEach(this::visit);
    }

    /// R. Tarjan, SIAM J. Comput. 1, 146 (1972).
    /// @return the lowest number of an open class reachable from this one
    private int visit(String type) {
        if (numbers.containsKey(type)) {
            return cycleOf.containsKey(type) ? Integer.MAX_VALUE : numbers.get(type);
        }
        int number = numbers.size();
        numbers.put(type, number);
        open.push(type);
        int low = number;
        for (String used : uses.get(type)) {
            low = Math.min(low, visit(used));
        }
        lowest.put(type, low);
        if (low == number) {
            Set<String> cycle = new TreeSet<>();
            String member;
            do {
                member = open.pop();
                cycle.add(member);
                lowest.put(member, Integer.MAX_VALUE);
            } while (!member.equals(type));
            cycle.forEach(each -> cycleOf.put(each, cycle));
        }
        return lowest.get(type);
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        Set<String> cycle = cycleOf.getOrDefault(topLevel(type), Set.of());
        long packages = cycle.stream().map(ClassCycles::packageOf).distinct().count();
        if (packages > 1 && type.getFullName().equals(topLevel(type))) {
            events.add(SimpleConditionEvent.violated(
                    type, "%s is in a cycle of classes: %s".formatted(type.getFullName(), cycle)));
        }
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }

    private static String topLevel(JavaClass type) {
        String name = type.getBaseComponentType().getFullName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
