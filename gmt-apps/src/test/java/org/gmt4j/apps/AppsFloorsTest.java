package org.gmt4j.apps;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Applications know memory by its nouns, which know no application. Each rule has a class that breaks it on purpose.
 */
class AppsFloorsTest {
    private static final String MEMORY = "org.gmt4j.apps.memory..";
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.gmt4j.apps");
    private static final JavaClasses BROKEN = new ClassFileImporter()
        .withImportOption(new ImportOption.OnlyIncludeTests())
        .importPackages("org.gmt4j.apps").that(resideInAPackage("..broken.."));

    static Stream<Arguments> rules() {
        return Stream.of(
            Arguments.of("addresses", noClasses().that().resideOutsideOfPackage(MEMORY).should().dependOnClassesThat()
                .belongToAnyOf(UnsafeApi.class).orShould().dependOnClassesThat()
                .haveFullyQualifiedName("sun.misc.Unsafe"),
                "SearchThatKnowsAddresses"),
            Arguments.of("memory", noClasses().that().resideInAPackage(MEMORY).should().dependOnClassesThat()
                .resideInAnyPackage("org.gmt4j.apps.bfs..", "org.gmt4j.apps.graph.."), "NounThatKnowsGraphs"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldKeepFloors(final String name, final ArchRule rule, final String broken) {
        assertTrue(MAIN.contain("org.gmt4j.apps.bfs.BfsApp") && MAIN.contain("org.gmt4j.apps.memory.Bitmap"),
            "the applications are looked at");
        rule.check(MAIN);
        final String report = rule.evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains(broken), "the rule does not bite: " + report);
    }
}
