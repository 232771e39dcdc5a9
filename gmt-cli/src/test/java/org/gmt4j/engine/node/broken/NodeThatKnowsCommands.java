package org.gmt4j.engine.node.broken;

/** Breaks a floor on purpose: shows that its rule bites. */
final class NodeThatKnowsCommands {
    org.gmt4j.cli.GmtCli cli;
}
