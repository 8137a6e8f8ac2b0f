import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.transport.Netty4Plugin;

/**
 * An OpenSearch node with the modules that the index definitions of Strand need: {@code java -cp 'lib/*' Node.java
 * DATA PORT}. The server's own distribution is not in Maven Central.
 */
class Node {
    public static void main(String[] args) throws Exception {
        Settings settings = Settings.builder()
            .put("path.home", args[0])
            .put("node.name", "strand")
            .put("cluster.name", "strand")
            .put("discovery.type", "single-node")
            .put("http.port", args[1])
            .put("transport.port", "0")
            .put("network.host", "127.0.0.1")
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
        Environment environment =
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), Path.of(args[0]), () -> "strand");
        new Embedded(environment).start();
        new CountDownLatch(1).await();
    }

    /** Embedded makes the constructor with modules of the class path, which is protected, accessible. */
    private static final class Embedded extends org.opensearch.node.Node {
        Embedded(Environment environment) {
            super(
                environment,
                List.of(Netty4Plugin.class, CommonAnalysisPlugin.class, MapperExtrasPlugin.class),
                false);
        }
    }
}
