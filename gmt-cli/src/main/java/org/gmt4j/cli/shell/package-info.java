/**
 * {@code gmt shell}: JShell with a local cluster. Read first: {@link org.gmt4j.cli.shell.ShellCommand}, SnippetLoader.
 */
package org.gmt4j.cli.shell;
