package org.gmt4j.engine.function;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import org.gmt4j.CaptureException;
import org.gmt4j.GmtException;
import org.gmt4j.ProtocolException;
import org.gmt4j.engine.function.TestBodies.Context;
import org.gmt4j.engine.function.TestBodies.Function;
import org.gmt4j.engine.function.TestBodies.Visit;
import org.gmt4j.fibers.SuspendExecution;
import org.junit.jupiter.api.Test;

/** Nodes find out whether they mean the same by an id. */
class RegistryComparisonTest {
    @Test
    void shouldAgreeWhateverTheOrderOfRegistration() {
        final FunctionRegistry one = TestBodies.registryOf(ComparedProgram.class, LambdaTravelTest.class);
        final FunctionRegistry two =
            TestBodies.registryOf(LambdaTravelTest.class, ComparedProgram.Part.class, ComparedProgram.class);
        assertArrayEquals(one.describe(), two.describe());
        assertEquals(Optional.empty(), one.differenceTo(two.describe()));
        assertEquals(one.size(), two.size());
        for (int id = 0; id < one.size(); id++) {
            assertEquals(one.nameOf(id), two.nameOf(id));
        }
    }

    @Test
    void shouldRegisterHostOfLambda() {
        final Visit lambda = ComparedProgram.visit();
        final FunctionRegistry registry = TestBodies.registryOf(lambda.getClass());
        assertArrayEquals(TestBodies.registryOf(ComparedProgram.class).describe(), registry.describe());
    }

    @Test
    void shouldNameFirstMissingClass() {
        final FunctionRegistry more = TestBodies.registryOf(ComparedProgram.class);
        final FunctionRegistry fewer = TestBodies.registryOf(ComparedProgram.Part.class);
        assertEquals(Optional.of("class " + ComparedProgram.class.getName() + " is registered here but not there."
            + " Register the same classes on every node."), more.differenceTo(fewer.describe()));
        assertEquals(Optional.of("class " + ComparedProgram.class.getName() + " is registered there but not here."
            + " Register the same classes on every node."), fewer.differenceTo(more.describe()));
    }

    @Test
    void shouldNameFirstClassFromOtherBuild() {
        final FunctionRegistry one = TestBodies.registryOf(ComparedProgram.class);
        final FunctionRegistry other = TestBodies.registryOf(OtherBuild.reading("changed!").program());
        assertEquals(Optional.of("class " + ComparedProgram.class.getName() + " differs. Start every node from the"
            + " same build."),
            one.differenceTo(other.describe()));
    }

    @Test
    void shouldAgreeWithSameClassOfOtherLoader() throws SuspendExecution {
        final FunctionRegistry one = TestBodies.registryOf(ComparedProgram.class);
        final FunctionRegistry other = TestBodies.registryOf(OtherBuild.reading("original").program());
        assertArrayEquals(one.describe(), other.describe());
        final ValueWriter out = new ValueWriter(TestBodies.LIMIT);
        final int id = one.encode(ComparedProgram.body("text", 5), out);
        final Function<?> copy = other.decodeBody(id, Function.class,
            new ValueReader().wrap(out.toByteArray(), 0, out.length()), TestBodies.NODE_9);
        assertEquals("original text5", copy.call(new Context()));
        assertNotEquals(ComparedProgram.class.getClassLoader(), copy.getClass().getClassLoader());
    }

    @Test
    void shouldCountCapturedValuesWithoutNames() throws ReflectiveOperationException {
        final Class<?> program = OtherBuild.withoutDebugInformation().program();
        final Method method = program.getDeclaredMethod("holding", long.class, Object.class);
        method.setAccessible(true);
        final Object body = method.invoke(null, 5, Thread.currentThread());
        final CaptureException refused = assertThrows(CaptureException.class,
            () -> TestBodies.registryOf(program).encode(body, new ValueWriter(TestBodies.LIMIT)));
        assertEquals("GMT-201 captured value #2 (java.lang.Thread) of the lambda at"
            + " org.gmt4j.engine.function.ComparedProgram.holding cannot travel to another"
            + " node", refused.getMessage().substring(0, refused.getMessage().indexOf(": it")));
    }

    @Test
    void shouldRefuseLambdaOfSameNameFromOtherLoader() {
        final FunctionRegistry other = TestBodies.registryOf(OtherBuild.reading("original").program());
        assertThrows(CaptureException.class, () -> other.idOf(ComparedProgram.visit()));
    }

    @Test
    void shouldRefuseTwoClassesOfOneName() {
        final GmtException refused = assertThrows(GmtException.class,
            () -> TestBodies.builder().register(ComparedProgram.class, OtherBuild.reading("original").program()));
        assertTrue(refused.getMessage().startsWith("GMT-222 two classes named " + ComparedProgram.class.getName()),
            refused.getMessage());
    }

    @Test
    void shouldRefuseArraysAndPrimitives() {
        assertThrows(GmtException.class, () -> TestBodies.builder().register(int.class));
        assertThrows(GmtException.class, () -> TestBodies.builder().register(String[].class));
    }

    @Test
    void shouldRefuseMalformedDescription() {
        final FunctionRegistry registry = TestBodies.registryOf(ComparedProgram.class);
        final byte[] description = registry.describe();
        final byte[] otherFormat = description.clone();
        otherFormat[0]++;
        assertThrows(ProtocolException.class, () -> registry.differenceTo(otherFormat));
        final byte[] cut = Arrays.copyOf(description, description.length - 1);
        assertThrows(ProtocolException.class, () -> registry.differenceTo(cut));
    }
}
