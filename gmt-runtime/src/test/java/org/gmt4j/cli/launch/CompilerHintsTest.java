package org.gmt4j.cli.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CompilerHintsTest {
    /** A method that was renamed would lose its hint without a word. */
    @Test
    void shouldNameMethodsThatExist() throws ClassNotFoundException {
        for (final String flag : CompilerHints.flags()) {
            if (flag.contains("::")) {
                final String method = flag.substring(flag.indexOf(',') + 1);
                final Class<?> owner = Class.forName(method.substring(0, method.indexOf("::")));
                final String name = method.substring(method.indexOf("::") + 2);
                assertTrue(Arrays.stream(owner.getDeclaredMethods()).anyMatch(m -> m.getName().equals(name)), method);
            }
        }
    }
}
