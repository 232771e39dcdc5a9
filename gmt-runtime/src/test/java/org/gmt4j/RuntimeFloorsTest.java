package org.gmt4j;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import co.paralleluniverse.fibers.Instrumented;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.Serializable;
import java.util.stream.Stream;
import org.gmt4j.quasar.Body;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The floors of this module, lowest first; higher may import lower, never the reverse:
 *
 * <pre>
 * org.gmt4j (GmtCluster)  -  publish  -  node  -  helper  -  armci.sync  -  array  -  armci  -  task
 *     -  memory, function, bootstrap, power, waiting, profile, hang
 * </pre>
 *
 * Each rule has a class that breaks it on purpose.
 */
class RuntimeFloorsTest {
    private static final String MEMORY = "org.gmt4j.runtime.memory..";
    private static final String FUNCTION = "org.gmt4j.runtime.function..";
    private static final String BOOTSTRAP = "org.gmt4j.runtime.bootstrap..";
    private static final String WAITING = "org.gmt4j.runtime.waiting..";
    private static final String POWER = "org.gmt4j.runtime.power..";
    private static final String PROFILE = "org.gmt4j.runtime.profile..";
    private static final String HANG = "org.gmt4j.runtime.hang..";
    private static final String TASK = "org.gmt4j.runtime.task..";
    private static final String ARRAY = "org.gmt4j.runtime.array..";
    private static final String ARMCI = "org.gmt4j.runtime.armci..";
    /** One-sided transfers: beneath arrays. */
    private static final String ONE_SIDED = "org.gmt4j.runtime.armci";
    private static final String SYNC = "org.gmt4j.runtime.armci.sync..";
    private static final String HELPER = "org.gmt4j.runtime.helper..";
    private static final String NODE = "org.gmt4j.runtime.node..";
    private static final String PUBLISH = "org.gmt4j.runtime.publish..";
    private static final String FIBERS = "co.paralleluniverse..";
    private static final JavaClasses MAIN = new ClassFileImporter().withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
        .importPackages("org.gmt4j.runtime");
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages("org.gmt4j.runtime")
        .that(resideInAPackage("..broken.."));

    private static ArchRule floor(final String name, final String... above) {
        return noClasses().that().resideInAPackage(name).should().dependOnClassesThat().resideInAnyPackage(above)
            .orShould().dependOnClassesThat().belongToAnyOf(GmtCluster.class);
    }

    static Stream<Arguments> rules() {
        return Stream.of(
            Arguments.of("memory", floor(MEMORY, FUNCTION, BOOTSTRAP, TASK, ARRAY, ARMCI, HELPER, NODE),
                "MemoryThatKnowsTasks"),
            Arguments.of("function", floor(FUNCTION, MEMORY, BOOTSTRAP, TASK, ARRAY, ARMCI, HELPER, NODE),
                "FunctionThatKnowsMemory"),
            Arguments.of("bootstrap", floor(BOOTSTRAP, MEMORY, FUNCTION, TASK, ARRAY, ARMCI, HELPER, NODE),
                "BootstrapThatKnowsNodes"),
            Arguments.of("waiting", floor(WAITING, MEMORY, FUNCTION, BOOTSTRAP, POWER, TASK, ARRAY, ARMCI, HELPER,
                NODE), "WaitingThatKnowsNodes"),
            Arguments.of("power", floor(POWER, MEMORY, FUNCTION, BOOTSTRAP, TASK, ARRAY, ARMCI, HELPER, NODE),
                "PowerThatKnowsTasks"),
            Arguments.of("profile", floor(PROFILE, MEMORY, FUNCTION, BOOTSTRAP, POWER, WAITING, TASK, ARRAY, ARMCI,
                HELPER, NODE),
                "ProfileThatKnowsTasks"),
            Arguments.of("hang", floor(HANG, MEMORY, FUNCTION, BOOTSTRAP, POWER, WAITING, PROFILE, TASK, ARRAY, ARMCI,
                HELPER, NODE),
                "HangThatKnowsTasks"),
            Arguments.of("task", floor(TASK, MEMORY, BOOTSTRAP, ARRAY, ARMCI, HELPER, NODE), "TaskThatKnowsArrays"),
            Arguments.of("array", floor(ARRAY, BOOTSTRAP, SYNC, HELPER, NODE), "ArrayThatKnowsHelpers"),
            Arguments.of("one-sided", noClasses().that().resideInAnyPackage(ONE_SIDED, ONE_SIDED + ".broken")
                .should().dependOnClassesThat().resideInAnyPackage(ARRAY, SYNC), "TransferThatKnowsArrays"),
            Arguments.of("ranges", noClasses().that().resideInAPackage(ARRAY)
                .should().callMethodWhere(target(nameMatching("putDirect|fetchBulk|claimPacked"))),
                "ArrayThatSendsRanges"),
            Arguments.of("armci", floor(ARMCI, BOOTSTRAP, HELPER, NODE), "SyncThatKnowsNodes"),
            Arguments.of("helper", floor(HELPER, BOOTSTRAP, ARRAY, ARMCI, NODE), "HelperThatKnowsNodes"),
            Arguments.of("node", floor(NODE), "NodeThatKnowsClusters"),
            Arguments.of("publish", floor(PUBLISH, MEMORY, FUNCTION, TASK, ARRAY, ARMCI, HELPER),
                "PublisherThatKnowsTasks"),
            Arguments.of("below publish", noClasses().that().resideOutsideOfPackage(PUBLISH)
                .should().dependOnClassesThat()
                .resideInAPackage(PUBLISH), "NodeThatPublishes"),
            Arguments.of("fibers", noClasses().that().resideOutsideOfPackages(TASK, ARRAY, ARMCI, FUNCTION, "org.gmt4j")
                .should().dependOnClassesThat(resideInAPackage(FIBERS).and(not(type(Instrumented.class)))), "HelperThatKnowsFibers"),
            Arguments.of("aeron", noClasses().should().dependOnClassesThat().resideInAnyPackage("io.aeron.."), "NodeThatKnowsAeron"),
            Arguments.of("bodies", classes().that().areInterfaces().and().areAnnotatedWith(FunctionalInterface.class).and()
                .areAssignableTo(Serializable.class).should().beAnnotatedWith(Body.class), "BodyWithoutMark"),
            Arguments.of("exit", noClasses().that().haveSimpleNameNotEndingWith("Main").should().callMethod(System.class, "exit", int.class),
                "NodeThatExits"),
            Arguments.of("halt", noClasses().should().callMethod(Runtime.class, "halt", int.class),
                "NodeThatHalts"),
            Arguments.of("sleep", noClasses().should().callMethod(Thread.class, "sleep", long.class)
                .orShould().callMethod(Thread.class, "sleep", long.class, int.class), "NodeThatSleeps"),
            Arguments.of("print", noClasses().should().accessField(System.class, "out")
                .orShould().accessField(System.class, "err"), "NodeThatPrints"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldKeepFloors(final String name, final ArchRule rule, final String broken) {
        rule.check(MAIN);
        assertTrue(BROKEN.stream().anyMatch(type -> type.getSimpleName().equals(broken)), broken + " is missing");
        final String report = rule.evaluate(BROKEN).getFailureReport().toString();
        assertFalse(!report.contains(broken), "the rule does not bite: " + report);
    }
}
