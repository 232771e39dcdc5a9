package org.gmt4j.aggregation.settings;

import java.util.Locale;

/**
 * Writes the users' reference of settings from the declarations in the code: {@code config/REFERENCE.md} and the
 * commented profile {@code config/gmt.properties}. Set-up only.
 */
public final class ConfigReference {

    private final SettingCatalog catalog;

    public ConfigReference(final SettingCatalog catalog) {
        this.catalog = catalog;
    }

    /** @return the text of {@code REFERENCE.md} */
    public String markdown() {
        final StringBuilder text = new StringBuilder();
        text.append("""
            # Settings

            Generated from the settings records: do not edit, a test fails when this page is stale.

            Precedence: flag > `GMT_*` environment > `-Dgmt.*` > `gmt.properties` (working folder, or `--config FILE`) >
            default, the same for `./gmt` and for programs (`GmtCluster.local`, `builder`, `connect`); \
            what a program sets itself,
            `builder().set("gmt.fibers", 4096)`, comes before all. Each name has three spellings, \
            and `--set key=value` takes the key
            with or without `gmt.`. Sizes and counts accept `k`, `m`, `g` (powers of 1024); \
            durations need their unit: `ns`, `us`,
            `ms`, `s`, `min` (only 0 may stand alone). `gmt config` prints each value with its origin, \
            `gmt config --meanings` what it
            is for, too; `cluster.settings()` has the same for a running cluster.
            """);
        for (final Class<? extends Record> owner : catalog.records()) {
            section(text, owner);
        }
        text.append("""

            ## Environment variables that are not settings

            | variable | meaning |
            |---|---|
            """);
        ReservedVariables.meanings().forEach((name, meaning) ->
            text.append("| `").append(name).append("` | ").append(meaning).append(" |\n"));
        return text.toString();
    }

    private static void section(final StringBuilder text, final Class<? extends Record> owner) {
        text.append("\n## ").append(owner.getSimpleName()).append(" (`").append(owner.getPackageName())
            .append("`)\n\n");
        text.append("| key | environment | flag | unit | default | meaning |\n|---|---|---|---|---|---|\n");
        for (final SettingDescriptor setting : SettingDescriptor.of(owner)) {
            text.append("| `").append(setting.key()).append("` | `").append(setting.environmentName()).append("` | `")
                .append(setting.flag()).append("` | ").append(unit(setting)).append(" | ").append(defaultOf(setting))
                .append(" | ").append(setting.meaning().replace("|", "\\|")).append(" |\n");
        }
    }

    private static String defaultOf(final SettingDescriptor setting) {
        return setting.defaultText().isEmpty() ? "(empty)" : "`" + setting.defaultText() + "`";
    }

    /** @return unit, or the choices of an enum, or the type */
    private static String unit(final SettingDescriptor setting) {
        if (setting.type().isEnum()) {
            return SettingParser.choices(setting.type()).replace("|", ", ");
        }
        return setting.unit().isEmpty() ? setting.type().getSimpleName().toLowerCase(Locale.ROOT) : setting.unit();
    }

    /** @return the text of the default profile: every setting, commented out, with its meaning */
    public String properties() {
        final StringBuilder text = new StringBuilder();
        text.append("""
            # Default profile, generated from the settings records. Copy to gmt.properties in the working folder and
            # remove the '#' before what you change. Precedence: flag > GMT_* environment > -Dgmt.* > this file > \
            default.
            """);
        for (final Class<? extends Record> owner : catalog.records()) {
            text.append("\n# ---- ").append(owner.getSimpleName()).append('\n');
            for (final SettingDescriptor setting : SettingDescriptor.of(owner)) {
                text.append("\n# ").append(setting.meaning()).append(" [").append(unit(setting)).append("]\n");
                text.append('#').append(setting.key()).append('=').append(setting.defaultText()).append('\n');
            }
        }
        return text.toString();
    }
}
