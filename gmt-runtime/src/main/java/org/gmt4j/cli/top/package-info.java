/**
 * {@code gmt top}: nodes publish their counters in files in memory, and a command shows what changes. Set-up; nothing here is on a node's
 * threads but {@link org.gmt4j.cli.top.NodePublisher}'s own. Read {@link org.gmt4j.cli.top.TopFile} (the layout), {@link
 * org.gmt4j.cli.top.RunningJobs} and {@link org.gmt4j.cli.top.NodeRates} first. What is reported at the end of a run belongs to
 * {@code cli.result}.
 */
package org.gmt4j.cli.top;
