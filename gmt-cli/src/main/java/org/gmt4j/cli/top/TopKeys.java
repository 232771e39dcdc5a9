package org.gmt4j.cli.top;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Waits, and listens for the key q meanwhile where there is a terminal. Lines are not waited for if {@code stty} can be
 * asked so, and long ones are cut instead of wrapped; the old modes are restored at the end and when the process is
 * interrupted. Owned by one thread.
 */
class TopKeys implements AutoCloseable {
    private static final File TERMINAL = new File("/dev/tty");
    private static final String CUT_LONG_LINES = "\u001b[?7l";
    private static final String WRAP_LONG_LINES = "\u001b[?7h";
    private static final long STEP_MS = 50;
    private static final int QUIT = 'q';

    private InputStream input;
    private String settings = "";
    private Thread hook;

    /** Listens to nothing. */
    static TopKeys none() {
        return new TopKeys();
    }

    /** Listens to the terminal, if there is one. */
    static TopKeys ofTerminal() {
        final TopKeys keys = new TopKeys();
        try {
            keys.input = new FileInputStream(TERMINAL);
            say(CUT_LONG_LINES);
            keys.settings = stty("-g");
            if (!keys.settings.isEmpty()) {
                stty("-icanon", "-echo", "min", "0", "time", "0");
            }
            keys.hook = new Thread(keys::restore, "gmt-top-terminal");
            Runtime.getRuntime().addShutdownHook(keys.hook);
        } catch (final IOException e) {
            keys.input = null;          // no terminal
        }
        return keys;
    }

    private static String stty(final String... arguments) {
        final String[] command = new String[arguments.length + 1];
        command[0] = "stty";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            final Process process = new ProcessBuilder(command).redirectInput(Redirect.from(TERMINAL))
                .redirectError(Redirect.DISCARD).start();
            final String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip();
            return process.waitFor() == 0 ? answer : "";
        } catch (final IOException e) {
            return "";
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private void restore() {
        if (!settings.isEmpty()) {
            stty(settings);
        }
        say(WRAP_LONG_LINES);
    }

    private static void say(final String escape) {
        try (FileOutputStream terminal = new FileOutputStream(TERMINAL)) {
            terminal.write(escape.getBytes(StandardCharsets.US_ASCII));
        } catch (final IOException e) {
            return;                     // no terminal: nothing to set
        }
    }

    /** @return was q pressed within this time? */
    boolean quitsWithin(final long ms) throws InterruptedException {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.sleep(input == null ? leftNs
                : Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(STEP_MS)));
            if (input != null && isQuit()) {
                return true;
            }
        }
        return false;
    }

    private boolean isQuit() {
        try {
            while (input.available() > 0) {
                final int key = input.read();
                if (key == QUIT || key == Character.toUpperCase(QUIT)) {
                    return true;
                }
            }
        } catch (final IOException e) {
            input = null;
        }
        return false;
    }

    @Override
    public void close() {
        if (hook != null) {
            restore();
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (final IllegalStateException e) {
                return;                 // the process ends, and the hook restores
            }
        }
    }
}
