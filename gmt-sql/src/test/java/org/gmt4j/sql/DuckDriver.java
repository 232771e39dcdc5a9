package org.gmt4j.sql;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** DuckDB under another name, for tests that look at what a driver is asked. */
abstract class DuckDriver implements Driver {
    static final String URL = "jdbc:noting:";

    /** Returns what the caller gets in place of a connection. */
    abstract Connection connected(Connection duck);

    @Override
    public final Connection connect(final String url, final Properties properties) throws SQLException {
        return acceptsURL(url) ? connected(DriverManager.getConnection(Duck.URL)) : null;
    }

    @Override
    public final boolean acceptsURL(final String url) {
        return url.equals(URL);
    }

    @Override
    public final DriverPropertyInfo[] getPropertyInfo(final String url, final Properties properties) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public final int getMajorVersion() {
        return 1;
    }

    @Override
    public final int getMinorVersion() {
        return 0;
    }

    @Override
    public final boolean jdbcCompliant() {
        return false;
    }

    @Override
    public final Logger getParentLogger() {
        return Logger.getGlobal();
    }
}
