package org.gmt4j.bench.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.gmt4j.cli.CliException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class PngPictureTest {
    @TempDir
    private Path folder;

    /** A program that draws, for Java platforms that cannot. */
    public static final class Drawing {
        private Drawing() {
        }

        /** Ends with 0 for a picture, with 7 and the message for none. */
        public static void main(final String[] arguments) {
            try {
                PngPicture.of(new LineChart("t", Axis.linear("x"), Axis.linear("y"))
                    .line("a", new double[] {1, 2}, new double[] {1, 2}).svg());
            } catch (final CliException e) {
                System.out.println(e.getMessage());
                System.exit(7);
            }
        }
    }

    private String refusal(final List<String> flags, final List<String> environment) throws Exception {
        final List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-Xmx128m"));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Drawing.class.getName()));
        final Path words = folder.resolve("words.txt");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(words.toFile());
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        for (int i = 0; i < environment.size(); i += 2) {
            builder.environment().put(environment.get(i), environment.get(i + 1));
        }
        final Process process = builder.start();
        try {
            assertTrue(process.waitFor(100, TimeUnit.SECONDS), "it hangs");
        } finally {
            process.destroyForcibly();
        }
        final String said = new String(Files.readAllBytes(words), StandardCharsets.UTF_8);
        assertEquals(7, process.exitValue(), said);
        return said;
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldSayThatThePlatformHasNoDesktop() throws Exception {
        final String said = refusal(List.of("--limit-modules", "java.base,java.xml,java.logging,jdk.unsupported"),
            List.of());
        assertTrue(said.startsWith("GMT-624 ") && said.contains("Install"), said);
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldSayThatThereIsNoFont() throws Exception {
        final Path fonts = Files.writeString(folder.resolve("fonts.conf"),
            "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">"
            + "<fontconfig><dir>" + folder.resolve("none") + "</dir></fontconfig>");
        assumeTrue(System.getProperty("os.name").equals("Linux") && !Files.isDirectory(Path.of(System.getProperty(
            "java.home"), "lib", "fonts")), "fonts come from elsewhere");
        final String said = refusal(List.of("-Duser.home=" + folder), List.of("FONTCONFIG_FILE", fonts.toString()));
        assertTrue(said.startsWith("GMT-624 "), said);
    }
}
