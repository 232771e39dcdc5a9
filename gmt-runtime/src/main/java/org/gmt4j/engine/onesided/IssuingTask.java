package org.gmt4j.engine.onesided;

/** The task that issues transfers, as far as windows ask it. Belongs to one fiber; per command. */
public interface IssuingTask {
    /**
     * True when nothing that the task has issued is on its way: a copy to memory of another node overtakes nothing of
     * its own. May be false where it could be true.
     */
    boolean isQuiet();

    /** The task has done for long what would wait elsewhere: its next wait is to let others run. */
    void giveWay();
}
