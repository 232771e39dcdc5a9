/**
 * {@code gmt top}: shows the changes of the counters that nodes publish. Set-up. Read {@link
 * org.gmt4j.cli.top.RunningJobs} and {@link org.gmt4j.cli.top.NodeRates} first. How nodes publish is the matter of
 * {@code org.gmt4j.engine.publish}, the report at the end of a run that of {@code cli.result}.
 */
package org.gmt4j.cli.top;
