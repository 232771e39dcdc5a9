package org.gmt4j.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.agrona.UnsafeApi;
import org.gmt4j.BulkVisitor;
import org.gmt4j.Visitor;
import org.gmt4j.WideVisitor;
import org.junit.jupiter.api.Test;

/** Benchmarks know memory by nouns of the applications and of the API. Each rule has a class that breaks it. */
class BenchFloorsTest {
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.gmt4j.bench");
    private static final JavaClasses BROKEN = new ClassFileImporter()
        .withImportOption(new ImportOption.OnlyIncludeTests())
        .importPackages("org.gmt4j.bench").that(resideInAPackage("..broken.."));
    private static final ArchRule NO_ADDRESSES = noClasses().should().dependOnClassesThat()
        .belongToAnyOf(UnsafeApi.class).orShould().dependOnClassesThat().haveFullyQualifiedName("sun.misc.Unsafe");

    /** The programs of {@code gmt bench plain}, and all that they are made of, but for the command itself. */
    private static ArchRule plainPrograms(final String room) {
        return noClasses().that().resideInAPackage(room).and().doNotHaveSimpleName("PlainBenchmark").should()
            .dependOnClassesThat().resideInAnyPackage("org.gmt4j.engine..", "org.gmt4j.aggregation..",
                "org.gmt4j.armci..", "org.gmt4j.graph.memory..", "org.gmt4j.graph.bfs..", "org.gmt4j.graph.csr..",
                "org.agrona..")
            .orShould().dependOnClassesThat().belongToAnyOf(Visitor.class, WideVisitor.class, BulkVisitor.class);
    }

    @Test
    void shouldWriteSimpleProgramsWithTheApiAlone() {
        assertTrue(MAIN.contain("org.gmt4j.bench.plain.QueueBfs"), "the programs are looked at");
        plainPrograms("org.gmt4j.bench.plain..").check(MAIN);
        final String report = plainPrograms("..broken..").evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains("SimpleProgramThatVisits"), "the rule does not bite: " + report);
    }

    @Test
    void shouldKnowMemoryByItsNouns() {
        assertTrue(MAIN.contain("org.gmt4j.bench.ceiling.CeilingNode"), "the benchmarks are looked at");
        NO_ADDRESSES.check(MAIN);
        final String report = NO_ADDRESSES.evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains("BenchmarkThatKnowsAddresses"), "the rule does not bite: " + report);
    }
}
