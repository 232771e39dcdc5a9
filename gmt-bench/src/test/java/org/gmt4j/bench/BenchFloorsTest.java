package org.gmt4j.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;

/** Benchmarks know memory by nouns of the applications and of the API. The rule has a class that breaks it. */
class BenchFloorsTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.gmt4j.bench");
    private static final JavaClasses BROKEN = new ClassFileImporter()
        .withImportOption(new ImportOption.OnlyIncludeTests())
        .importPackages("org.gmt4j.bench").that(resideInAPackage("..broken.."));
    private static final ArchRule NO_ADDRESSES = noClasses().should().dependOnClassesThat()
        .belongToAnyOf(UnsafeApi.class).orShould().dependOnClassesThat().haveFullyQualifiedName("sun.misc.Unsafe");

    @Test
    void shouldKnowMemoryByItsNouns() {
        assertTrue(MAIN.contain("org.gmt4j.bench.ceiling.CeilingNode"), "the benchmarks are looked at");
        NO_ADDRESSES.check(MAIN);
        final String report = NO_ADDRESSES.evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains("BenchmarkThatKnowsAddresses"), "the rule does not bite: " + report);
    }
}
