package org.gmt4j.ga;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.gmt4j.GmtCluster;
import org.gmt4j.TestClusters;
import org.gmt4j.Transferable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs need not register a class of the library, whatever of it their bodies capture and return. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GaLibraryTest {

    /** A {@link BlockingMatrix} is for threads that are no tasks and stays with them. */
    @Test
    void shouldKnowEveryValueOfTheLibrary() {
        final Set<String> known = Arrays.stream(new GaLibrary().travellingClasses()).map(Class::getName)
            .collect(Collectors.toSet());
        final List<String> missing = new ArrayList<>();
        int values = 0;
        for (final JavaClass one : new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("org.gmt4j.ga")) {
            final boolean isPublic = one.getModifiers().contains(JavaModifier.PUBLIC);
            if (isPublic && (one.isRecord() || one.isEnum()) || one.isAssignableTo(Transferable.class)) {
                values++;
                if (!known.contains(one.getName()) && !one.isEquivalentTo(BlockingMatrix.class)) {
                    missing.add(one.getName());
                }
            }
        }
        assertTrue(values > 5, "values are looked at");
        assertEquals(List.of(), missing);
    }

    @Test
    void shouldLetThemTravelWithoutRegistration() {
        try (GmtCluster cluster = TestClusters.local(2, GaLibraryTest.class)) {
            cluster.run(ctx -> {
                final GlobalMatrix a = GlobalMatrix.create(ctx, MatrixSpec.doubles(4, 4));
                final Box box = a.box();
                final List<Share> shares = ctx.call(1, node -> a.locate(box));
                assertEquals(a.locate(box), shares);
                final CallKind kind = CallKind.PUT;
                a.put(ctx, box, Tile.of(new double[16], 4, 4));
                long operations = 0;
                for (final long here : ctx.callOnAll(node -> a.callsHere().operations(kind))) {
                    operations += here;
                }
                assertEquals(2, operations);
                final LuMemory memory = ctx.call(1, node -> LuMemory.of(100, 10, node.nodeCount(), LuForm.GET_NB));
                assertEquals(LuMemory.of(100, 10, 2, LuForm.GET_NB), memory);
            });
        }
    }
}
