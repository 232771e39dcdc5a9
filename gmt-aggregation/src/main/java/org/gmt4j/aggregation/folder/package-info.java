/**
 * Folders that only this user may enter, in places that everybody may write to ({@code /dev/shm}, {@code /tmp}): made
 * so from the start, and removed without following anything that somebody else could have put there.
 *
 * <p>Read first: {@link org.gmt4j.aggregation.folder.OwnFolder}. The contents of the folders, and when they are too
 * old, does not belong here.
 */
package org.gmt4j.aggregation.folder;
