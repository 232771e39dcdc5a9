package org.gmt4j.engine.profile;

import java.util.Locale;

/** The stages of a command, in their order. */
public enum Stage {
    /** From the first command of a block until the block is closed. */
    ISSUE_TO_BLOCK("block filled"),
    /** From there until the block is copied into a buffer: queue, credits, time-outs of level 2. */
    BLOCK_TO_BUFFER("waits for a buffer"),
    /** From there until its execution begins: transport, nodes between, ring of the helper. */
    WIRE("wire"),
    /** All commands of the block. */
    EXECUTION("execution"),
    /** From there until its reply is applied: reply buffer, transport, ring of the thread that issued it. */
    REPLY("reply"),
    /** From there until a task that waited for the reply runs. */
    WAKE("wake of the task"),
    /** From the first command of a block until its reply is applied. */
    WHOLE("in all, without wake");

    private final String text;

    Stage(final String text) {
        this.text = text;
    }

    /** Returns the name for people. */
    public String text() {
        return text;
    }

    /** Returns the name for programs, such as {@code issueToBlock}. */
    public String key() {
        final StringBuilder key = new StringBuilder();
        for (final String word : name().toLowerCase(Locale.ROOT).split("_")) {
            key.append(key.length() == 0 ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        return key.toString();
    }
}
