package org.gmt4j.ga;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** The library stands on the API alone: no engine, no transport, no addresses. */
class GaFloorsTest {
    private static final ArchRule RULE = noClasses().that().resideInAPackage("org.gmt4j.ga..").should()
        .dependOnClassesThat().resideInAnyPackage("org.gmt4j.engine..", "org.gmt4j.aggregation..", "io.aeron..")
        .orShould().dependOnClassesThat().belongToAnyOf(UnsafeApi.class);

    @Test
    void shouldUseNoPrivateDoor() {
        final JavaClasses library = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.gmt4j.ga");
        assertTrue(library.contain("org.gmt4j.ga.GlobalMatrix"), "the library is looked at");
        RULE.check(library);
    }

    /** A test that starts nodes with settings of the engine breaks the rule. */
    @Test
    void shouldFindWhoUsesOne() {
        final JavaClasses tests = new ClassFileImporter().withImportOption(new ImportOption.OnlyIncludeTests())
            .importPackages("org.gmt4j.ga");
        assertTrue(RULE.evaluate(tests).getFailureReport().toString().contains("RandomPatchesTest"),
            "the rule does not bite");
    }
}
