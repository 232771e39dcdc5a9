package co.paralleluniverse.fibers.instrument;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.tools.ant.BuildException;
import org.apache.tools.ant.Project;
import org.apache.tools.ant.Task;
import org.apache.tools.ant.types.FileSet;

/**
 * The Ant task {@code <fibers>}; replaces Quasar's class of the same name and takes the same attributes. The class path
 * of its {@code taskdef} must contain everything that the instrumented classes need.
 */
public class InstrumentationTask extends Task {
    private final List<FileSet> fileSets = new ArrayList<>();
    private boolean isVerbose;
    private boolean isChecking;
    private boolean allowsMonitors;
    private boolean allowsBlocking;
    private boolean isProgram = true;

    public void addFileSet(final FileSet fileSet) {
        fileSets.add(fileSet);
    }

    public void setVerbose(final boolean verbose) {
        isVerbose = verbose;
    }

    /** Sets whether ASM checks the instrumented code; for finding errors in the instrumentation itself. */
    public void setCheck(final boolean check) {
        isChecking = check;
    }

    public void setAllowMonitors(final boolean allowMonitors) {
        allowsMonitors = allowMonitors;
    }

    public void setAllowBlocking(final boolean allowBlocking) {
        allowsBlocking = allowBlocking;
    }

    /** Sets whether loops give way; false for the engine itself. */
    public void setProgram(final boolean program) {
        isProgram = program;
    }

    @Override
    public void execute() {
        final ClassFileStep step = new ClassFileStep(isVerbose,
            line -> log(line, isVerbose ? Project.MSG_INFO : Project.MSG_WARN)).program(isProgram);
        step.instrumentor().setCheck(isChecking).setAllowMonitors(allowsMonitors).setAllowBlocking(allowsBlocking);
        try (URLClassLoader loader = new URLClassLoader(folders(), getClass().getClassLoader())) {
            final List<Path> files = classFiles();
            final int changed = step.instrument(loader, files);
            log("instrumented " + changed + " of " + files.size() + " classes", Project.MSG_VERBOSE);
        } catch (final UninstrumentableException e) {
            throw new BuildException(e.getMessage(), getLocation());
        } catch (final IOException e) {
            throw new BuildException("cannot read or write class files: " + e, e, getLocation());
        }
    }

    private URL[] folders() throws MalformedURLException {
        final List<URL> urls = new ArrayList<>();
        for (final FileSet fileSet : fileSets) {
            urls.add(fileSet.getDir(getProject()).toURI().toURL());
        }
        return urls.toArray(new URL[0]);
    }

    private List<Path> classFiles() {
        final List<Path> files = new ArrayList<>();
        for (final FileSet fileSet : fileSets) {
            final File folder = fileSet.getDir(getProject());
            for (final String name : fileSet.getDirectoryScanner(getProject()).getIncludedFiles()) {
                if (name.endsWith(".class")) {
                    files.add(new File(folder, name).toPath());
                }
            }
        }
        return files;
    }
}
