package org.gmt4j.bench.kernel;

/** The commands of prepared blocks: adds without result, gets, or both at random. Public for JMH's generated code. */
public enum CommandMix {
    ADD, GET, MIXED
}
