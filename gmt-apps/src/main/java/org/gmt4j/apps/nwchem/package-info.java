/**
 * What NWChem asks of Global Arrays, without the chemistry: tasks drawn from one counter, patches read, written and
 * added to, and computing in between. Read first: {@link org.gmt4j.apps.nwchem.NwchemApp},
 * {@link org.gmt4j.apps.nwchem.Mix}, {@link org.gmt4j.apps.nwchem.Replay}.
 */
package org.gmt4j.apps.nwchem;
