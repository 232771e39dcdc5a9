package org.gmt4j.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.gmt4j.GmtException;
import org.gmt4j.aggregation.settings.ConfigException;
import org.gmt4j.aggregation.transport.TransportException;
import org.gmt4j.engine.bootstrap.BootstrapException;
import org.junit.jupiter.api.Test;

class ProgramDoorTest {
    @Test
    void shouldRefuseSettingsWithTheExceptionThatProgramsKnow() {
        final GmtException refused = assertThrows(GmtException.class, () -> ProgramDoor.checked(() -> {
            throw new ConfigException(ConfigException.BAD_VALUE, "gmt.fibers is odd");
        }));
        assertEquals(ConfigException.BAD_VALUE, refused.code());
        assertEquals("GMT-102 gmt.fibers is odd", refused.getMessage());
    }

    @Test
    void shouldRefuseToJoinWithTheExceptionThatProgramsKnow() {
        final GmtException refused = assertThrows(GmtException.class, () -> ProgramDoor.joined(() -> {
            throw new BootstrapException(BootstrapException.SEED_UNREACHABLE, "nobody answers");
        }));
        assertEquals(BootstrapException.SEED_UNREACHABLE, refused.code());
        assertEquals("GMT-108 nobody answers", refused.getMessage());
    }

    @Test
    void shouldRefuseATransportWithTheExceptionThatProgramsKnow() {
        final TransportException cause = new TransportException(TransportException.Code.BAD_SETTING, "link-local");
        final GmtException refused = assertThrows(GmtException.class, () -> ProgramDoor.joined(() -> {
            throw cause;
        }));
        assertEquals("GMT-506", refused.code());
        assertEquals("GMT-506 link-local", refused.getMessage());
        assertSame(cause, refused.getCause());
    }
}
