/**
 * The results of a profiled run: folder, flight recordings, and the summary as text, JSON and one page with pictures.
 * Figures come from the nodes' reports ({@code org.gmt4j.engine.profile} measures them). Read first:
 * {@link org.gmt4j.cli.profile.ProfileSession}, {@link org.gmt4j.cli.profile.ProfileSummary}.
 */
package org.gmt4j.cli.profile;
