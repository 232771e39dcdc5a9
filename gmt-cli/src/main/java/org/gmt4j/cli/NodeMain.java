package org.gmt4j.cli;

/** Main class of the JVMs that the launcher starts: the same command line, seen from inside a node. */
public final class NodeMain {

    /** Property of a node's JVM: class of the application that it is started for. Absent: all are looked at. */
    public static final String APP = "org.gmt4j.app";

    private NodeMain() {
    }

    public static void main(final String[] arguments) {
        System.exit(new GmtCli(GmtMain.context(CliContext.Role.NODE)).execute(arguments));
    }
}
