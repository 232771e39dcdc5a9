/**
 * The view of a running job for other processes of its host: counters in mapped files, and answers to requests for its
 * waits, both in the folder of the job. Writers and readers of each file are here, side by side. Set-up; nothing here
 * runs on a node's threads, only on {@link org.gmt4j.engine.publish.NodePublisher}'s own. Floor R6, above
 * {@code engine.node}, which does not know it. Read {@link org.gmt4j.engine.publish.TopFile} (the layout),
 * {@link org.gmt4j.engine.publish.WaitDesk} (requests and answers) and {@link org.gmt4j.engine.publish.JobDirectory}
 * first. Tables and screens for people belong to the command line.
 */
package org.gmt4j.engine.publish;
