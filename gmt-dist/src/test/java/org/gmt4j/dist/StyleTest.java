package org.gmt4j.dist;

import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Style of all modules' sources. A class of its own, so that both JVMs of tests have a part. */
class StyleTest {
    @Test
    void shouldKeepTheRules() throws IOException, CheckstyleException {
        Style.check("main");
    }
}
