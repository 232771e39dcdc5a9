package org.gmt4j.aggregation.folder;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes, recognises and removes folders of this user. Any thread; grade: set-up.
 *
 * <p>Others may write beside such a folder, so that its name proves nothing: a link of that name, or a folder of
 * another user, is never touched, and files are removed by way of the open folder, never by way of a path that
 * could be exchanged meanwhile.
 */
public final class OwnFolder {
    private static final Logger LOG = LoggerFactory.getLogger(OwnFolder.class);
    private static final Set<PosixFilePermission> FOR_ME = PosixFilePermissions.fromString("rwx------");
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String USERS = "Uid:";
    private static final int FILES_USER = 4;      // real, effective, saved, and the one that new files get
    private static final String OWNER = "unix:uid";

    private OwnFolder() {
    }

    /**
     * Makes a folder that nobody else may enter, not even for a moment.
     *
     * @param parent made as well where it is missing
     * @param prefix of its name; something that no other folder has follows
     */
    public static Path make(final Path parent, final String prefix) throws IOException {
        Files.createDirectories(parent);
        return Files.createTempDirectory(parent, prefix, forMe(parent));
    }

    private static FileAttribute<?>[] forMe(final Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(FOR_ME)} : new FileAttribute<?>[0];
    }

    /** A folder, not a link to one, that belongs to this user. */
    public static boolean isOwn(final Path folder) {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) && belongsToMe(folder);
    }

    /** A plain file, not a link to one, that belongs to this user and that nobody else may open. */
    public static boolean isOwnSecret(final Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && belongsToMe(file)
                    && FOR_ME.containsAll(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        } catch (final IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static boolean belongsToMe(final Path path) {
        try {
            return (int) Files.getAttribute(path, OWNER, LinkOption.NOFOLLOW_LINKS) == user();
        } catch (final UnsupportedOperationException e) {
            return true;      // a system without users of this kind
        } catch (final IOException e) {
            return false;
        }
    }

    /** The number of this user; names need not be known, as in a container. */
    public static int user() throws IOException {
        if (Files.isReadable(STATUS)) {
            for (final String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(USERS)) {
                    return Integer.parseUnsignedInt(line.split("\\s+")[FILES_USER]);
                }
            }
        }
        final Path probe = Files.createTempFile("gmt-", ".user");
        try {
            return (int) Files.getAttribute(probe, OWNER, LinkOption.NOFOLLOW_LINKS);
        } finally {
            Files.delete(probe);
        }
    }

    /**
     * Removes a folder of this user with its contents, as far as possible; of links the links. Everything else is left
     * alone. Never throws.
     *
     * @return is it gone?
     */
    public static boolean remove(final Path folder) {
        if (isOwn(folder)) {
            try {
                empty(folder);
                // takes a folder that is empty, or a link; never the target of a link
                Files.deleteIfExists(folder);
            } catch (final IOException | RuntimeException e) {
                LOG.debug("cannot remove {}: {}", folder, e.toString());
            }
        }
        return !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    }

    private static void empty(final Path folder) throws IOException {
        final Object meant = keyOf(folder);
        try (DirectoryStream<Path> opened = Files.newDirectoryStream(folder)) {
            if (!(opened instanceof SecureDirectoryStream<Path> secure)) {
                emptyByPath(folder);
            } else if (meant.equals(key(secure.getFileAttributeView(BasicFileAttributeView.class).readAttributes()
                .fileKey()))) {
                empty(secure);
            } else {
                throw new IOException("it was exchanged while it was opened");
            }
        }
    }

    private static Object keyOf(final Path folder) throws IOException {
        return key(Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey());
    }

    private static Object key(final Object fileKey) {
        return fileKey == null ? Map.of() : fileKey;
    }

    private static void empty(final SecureDirectoryStream<Path> folder) throws IOException {
        for (final Path entry : folder) {
            final Path name = entry.getFileName();
            try {
                if (isFolder(folder, name)) {
                    try (SecureDirectoryStream<Path> inside = folder.newDirectoryStream(name,
                        LinkOption.NOFOLLOW_LINKS)) {
                        empty(inside);
                    }
                    folder.deleteDirectory(name);
                } else {
                    folder.deleteFile(name);
                }
            } catch (final IOException e) {
                // perhaps its owner did meanwhile; the others go
                LOG.debug("cannot remove {}: {}", entry, e.toString());
            }
        }
    }

    private static boolean isFolder(final SecureDirectoryStream<Path> folder, final Path name) throws IOException {
        return folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
            .readAttributes().isDirectory();
    }

    /** Where folders cannot be held open. */
    private static void emptyByPath(final Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(final Path file, final IOException e) {
                return FileVisitResult.CONTINUE;   // removed by its owner meanwhile
            }

            @Override
            public FileVisitResult postVisitDirectory(final Path inside, final IOException e) throws IOException {
                if (!inside.equals(folder)) {
                    Files.deleteIfExists(inside);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
