package org.gmt4j.bench.simulate;

/** Something that happens at one time of the model. */
public interface Event {
    /** @param nowPs picoseconds since the model began */
    void happen(long nowPs);
}
