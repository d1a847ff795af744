package dev.tessera.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// All rules of the architecture, for the packages below one root package.
final class ArchitectureRules {
    private static final List<String> LAYOUT_WORDS = List.of(
            "slot",
            "slots",
            "tile",
            "tiles",
            "tiling",
            "stride",
            "strides",
            "buffer",
            "buffers",
            "ghost",
            "address",
            "addressing",
            "layout",
            "layouts",
            "placement");
    private static final Set<String> UNORDERED = Set.of("java.util.HashMap", "java.util.HashSet");
    private static final Set<String> RANDOM_TYPES = Set.of(
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.security.SecureRandom",
            "java.util.random.RandomGenerator");

    private final String root;

    ArchitectureRules(String root) {
        this.root = root;
    }

    List<ArchitectureRule> all() {
        return Stream.of(imports(), state(), machine(), conduct(), sameness(), words())
                .flatMap(List::stream)
                .toList();
    }

    private List<ArchitectureRule> imports() {
        return List.of(
                rule(
                        "packages import only what their row of the table names",
                        classes().should(Conditions.importOnlyThePackagesOfTheTable(root)),
                        "geometry.ImportsTheSolver",
                        "model.CycleThere"),
                rule(
                        "packages form no cycle",
                        slices().matching(root + ".(*)..").should().beFreeOfCycles(),
                        "expr.CycleBack",
                        "model.CycleThere"),
                rule(
                        "classes of different packages form no cycle",
                        classes().should(new ClassCycles()),
                        "expr.CycleBack",
                        "model.CycleThere"));
    }

    private List<ArchitectureRule> state() {
        return List.of(
                rule(
                        "static fields are final and immutable",
                        fields().that().areStatic().should(Conditions.beFinalAndHoldNothingThatChanges()),
                        "solver.CountsInAStaticField",
                        "solver.RemembersInAStaticMap"),
                rule(
                        "concrete classes are final, or sealed",
                        classes().that(areConcrete()).should().haveModifier(JavaModifier.FINAL),
                        "solver.IsOpen"));
    }

    private List<ArchitectureRule> machine() {
        return List.of(
                rule(
                        "java.lang.foreign stays in device, cluster, coupling, geometry and output.hdf5",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(in("device", "cluster", "coupling", "geometry", "output.hdf5"))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("java.lang.foreign.."),
                        "output.TouchesForeignMemory"),
                rule(
                        "the Vector API stays where kernels run",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(in("device.cpu", "emit.jvm"))
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("jdk.incubator.vector.."),
                        "solver.UsesVectors"),
                rule(
                        "only benches omit parts of kernels",
                        noClasses()
                                .that()
                                .resideOutsideOfPackages(in("kernel.gpu", "emit.gpu", "device.gpu", "suites.bench"))
                                .should()
                                .dependOnClassesThat()
                                .haveSimpleName("Ablation"),
                        "solver.LeavesPartsOut"),
                rule(
                        "the Class-File API stays in emit.jvm",
                        noClasses()
                                .that()
                                .resideOutsideOfPackage(root + ".emit.jvm..")
                                .should()
                                .dependOnClassesThat()
                                .resideInAPackage("java.lang.classfile.."),
                        "device.WritesBytecode"));
    }

    private List<ArchitectureRule> conduct() {
        return List.of(
                rule(
                        "only cli prints",
                        outside("cli")
                                .should(Conditions.notReach(
                                        "the console", describe("print", ArchitectureRules::prints))),
                        "solver.Prints"),
                rule(
                        "the clock is passed in",
                        outside("cli", "device", "suites")
                                .should(Conditions.notReach(
                                        "the clock", describe("read the time", ArchitectureRules::readsTime))),
                        "solver.ReadsTheClock"));
    }

    private List<ArchitectureRule> sameness() {
        return List.of(
                rule(
                        "nothing is random from expr to emit, and geometry uses random numbers only with a seed",
                        inDeterministicPackages()
                                .should(Conditions.notReach(
                                        "randomness", describe("use random numbers", ArchitectureRules::isUnseeded))),
                        "geometry.DrawsWithoutASeed",
                        "kernel.Draws"),
                rule(
                        "of the packages from expr to emit, only geometry uses random numbers",
                        classes()
                                .that()
                                .resideInAnyPackage(deterministic()
                                        .filter(name -> !name.contains(".geometry"))
                                        .toArray(String[]::new))
                                .should(Conditions.notReach(
                                        "generators of random numbers",
                                        describe(
                                                "use random numbers",
                                                target -> RANDOM_TYPES.contains(
                                                        target.getOwner().getFullName())))),
                        "kernel.Draws"),
                rule(
                        "no collection from expr to emit depends on hash order",
                        inDeterministicPackages()
                                .should(Conditions.notReach(
                                        "collections without order",
                                        describe("have no order", ArchitectureRules::hasNoOrder))),
                        "layout.KeepsAHashMap",
                        "layout.KeepsASetOf",
                        "layout.CollectsToASet"));
    }

    private List<ArchitectureRule> words() {
        return List.of(
                rule(
                        "model contains no words of layout",
                        classes()
                                .that()
                                .resideInAPackage(root + ".model..")
                                .should(Conditions.notMention(LAYOUT_WORDS)),
                        "model.KnowsTheTile"),
                rule(
                        "every package has a package-info",
                        classes().should(Conditions.haveADocumentedPackage()),
                        "suites.LivesInANamelessPackage"));
    }

    private static ArchitectureRule rule(String name, ArchRule rule, String... culprits) {
        return new ArchitectureRule(name, rule.as(name).allowEmptyShould(true), List.of(culprits));
    }

    private GivenClassesConjunction outside(String... packages) {
        return classes().that().resideOutsideOfPackages(in(packages));
    }

    private GivenClassesConjunction inDeterministicPackages() {
        return classes().that().resideInAnyPackage(deterministic().toArray(String[]::new));
    }

    private Stream<String> deterministic() {
        return ProjectPackage.DETERMINISTIC.stream().map(part -> root + "." + part.packageName() + "..");
    }

    private String[] in(String... packages) {
        return Stream.of(packages).map(part -> root + "." + part + "..").toArray(String[]::new);
    }

    private static DescribedPredicate<JavaClass> areConcrete() {
        return describe(
                "are concrete",
                type -> !type.isInterface()
                        && !type.isEnum()
                        && !type.isAnonymousClass()
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                        && !type.reflect().isSealed());
    }

    private static boolean prints(AccessTarget target) {
        String owner = target.getOwner().getFullName();
        return switch (owner) {
            case "java.lang.System" -> Set.of("out", "err", "console").contains(target.getName());
            case "java.lang.IO" -> true;
            default ->
                target.getName().equals("printStackTrace") && target.getOwner().isAssignableTo(Throwable.class);
        };
    }

    private static boolean readsTime(AccessTarget target) {
        String owner = target.getOwner().getFullName();
        String name = target.getName();
        return owner.equals("java.lang.System")
                        && Set.of("nanoTime", "currentTimeMillis").contains(name)
                || owner.equals("java.time.Clock") && name.startsWith("system")
                || owner.startsWith("java.time.") && name.equals("now")
                || owner.equals("java.time.InstantSource") && name.equals("system")
                || owner.equals("java.util.Date") && name.equals("<init>");
    }

    private static boolean isUnseeded(AccessTarget target) {
        String owner = target.getOwner().getFullName();
        boolean withoutSeed = target instanceof AccessTarget.ConstructorCallTarget constructor
                && constructor.getRawParameterTypes().isEmpty()
                && RANDOM_TYPES.contains(owner);
        return withoutSeed
                || owner.equals("java.util.concurrent.ThreadLocalRandom")
                || owner.equals("java.security.SecureRandom")
                || owner.equals("java.util.random.RandomGenerator")
                        && target.getName().equals("getDefault")
                || owner.equals("java.lang.Math") && target.getName().equals("random")
                || owner.equals("java.util.UUID") && target.getName().equals("randomUUID");
    }

    private static boolean hasNoOrder(AccessTarget target) {
        String owner = target.getOwner().getFullName();
        String name = target.getName();
        return switch (owner) {
            case "java.util.Map", "java.util.Set" ->
                Set.of("of", "ofEntries", "copyOf").contains(name);
            case "java.util.stream.Collectors" ->
                Set.of("toSet", "toMap", "toUnmodifiableSet", "toUnmodifiableMap", "groupingBy")
                        .contains(name);
            default -> UNORDERED.contains(owner);
        };
    }
}
