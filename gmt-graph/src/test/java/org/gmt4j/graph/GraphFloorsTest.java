package org.gmt4j.graph;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rooms of the library: memory is known by its nouns, which know no graph; sources and serial graphs know nothing
 * of nodes; nobody uses a private door of the runtime. Each rule has a class that breaks it on purpose.
 */
class GraphFloorsTest {
    private static final String ROOT = "org.gmt4j.graph";
    private static final String MEMORY = ROOT + ".memory..";
    private static final String[] DISTRIBUTED = {"org.gmt4j", "org.gmt4j.armci..", MEMORY, ROOT + ".csr..",
        ROOT + ".values..", ROOT + ".bfs..", ROOT + ".names..", ROOT + ".components..", ROOT + ".ranks..",
        ROOT + ".paths..", ROOT + ".mail..", ROOT + ".levels..", ROOT + ".strong..", ROOT + ".walks..",
        ROOT + ".triangles..", ROOT + ".cores..", ROOT + ".communities..", ROOT + ".independent.."};
    private static final String[] PLAIN = {ROOT + ".table..",
        ROOT + ".source..", ROOT + ".file..", ROOT + ".real..", ROOT + ".serial.."};
    private static final JavaClasses MAIN = new ClassFileImporter()
        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages(ROOT);
    private static final JavaClasses BROKEN = new ClassFileImporter()
        .withImportOption(new ImportOption.OnlyIncludeTests())
        .importPackages(ROOT).that(resideInAPackage("..broken.."));

    static Stream<Arguments> rules() {
        return Stream.of(
            Arguments.of("addresses", noClasses().that().resideOutsideOfPackage(MEMORY).should().dependOnClassesThat()
                .belongToAnyOf(UnsafeApi.class).orShould().dependOnClassesThat()
                .haveFullyQualifiedName("sun.misc.Unsafe"),
                "SearchThatKnowsAddresses"),
            Arguments.of("memory", noClasses().that().resideInAPackage(MEMORY).should().dependOnClassesThat()
                .resideInAnyPackage(ROOT, ROOT + ".source..", ROOT + ".file..", ROOT + ".real..", ROOT + ".serial..",
                    ROOT + ".csr..", ROOT + ".values..", ROOT + ".bfs..", ROOT + ".names..",
                    ROOT + ".components..", ROOT + ".ranks..", ROOT + ".paths..", ROOT + ".mail..",
                    ROOT + ".levels..", ROOT + ".strong..", ROOT + ".walks.."),
                "NounThatKnowsGraphs"),
            Arguments.of("plain", noClasses().that().resideInAnyPackage(PLAIN).should().dependOnClassesThat()
                .resideInAnyPackage(DISTRIBUTED), "SourceThatKnowsNodes"),
            Arguments.of("engine", noClasses().should().dependOnClassesThat()
                .resideInAnyPackage("org.gmt4j.engine..", "org.gmt4j.aggregation..", "io.aeron.."),
                "SearchThatKnowsTheEngine"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void shouldKeepFloors(final String name, final ArchRule rule, final String broken) {
        assertTrue(MAIN.contain(ROOT + ".bfs.HybridBfs") && MAIN.contain(ROOT + ".memory.Bitmap"),
            "the library is looked at");
        rule.check(MAIN);
        final String report = rule.evaluate(BROKEN).getFailureReport().toString();
        assertTrue(report.contains(broken), "the rule does not bite: " + report);
    }

    /** Programs meet the library, the API, and Java. */
    @Test
    void shouldSayNothingOfItsRoomsInPublic() throws ClassNotFoundException {
        final List<String> foreign = new ArrayList<>();
        for (final JavaClass type : MAIN) {
            if (type.getPackageName().equals(ROOT) && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                foreign(Class.forName(type.getName()), foreign);
            }
        }
        assertEquals(List.of(), foreign);
    }

    private static void foreign(final Class<?> type, final List<String> foreign) {
        for (final Method method : type.getDeclaredMethods()) {
            if (!method.isSynthetic() && (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0) {
                Stream.concat(Stream.of(method.getReturnType()), Stream.concat(Stream.of(method.getParameterTypes()),
                    Stream.of(method.getExceptionTypes()))).map(GraphFloorsTest::packageOf)
                    .filter(name -> !name.startsWith("java.") && !List.of(ROOT, "org.gmt4j", "org.gmt4j.fibers")
                        .contains(name)).forEach(name -> foreign.add(method + ": " + name));
            }
        }
    }

    private static String packageOf(final Class<?> type) {
        final Class<?> element = type.isArray() ? type.getComponentType() : type;
        return element.isPrimitive() ? "java." : element.getPackageName() + (element.getName().startsWith("java.") ? "."
            : "");
    }

    @Test
    void shouldHaveRoomsWithoutCircles() {
        SlicesRuleDefinition.slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(MAIN);
    }
}
