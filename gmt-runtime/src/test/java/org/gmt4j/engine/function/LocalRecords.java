package org.gmt4j.engine.function;

/** A class with a record inside of a method, which tests do not register. */
final class LocalRecords {
    private LocalRecords() {
    }

    static Object of() {
        record Point(int x) {
        }

        return new Point(1);
    }
}
