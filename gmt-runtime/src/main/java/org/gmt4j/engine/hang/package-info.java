/**
 * The data of a hang report: waiting tasks as plain data, their encoding, the search for circles, and the text. Lowest
 * floor; nothing here is on a hot path. Read {@link org.gmt4j.engine.hang.WaitEntry},
 * {@link org.gmt4j.engine.hang.WaitCircles} and {@link org.gmt4j.engine.hang.HangReport} first. Examining tasks belongs
 * to {@code engine.task}.
 */
package org.gmt4j.engine.hang;
