package dev.tessera.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Conditions that ArchUnit does not have.
final class Conditions {
    private Conditions() {}

    static ArchCondition<JavaClass> importOnlyThePackagesOfTheTable(String root) {
        return condition("import only the packages that the table allows", (origin, complain) -> {
            Optional<ProjectPackage> here = ProjectPackage.of(root, origin.getPackageName());
            if (here.isEmpty()) {
                return;
            }
            for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                String target =
                        dependency.getTargetClass().getBaseComponentType().getPackageName();
                Optional<ProjectPackage> there = ProjectPackage.of(root, target);
                if (there.isPresent() && !here.get().mayImport(there.get())) {
                    complain.accept(dependency.getDescription());
                }
            }
        });
    }

    static ArchCondition<JavaField> beFinalAndHoldNothingThatChanges() {
        List<String> changing = List.of(
                "java.util.concurrent.atomic.",
                "java.util.concurrent.Concurrent",
                "java.lang.ThreadLocal",
                "java.util.HashMap",
                "java.util.LinkedHashMap",
                "java.util.TreeMap",
                "java.util.ArrayList",
                "java.util.ArrayDeque");
        return new ArchCondition<>("be final and immutable") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                boolean isFinal = field.getModifiers().contains(JavaModifier.FINAL);
                String type = field.getRawType().getFullName();
                if (!isFinal || changing.stream().anyMatch(type::startsWith)) {
                    events.add(SimpleConditionEvent.violated(field, field.getDescription() + " is global state"));
                }
            }
        };
    }

    /// @param words forbidden as words in names of types, methods, fields, record components
    static ArchCondition<JavaClass> notMention(List<String> words) {
        return condition("not mention " + words, (type, complain) -> {
            Stream<String> members = type.getMembers().stream().map(JavaMember::getName);
            Stream.concat(Stream.of(type.getSimpleName()), members)
                    .filter(name -> Arrays.stream(name.split("(?<=[a-z0-9])(?=[A-Z])|_"))
                            .map(word -> word.toLowerCase(Locale.ROOT))
                            .anyMatch(words::contains))
                    .forEach(name -> complain.accept("%s has the name %s".formatted(type.getFullName(), name)));
        });
    }

    static ArchCondition<JavaClass> haveADocumentedPackage() {
        return condition("have a package-info with @NullMarked", (type, complain) -> {
            boolean documented = type.getPackage()
                    .tryGetPackageInfo()
                    .filter(info -> info.isAnnotatedWith("org.jspecify.annotations.NullMarked"))
                    .isPresent();
            if (!documented) {
                complain.accept("%s is in a package without package-info".formatted(type.getFullName()));
            }
        });
    }

    /// Reports every access (call, constructor, field) whose target matches the predicate.
    static ArchCondition<JavaClass> notReach(String what, DescribedPredicate<AccessTarget> forbidden) {
        return condition("not reach " + what, (type, complain) -> {
            Stream<JavaAccess<?>> references = Stream.concat(
                    type.getMethodReferencesFromSelf().stream(), type.getConstructorReferencesFromSelf().stream());
            Stream.concat(type.getAccessesFromSelf().stream(), references)
                    .filter(access -> forbidden.test(access.getTarget()))
                    .forEach(access -> complain.accept(access.getDescription()));
        });
    }

    private static ArchCondition<JavaClass> condition(
            String description, BiConsumer<JavaClass, Consumer<String>> check) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                check.accept(type, message -> events.add(SimpleConditionEvent.violated(type, message)));
            }
        };
    }
}
