package org.gmt4j.bench.chart;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.renderer.NullPlatformSupport;
import com.github.weisj.jsvg.view.FloatSize;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** The user of java.desktop: reads the SVG and draws it into an image. Stateless. */
final class Java2dDrawing {
    /** So that letters stay readable on screens with many dots. */
    private static final double SHARP = 2;
    /** 4 bytes each, within the launcher's heap. */
    private static final double MOST_PIXELS = 12e6;

    private Java2dDrawing() {
    }

    static byte[] png(final String svg) throws IOException {
        final LoaderContext context = LoaderContext.builder()
            .documentLimits(new DocumentLimits(DocumentLimits.DEFAULT_MAX_NESTING_DEPTH,
            DocumentLimits.DEFAULT_MAX_USE_NESTING_DEPTH, Integer.MAX_VALUE)).build();
        final SVGDocument document = new SVGLoader()
            .load(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)), null, context);
        if (document == null) {
            throw new IOException("the picture is no SVG");
        }
        final FloatSize size = document.size();
        final double scale = Math.min(SHARP, Math.sqrt(MOST_PIXELS / (size.getWidth() * size.getHeight())));
        final int width = Math.max(1, (int) Math.round(size.getWidth() * scale));
        final int height = Math.max(1, (int) Math.round(size.getHeight() * scale));
        final BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        final Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            document.renderWithPlatform(NullPlatformSupport.INSTANCE, graphics, new ViewBox(width, height));
        } finally {
            graphics.dispose();
        }
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        // a process that is killed would leave the cache's file in the temporary folder
        ImageIO.setUseCache(false);
        if (!ImageIO.write(image, "png", bytes)) {
            throw new IOException("no writer of PNG");
        }
        return bytes.toByteArray();
    }
}
