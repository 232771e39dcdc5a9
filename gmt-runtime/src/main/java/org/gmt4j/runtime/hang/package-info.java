/**
 * What waits for what, for the report of a hang: plain data about tasks that wait, how it travels, how circles are found in it, and how it
 * reads. Lowest floor; nothing here is on a hot path. Read {@link org.gmt4j.runtime.hang.WaitEntry}, {@link org.gmt4j.runtime.hang.WaitCircles}
 * and {@link org.gmt4j.runtime.hang.HangReport} first. Who looks at tasks belongs to {@code runtime.task}.
 */
package org.gmt4j.runtime.hang;
