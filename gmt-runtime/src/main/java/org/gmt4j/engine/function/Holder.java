package org.gmt4j.engine.function;

/** Something with slots that hold values: a lambda's captured variables, a record's components, an object's fields. */
interface Holder {
    /** How a message calls a slot, for example {@code captured variable 'edges'}; may read class files. Cold. */
    String slotName(int slot);

    /** How a message calls the holder itself, for example {@code the lambda at demo.Bfs.run(Bfs.java:42)}. Cold. */
    String describe();
}
