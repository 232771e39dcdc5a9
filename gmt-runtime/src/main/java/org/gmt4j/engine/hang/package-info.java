/**
 * What waits for what, for the report of a hang: plain data about tasks that wait, how it travels, how circles are
 * found in it, and how it reads. Lowest floor; nothing here is on a hot path. Read
 * {@link org.gmt4j.engine.hang.WaitEntry}, {@link org.gmt4j.engine.hang.WaitCircles} and
 * {@link org.gmt4j.engine.hang.HangReport} first. Who looks at tasks belongs to {@code engine.task}.
 */
package org.gmt4j.engine.hang;
