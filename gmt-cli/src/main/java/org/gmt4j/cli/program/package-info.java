/**
 * Anybody's own program through the launcher: {@code gmt run --jar FILE [Main] -- arguments}. Which files it is made
 * of, which class is its main, and the application {@code program} that stands for it in the command tree. Read
 * {@link org.gmt4j.cli.program.ProgramApp}, {@link org.gmt4j.cli.program.ProgramLine} and
 * {@link org.gmt4j.cli.program.MainClass} first. How its processes live is in {@code cli.launch}.
 */
package org.gmt4j.cli.program;
