package org.gmt4j.cli;

/** Main class of the JVMs that the launcher starts: the same command line, seen from inside a node. */
public final class NodeMain {

    private NodeMain() {
    }

    public static void main(final String[] arguments) {
        System.exit(new GmtCli(GmtMain.context(CliContext.Role.NODE)).execute(arguments));
    }
}
