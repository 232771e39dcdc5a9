package org.gmt4j.engine.node;

import org.gmt4j.aggregation.settings.Setting;

/**
 * Settings of the just-in-time compilers of node processes, for launchers.
 *
 * @param compiler the compilers that a node process uses
 */
public record CompilerConfig(
    @Setting(key = "gmt.compiler", defaultValue = "auto",
        meaning = "Compilers of the node processes: quick uses Java's simple compiler alone, which has the cores free "
            + "for the job after a moment; full adds the optimising one, whose code is faster after some seconds; auto "
            + "is quick for applications that expect to end before that pays, and full otherwise.") Kind compiler) {

    /** Choices of compilers. */
    public enum Kind { AUTO, QUICK, FULL }
}
