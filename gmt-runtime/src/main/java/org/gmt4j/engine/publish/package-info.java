/**
 * What a running job shows of itself to other processes of its host: counters in mapped files, and answers to the
 * question what waits, both in the folder of the job. Writers and readers of each file are here, side by side. Set-up;
 * nothing here is on a node's threads but {@link
 * org.gmt4j.engine.publish.NodePublisher}'s own. Above {@code engine.node}, which knows nothing of it. Read {@link
 * org.gmt4j.engine.publish.TopFile} (the layout), {@link org.gmt4j.engine.publish.WaitDesk} (question and answer) and
 * {@link org.gmt4j.engine.publish.JobDirectory} first. Tables and screens for people belong to the command line.
 */
package org.gmt4j.engine.publish;
