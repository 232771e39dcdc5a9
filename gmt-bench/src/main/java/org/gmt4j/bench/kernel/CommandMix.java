package org.gmt4j.bench.kernel;

/** What prepared blocks are made of: adds without result, gets, or both at random. Public for JMH's generated code. */
public enum CommandMix {
    ADD, GET, MIXED
}
