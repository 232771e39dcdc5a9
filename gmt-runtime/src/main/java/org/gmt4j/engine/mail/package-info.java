/**
 * Small messages between processes of a host through memory that both have mapped, without the transport.
 *
 * <p>Below the tasks; knows nothing of messages but their length.
 */
package org.gmt4j.engine.mail;
