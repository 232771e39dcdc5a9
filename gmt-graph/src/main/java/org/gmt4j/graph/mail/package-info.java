/**
 * Entries of a few words from node to node, a block at a time: {@link org.gmt4j.graph.mail.Mail} for entries that wait
 * to be taken, {@link org.gmt4j.graph.mail.RoundMail} for tasks that work in rounds. Below the algorithms; the meaning
 * of words does not belong here.
 */
package org.gmt4j.graph.mail;
