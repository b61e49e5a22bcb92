// One OpenSearch node in this process, on loopback: NAME HOME HTTP_PORT TRANSPORT_PORT SEED,... NODE,...
// SPDX-License-Identifier: MIT OR Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.codelibs.opensearch.runner.node.OpenSearchRunnerNode;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.Plugin;

/** Runs until its input ends, so that it never outlives who started it. SEEDs are transport addresses, NODEs the first managers. */
public class OpenSearchNode {
  private static final String[] PLUGINS = {
    "org.opensearch.transport.Netty4Plugin", "org.opensearch.analysis.common.CommonAnalysisPlugin",
    "org.opensearch.painless.PainlessPlugin", "org.opensearch.index.reindex.ReindexPlugin", "org.opensearch.index.mapper.MapperExtrasPlugin",
    "org.opensearch.knn.plugin.KNNPlugin"};

  public static void main(String[] words) throws Exception {
    Path home = Path.of(words[1]);
    for (String folder : List.of("config", "plugins", "modules", "lib")) Files.createDirectories(home.resolve(folder));
    Settings settings =
        Settings.builder()
            .put("path.home", home.toString())
            .put("path.data", home.resolve("data").toString())
            .put("path.logs", home.resolve("logs").toString())
            .put("node.name", words[0])
            .put("cluster.name", "codeweaver-tests")
            .put("network.host", "127.0.0.1")
            .put("http.port", words[2])
            .put("transport.port", words[3])
            .put("http.type", "netty4")
            .put("transport.type", "netty4")
            .putList("discovery.seed_hosts", words[4].split(","))
            .putList("cluster.initial_cluster_manager_nodes", words[5].split(","))
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    List<Class<? extends Plugin>> plugins = new ArrayList<>();
    for (String name : PLUGINS) plugins.add(Class.forName(name).asSubclass(Plugin.class));
    Node node = new OpenSearchRunnerNode(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> words[0]), plugins);
    node.start();
    System.out.println("started");
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }
}
