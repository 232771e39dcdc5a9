package org.gmt4j.engine.hang;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UserFrameTest {
    private static final String USER = "com.acme.Job";
    private static final String LIBRARY = "org.gmt4j.graph.memory.NameTable";
    private static final String RUNTIME = "org.gmt4j.engine.task.TaskFiber";

    private static List<StackTraceElement> stack(final String... classes) {
        return Arrays.stream(classes).map(name -> new StackTraceElement(name, "run", "A.java", 1)).toList();
    }

    private static String own(final String... classes) {
        final Optional<StackTraceElement> found = UserFrame.ownCallingJava(stack(classes));
        return found.map(StackTraceElement::getClassName).orElse("none");
    }

    @Test
    void whoCanBeToldToGiveWay() {
        assertEquals(USER, own("java.util.HashMap", USER, RUNTIME));
        assertEquals(USER, own(USER, LIBRARY, RUNTIME), "a program's lambda that a library calls");
        assertEquals("none", own("java.util.Arrays", LIBRARY, RUNTIME), "a pass of the graph library");
        assertEquals("none", own(LIBRARY, USER, RUNTIME), "a library that a program calls");
        assertEquals("none", own("java.lang.Thread", RUNTIME, USER));
        assertEquals("org.gmt4j.graphs.Mine", own("org.gmt4j.graphs.Mine", RUNTIME), "a program's package");
    }

    @Test
    void whoCanBeToldThatItBlocks() {
        assertEquals(LIBRARY, UserFrame.callingJava(stack("sun.misc.Unsafe", LIBRARY, USER)).orElseThrow()
            .getClassName());
        assertEquals(USER, UserFrame.of(stack("java.lang.Thread", RUNTIME, USER)).orElseThrow().getClassName());
    }
}
