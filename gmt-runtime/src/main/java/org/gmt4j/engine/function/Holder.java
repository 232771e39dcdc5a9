package org.gmt4j.engine.function;

/** An owner of slots with values: a lambda with captured variables, a record with components, an object with fields. */
interface Holder {
    /**
     * Returns the name of a slot in a message, for example {@code captured variable 'edges'}. May read class files.
     * Cold.
     */
    String slotName(int slot);

    /**
     * Returns the name of the holder in a message, for example {@code the lambda at demo.Bfs.run(Bfs.java:42)}. Cold.
     */
    String describe();
}
