package co.paralleluniverse.common.util;

/** Replaces Quasar's class, which its instrumentation asks one question. Any thread. */
public final class Debug {
    private Debug() {
    }

    /** Returns false: the instrumentation is the same in tests. */
    public static boolean isUnitTest() {
        return false;
    }
}
