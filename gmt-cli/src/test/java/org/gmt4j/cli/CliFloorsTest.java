package org.gmt4j.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The command line stands above the library, which does not know of it. Each rule has a class that breaks it on
 * purpose.
 */
class CliFloorsTest {
    private static final String CLI = "org.gmt4j.cli..";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(location -> !location.contains("/test-classes/") && !location
            .contains("-tests.jar")).importPackages("org.gmt4j");
    private static final JavaClasses BROKEN = new ClassFileImporter()
        .withImportOption(new ImportOption.OnlyIncludeTests())
        .importPackages("org.gmt4j").that(resideInAPackage("..broken.."));

    static Stream<Arguments> rules() {
        return Stream.of(
            Arguments.of("library", noClasses().that().resideOutsideOfPackage(CLI).should().dependOnClassesThat()
                .resideInAnyPackage(CLI, "picocli..", "com.fasterxml..", "ch.qos.."), "NodeThatKnowsCommands"),
            Arguments.of("exit", noClasses().that().resideInAPackage(CLI).and()
                .haveSimpleNameNotEndingWith("Main").should()
                .callMethod(System.class, "exit", int.class), "CommandThatExits"),
            Arguments.of("sleep", noClasses().that().resideInAPackage(CLI).should().callMethod(Thread.class, "sleep",
                long.class)
                .orShould().callMethod(Thread.class, "sleep", long.class, int.class), "CommandThatSleeps"),
            Arguments.of("aeron", noClasses().that().resideInAPackage(CLI).should().dependOnClassesThat()
                .resideInAnyPackage("io.aeron.."), "CommandThatKnowsAeron"),
            Arguments.of("fibers", noClasses().that().resideInAPackage(CLI).should().dependOnClassesThat()
                .resideInAnyPackage("co.paralleluniverse.fibers", "co.paralleluniverse.strands.."),
                    "CommandThatKnowsFibers"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldKeepFloors(final String name, final ArchRule rule, final String broken) {
        assertTrue(MAIN.contain("org.gmt4j.GmtCluster") && MAIN.contain("org.gmt4j.aggregation.queue.Aggregator"),
            "the library is looked at");
        rule.check(MAIN);
        assertTrue(BROKEN.stream().map(JavaClass::getSimpleName).anyMatch(broken::equals), broken + " is missing");
        final String report = rule.evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains(broken), "the rule does not bite: " + report);
    }
}
