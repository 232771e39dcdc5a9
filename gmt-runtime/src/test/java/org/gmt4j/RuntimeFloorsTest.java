package org.gmt4j;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Instrumented;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.gmt4j.quasar.Body;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The floors of this module, lowest first; higher may import lower, never the reverse:
 *
 * <pre>
 * org.gmt4j (GmtCluster, GmtResult)  -  cluster  -  publish  -  node  -  helper
 *     -  org.gmt4j.armci, arrays, visitors and containers of org.gmt4j  -  task
 *     -  onesided, combining, container, signal, objects, travel
 *     -  memory, function, bootstrap, waiting, profile, hang
 *     -  words: the types of org.gmt4j that know nothing of the engine (bodies, contexts, policies, exceptions)
 * </pre>
 *
 * Each rule has a class that breaks it on purpose.
 */
class RuntimeFloorsTest {
    private static final String MEMORY = "org.gmt4j.engine.memory..";
    private static final String FUNCTION = "org.gmt4j.engine.function..";
    private static final String BOOTSTRAP = "org.gmt4j.engine.bootstrap..";
    private static final String WAITING = "org.gmt4j.engine.waiting..";
    private static final String PROFILE = "org.gmt4j.engine.profile..";
    private static final String HANG = "org.gmt4j.engine.hang..";
    private static final String SIGNAL = "org.gmt4j.engine.signal..";
    private static final String OBJECTS = "org.gmt4j.engine.objects..";
    private static final String CONTAINER = "org.gmt4j.engine.container..";
    private static final String COMBINING = "org.gmt4j.engine.combining..";
    private static final String TRAVEL = "org.gmt4j.engine.travel..";
    private static final String ONESIDED = "org.gmt4j.engine.onesided..";
    private static final String TASK = "org.gmt4j.engine.task..";
    private static final String API = "org.gmt4j";
    private static final String ARMCI = "org.gmt4j.armci..";
    private static final String[] ENGINE_AND_WIRE = {"org.gmt4j.engine..", "org.gmt4j.aggregation.."};
    private static final String HELPER = "org.gmt4j.engine.helper..";
    private static final String NODE = "org.gmt4j.engine.node..";
    private static final String PUBLISH = "org.gmt4j.engine.publish..";
    private static final String CLUSTER = "org.gmt4j.engine.cluster..";
    private static final String FIBERS = "co.paralleluniverse..";
    /** Types of the engine that may depend on each other in a circle. */
    private static final int LARGEST_KNOT = 15;
    /** Arrays, and one-sided memory, among themselves and each other. */
    private static final int LARGEST_KNOT_OF_DATA = 10;
    /** As it is today: the words around {@link TaskContext}. */
    private static final int LARGEST_KNOT_OF_ALL = 17;
    /** What tasks of a node are, without what runs them; nested classes with it. */
    private static final String TASK_DATA = ".*\\.task\\.(NodeTasks|TaskParts|Join|JoinTable|LoopTask|LoopQueue"
        + "|LoopCode|Chunk(Thief|Giver|Range)|LoadBalance|JobTable|RunningJob|TaskEndings|OutstandingTasks"
        + "|NoticeQueue|LongValues|CollectiveRounds|Round|RoundMessages|Team|TeamTable|SpawnDelivery)(\\$.*)?"
        + "|.*\\.broken\\.RoundThat.*";
    /** What runs tasks. */
    private static final String FIBERS_OF_TASKS = ".*\\.task\\.(Worker|TaskFiber|FiberPool|Deadlines|TaskWait"
        + "|UnfinishedTask|WaitingTask|Spawner|EngineOperation|EngineTask|TaskRuntime)(\\$.*)?"
        + "|.*\\.broken\\.WorkerThat.*";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("org.gmt4j.engine", "org.gmt4j.armci", "org.gmt4j")
        .that(resideInAnyPackage(API, "org.gmt4j.engine..", ARMCI));
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("org.gmt4j")
        .that(resideInAnyPackage("org.gmt4j.broken", "org.gmt4j.engine..broken..", "org.gmt4j.armci.broken"));

    private static ArchRule floor(final String name, final String... above) {
        return noClasses().that().resideInAPackage(name).should().dependOnClassesThat().resideInAnyPackage(above)
            .orShould().dependOnClassesThat().belongToAnyOf(GmtCluster.class);
    }

    /** A room below tasks, or tasks: what it may know of the API are words. */
    private static ArchRule low(final String name, final String... above) {
        return noClasses().that().resideInAPackage(name).should().dependOnClassesThat().resideInAnyPackage(above)
            .orShould().dependOnClassesThat(ROOF);
    }

    /** Nouns of programs that the one-sided core implements: one room with it. */
    private static final DescribedPredicate<JavaClass> DOORS_OF_CORE =
        new DescribedPredicate<>("doors of the one-sided core") {
        @Override
        public boolean test(final JavaClass type) {
            return Rooms.isDoorOfCore(type);
        }
    };

    private static final DescribedPredicate<JavaClass> DATA =
        new DescribedPredicate<>("arrays, visitors and one-sided memory") {
        @Override
        public boolean test(final JavaClass type) {
            return new Rooms().getIdentifierOf(type).equals(SliceIdentifier.of("data"));
        }
    };

    /** Types of the API that are above the engine: arrays, visitors, clusters, one-sided memory. */
    private static final DescribedPredicate<JavaClass> ROOF =
        new DescribedPredicate<>("types of the API that know the engine") {
        @Override
        public boolean test(final JavaClass type) {
            return (type.getPackageName().equals(API) || type.getPackageName().equals(API + ".armci"))
                && knowsEngine(type);
        }

        private boolean knowsEngine(final JavaClass type) {
            return type.getDirectDependenciesFromSelf().stream()
                .anyMatch(found -> resideInAnyPackage(ENGINE_AND_WIRE).test(found.getTargetClass()));
        }
    };

    /** No type that a program can name shows it a type of the engine, the wire or the fibers. */
    private static final ArchCondition<JavaClass> SHOW_NO_ENGINE =
        new ArchCondition<>("show no types of the engine") {
        @Override
        public void check(final JavaClass type, final ConditionEvents events) {
            if (!isVisible(type)) {
                return;
            }
            Stream.concat(type.getRawSuperclass().stream(), type.getRawInterfaces().stream())
                .forEach(shown -> refuse(type.getDescription(), shown, events));
            Stream.concat(type.getFields().stream(), Stream.concat(type.getMethods().stream(),
                type.getConstructors().stream())).filter(member -> isVisible(member.getModifiers()))
                .forEach(member -> member.getAllInvolvedRawTypes()
                    .forEach(shown -> refuse(member.getDescription(), shown, events)));
            type.getMethods().stream().filter(method -> isVisible(method.getModifiers())).forEach(method ->
                method.getExceptionTypes().forEach(shown -> refuse(method.getDescription(), shown, events)));
        }

        private boolean isVisible(final JavaClass type) {
            return isVisible(type.getModifiers()) && type.getEnclosingClass().map(this::isVisible).orElse(true);
        }

        private boolean isVisible(final Set<JavaModifier> modifiers) {
            return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC);
        }

        private void refuse(final String where, final JavaClass shown, final ConditionEvents events) {
            if (resideInAnyPackage("org.gmt4j..", FIBERS).test(shown.getBaseComponentType())
                && !resideInAnyPackage(API, "org.gmt4j.armci", "org.gmt4j.fibers", API + ".broken")
                .test(shown.getBaseComponentType())) {
                events.add(SimpleConditionEvent.violated(shown, where + " shows " + shown.getName()));
            }
        }
    };

    static Stream<Arguments> rules() {
        return Stream.of(
            Arguments.of("memory", low(MEMORY, FUNCTION, BOOTSTRAP, ONESIDED, TASK, ARMCI, HELPER, NODE),
                "MemoryThatKnowsTasks"),
            Arguments.of("function", low(FUNCTION, MEMORY, BOOTSTRAP, ONESIDED, TASK, ARMCI, HELPER, NODE),
                "FunctionThatKnowsMemory"),
            Arguments.of("bootstrap", low(BOOTSTRAP, MEMORY, FUNCTION, ONESIDED, TASK, ARMCI, HELPER, NODE),
                "BootstrapThatKnowsNodes"),
            Arguments.of("waiting", low(WAITING, MEMORY, FUNCTION, BOOTSTRAP, ONESIDED, TASK, ARMCI, HELPER,
                NODE), "WaitingThatKnowsNodes"),
            Arguments.of("profile", low(PROFILE, MEMORY, FUNCTION, BOOTSTRAP, WAITING, ONESIDED, TASK, ARMCI,
                HELPER, NODE),
                "ProfileThatKnowsTasks"),
            Arguments.of("hang", low(HANG, MEMORY, FUNCTION, BOOTSTRAP, WAITING, PROFILE, ONESIDED, TASK, ARMCI,
                HELPER, NODE),
                "HangThatKnowsTasks"),
            Arguments.of("signal", low(SIGNAL, MEMORY, FUNCTION, BOOTSTRAP, WAITING, PROFILE, OBJECTS, TRAVEL,
                ONESIDED, TASK, ARMCI, HELPER, NODE), "SignalThatKnowsTasks"),
            Arguments.of("objects", low(OBJECTS, MEMORY, FUNCTION, BOOTSTRAP, WAITING, PROFILE, HANG, SIGNAL,
                TRAVEL, ONESIDED, TASK, ARMCI, HELPER, NODE), "ObjectsThatKnowTasks"),
            Arguments.of("combining", low(COMBINING, FUNCTION, BOOTSTRAP, WAITING, PROFILE, HANG, SIGNAL, OBJECTS,
                TRAVEL, ONESIDED, TASK, ARMCI, HELPER, NODE), "CombiningThatKnowsTasks"),
            Arguments.of("container", low(CONTAINER, COMBINING, FUNCTION, BOOTSTRAP, WAITING, PROFILE, HANG, SIGNAL,
                OBJECTS, TRAVEL, ONESIDED, TASK, ARMCI, HELPER, NODE), "ContainerThatKnowsTasks"),
            Arguments.of("travel", low(TRAVEL, MEMORY, BOOTSTRAP, WAITING, PROFILE, HANG, SIGNAL, OBJECTS, ONESIDED,
                TASK, ARMCI, HELPER, NODE), "TravelThatKnowsTasks"),
            Arguments.of("one-sided core", noClasses().that().resideInAPackage(ONESIDED).should()
                .dependOnClassesThat().resideInAnyPackage(BOOTSTRAP, TRAVEL, TASK, HELPER, NODE)
                .orShould().dependOnClassesThat(ROOF.and(not(DOORS_OF_CORE))), "CoreThatKnowsTasks"),
            Arguments.of("tasks as data", noClasses().that().resideInAPackage(TASK).and().haveNameMatching(TASK_DATA)
                .should().dependOnClassesThat().haveNameMatching(FIBERS_OF_TASKS), "RoundThatKnowsWorkers"),
            Arguments.of("fibers of tasks", noClasses().that().resideInAPackage(TASK).and()
                .haveNameMatching(FIBERS_OF_TASKS).and().doNotHaveSimpleName("EngineTask").and()
                .doNotHaveSimpleName("TaskRuntime").should().dependOnClassesThat()
                .haveNameMatching(".*\\.task\\.(EngineTask|TaskRuntime)"), "WorkerThatKnowsTheDoor"),
            Arguments.of("task", low(TASK, MEMORY, BOOTSTRAP, ARMCI, HELPER, NODE), "TaskThatKnowsArrays"),
            Arguments.of("arrays", noClasses().that().resideInAnyPackage(API, API + ".broken").and()
                .areAssignableTo(Placement.class).should().dependOnClassesThat()
                .resideInAnyPackage(BOOTSTRAP, HELPER, NODE, PUBLISH), "ArrayThatKnowsHelpers"),
            Arguments.of("arrays beside verbs", noClasses().that().resideInAnyPackage(API, API + ".broken").and()
                .doNotBelongToAnyOf(GmtCluster.class).should().dependOnClassesThat(resideInAPackage(ARMCI)
                .and(not(DOORS_OF_CORE))), "ArrayThatUsesVerbs"),
            Arguments.of("verbs beside arrays", noClasses().that().resideInAPackage(ARMCI).and()
                .haveNameMatching(".*\\.(Armci|BlockingArmci|AggregatedHandle|VerbThat)\\w*")
                .should().dependOnClassesThat().areAssignableTo(GlobalArray.class), "VerbThatKnowsArrays"),
            Arguments.of("ranges", noClasses().that().resideInAnyPackage(API, ARMCI, API + ".broken")
                .should().callMethodWhere(target(nameMatching("putDirect|fetchBulk|claimPacked"))),
                "ArrayThatSendsRanges"),
            Arguments.of("armci", floor(ARMCI, BOOTSTRAP, HELPER, NODE), "SyncThatKnowsNodes"),
            Arguments.of("helper", floor(HELPER, BOOTSTRAP, ARMCI, NODE), "HelperThatKnowsNodes"),
            Arguments.of("node", floor(NODE), "NodeThatKnowsClusters"),
            Arguments.of("publish", floor(PUBLISH, MEMORY, FUNCTION, TASK, ARMCI, HELPER),
                "PublisherThatKnowsTasks"),
            Arguments.of("below clusters", noClasses().that().resideOutsideOfPackage(CLUSTER).and()
                .doNotHaveFullyQualifiedName(GmtCluster.class.getName()).and()
                .doNotHaveFullyQualifiedName(GmtResult.class.getName()).should().dependOnClassesThat()
                .resideInAPackage(CLUSTER), "NodeThatStartsClusters"),
            Arguments.of("below publish", noClasses().that().resideOutsideOfPackages(PUBLISH, CLUSTER)
                .should().dependOnClassesThat()
                .resideInAPackage(PUBLISH), "NodeThatPublishes"),
            Arguments.of("circles", slices().assignedFrom(new Rooms()).should().beFreeOfCycles(), "HangInACircle"),
            Arguments.of("fibers", noClasses().that().resideOutsideOfPackages(TASK, TRAVEL, ARMCI, FUNCTION, CLUSTER,
                API)
                .should().dependOnClassesThat(resideInAPackage(FIBERS).and(not(type(Instrumented.class)))),
                "HelperThatKnowsFibers"),
            Arguments.of("aeron", noClasses().should().dependOnClassesThat().resideInAnyPackage("io.aeron.."),
                "NodeThatKnowsAeron"),
            Arguments.of("bodies", classes().that().areInterfaces().and()
                .areAnnotatedWith(FunctionalInterface.class).and()
                .areAssignableTo(Serializable.class).should().beAnnotatedWith(Body.class), "BodyWithoutMark"),
            Arguments.of("signatures", classes().that().resideInAnyPackage(API, ARMCI, API + ".broken")
                .should(SHOW_NO_ENGINE), "WordThatShowsTheEngine"),
            Arguments.of("exit", noClasses().that().haveSimpleNameNotEndingWith("Main").should()
                .callMethod(System.class, "exit", int.class),
                "NodeThatExits"),
            Arguments.of("halt", noClasses().should().callMethod(Runtime.class, "halt", int.class),
                "NodeThatHalts"),
            Arguments.of("sleep", noClasses().should().callMethod(Thread.class, "sleep", long.class)
                .orShould().callMethod(Thread.class, "sleep", long.class, int.class), "NodeThatSleeps"),
            Arguments.of("print", noClasses().that().haveSimpleNameNotEndingWith("Main").should()
                .accessField(System.class, "out").orShould().accessField(System.class, "err"), "NodeThatPrints"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldKeepFloors(final String name, final ArchRule rule, final String broken) {
        rule.check(MAIN);
        assertTrue(BROKEN.stream().anyMatch(type -> type.getSimpleName().equals(broken)), broken + " is missing");
        final String report = rule.evaluate(BROKEN).getFailureReport().toString();
        assertFalse(!report.contains(broken), "the rule does not bite: " + report);
    }

    @Test
    void shouldTieNoLargeKnots() {
        requireSmallKnots(MAIN.that(resideInAPackage("org.gmt4j.engine..")), LARGEST_KNOT);
        requireSmallKnots(MAIN.that(DATA), LARGEST_KNOT_OF_DATA);
        requireSmallKnots(MAIN, LARGEST_KNOT_OF_ALL);
    }

    private static void requireSmallKnots(final JavaClasses types, final int limit) {
        for (final Set<String> knot : Knots.among(types)) {
            assertFalse(knot.size() > limit, knot.size() + " types depend on each other, " + limit + " may: " + knot);
        }
    }

    @Test
    void shouldSeeAKnot() {
        final String broken = "InACircle";
        assertEquals(List.of(Set.of("org.gmt4j.engine.hang.broken.Hang" + broken,
            "org.gmt4j.engine.waiting.broken.Waiting" + broken)), Knots.among(BROKEN));
    }
}
