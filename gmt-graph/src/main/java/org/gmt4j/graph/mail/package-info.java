/**
 * Entries of a few words from node to node, a block at a time: {@link org.gmt4j.graph.mail.Mail} is all of it. Below
 * the algorithms; the meaning of words does not belong here.
 */
package org.gmt4j.graph.mail;
