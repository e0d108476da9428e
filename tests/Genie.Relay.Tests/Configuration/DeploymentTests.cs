using Genie.Relay.Configuration;
using Genie.Testing;
using YamlDotNet.RepresentationModel;

namespace Genie.Relay.Tests.Configuration;

/// <summary>The manifest, the image and the relay's file of deploy/relay say the same.</summary>
public sealed class DeploymentTests
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Find(), "deploy", "relay");
    private static readonly RelayOptions Options = RelayConfiguration.Load(Path.Combine(Folder, "gruf-relay.yml"), _ => null);
    private static readonly Dictionary<string, YamlNode> Manifest = ReadManifest();
    private static readonly string[] Dockerfile = File.ReadAllLines(Path.Combine(Folder, "Dockerfile"));

    private static YamlNode Pod => At(Manifest["Deployment"], "spec", "template", "spec");

    private static YamlNode Container => Assert.Single((YamlSequenceNode)At(Pod, "containers"));

    private static Dictionary<string, int> ContainerPorts => ((YamlSequenceNode)At(Container, "ports")).ToDictionary(port => Text(port, "name"), port => int.Parse(Text(port, "containerPort"), null));

    [Fact]
    public void The_ports_of_the_container_are_those_of_the_file_and_of_the_image()
    {
        Assert.Equal(
            new Dictionary<string, int> { ["grpc"] = Options.Server.Port, ["probes"] = Options.Probes.Port, ["metrics"] = Options.Metrics.Port },
            ContainerPorts);
        Assert.Equal(ContainerPorts.Values.Order(), Instruction("EXPOSE").Split(' ').Select(port => int.Parse(port, null)).Order());
        var service = Assert.Single((YamlSequenceNode)At(Manifest["Service"], "spec", "ports"));
        Assert.Equal(("grpc", $"{Options.Server.Port}"), (Text(service, "targetPort"), Text(service, "port")));
    }

    [Theory]
    [InlineData("startupProbe", "/startup")]
    [InlineData("readinessProbe", "/readiness")]
    [InlineData("livenessProbe", "/liveness")]
    public void Each_probe_asks_what_the_relay_answers(string probe, string path) =>
        Assert.Equal((path, "probes"), (Text(Container, probe, "httpGet", "path"), Text(Container, probe, "httpGet", "port")));

    [Fact]
    public void Prometheus_is_led_to_the_metrics()
    {
        var annotations = At(Manifest["Deployment"], "spec", "template", "metadata", "annotations");
        Assert.Equal(($"{Options.Metrics.Port}", Options.Metrics.Path), (Text(annotations, "prometheus.io/port"), Text(annotations, "prometheus.io/path")));
    }

    [Fact]
    public void Labels_lead_from_the_service_to_the_pods()
    {
        var labels = At(Manifest["Deployment"], "spec", "template", "metadata", "labels").ToString();
        Assert.Equal(labels, At(Manifest["Deployment"], "spec", "selector", "matchLabels").ToString());
        Assert.Equal(labels, At(Manifest["Service"], "spec", "selector").ToString());
    }

    [Fact]
    public void Variables_of_the_map_are_settings_and_right()
    {
        var variables = ((YamlMappingNode)At(Manifest["ConfigMap"], "data")).ToDictionary(pair => pair.Key.ToString(), pair => pair.Value.ToString());
        Assert.Subset(SettingTable.All.Select(setting => setting.Variable).ToHashSet(), variables.Keys.ToHashSet());
        Assert.Equal(3, RelayConfiguration.Load(Path.Combine(Folder, "gruf-relay.yml"), variables.GetValueOrDefault).Workers.Count);
        var source = Assert.Single((YamlSequenceNode)At(Container, "envFrom"));
        Assert.Equal(Text(Manifest["ConfigMap"], "metadata", "name"), Text(source, "configMapRef", "name"));
    }

    [Fact]
    public void A_pod_has_the_time_to_drain_and_its_workers_the_memory()
    {
        var grace = TimeSpan.FromSeconds(int.Parse(Text(Pod, "terminationGracePeriodSeconds"), null));
        Assert.True(grace > Options.Server.DrainDelay + Options.Server.DrainTimeout + Options.Workers.StopTimeout);
        Assert.True(Options.Workers.Count * Options.Workers.MemoryLimitBytes < SettingText.Bytes(Text(Container, "resources", "limits", "memory")));
    }

    [Fact]
    public void The_image_copies_what_is_there_and_the_file_starts_what_it_copies()
    {
        var copied = Dockerfile.Where(line => line.StartsWith("COPY ", StringComparison.Ordinal) && !line.Contains("--from", StringComparison.Ordinal) && !line.EndsWith(". .", StringComparison.Ordinal))
            .SelectMany(line => line.Split(' ')[1..^1]).ToList();
        Assert.All(copied, file => Assert.True(File.Exists(Path.Combine(RepositoryRoot.Find(), file)), file));
        var started = Options.Workers.Command.Where(word => word.StartsWith($"{Instruction("WORKDIR")}/", StringComparison.Ordinal)).Select(Path.GetFileName).ToHashSet();
        Assert.Contains("trial_worker.py", started);
        Assert.Subset(copied.Select(Path.GetFileName).ToHashSet(), started);
        Assert.Contains("gruf-relay.yml", copied.Select(Path.GetFileName));
        Assert.Equal("[\"/genie/genie\", \"relay\"]", Instruction("ENTRYPOINT"));
    }

    private static string Instruction(string name) => Dockerfile.Last(line => line.StartsWith(name, StringComparison.Ordinal))[name.Length..].Trim();

    private static Dictionary<string, YamlNode> ReadManifest()
    {
        var stream = new YamlStream();
        using var text = File.OpenText(Path.Combine(Folder, "kubernetes.yaml"));
        stream.Load(text);
        return stream.Documents.ToDictionary(document => Text(document.RootNode, "kind"), document => document.RootNode);
    }

    private static YamlNode At(YamlNode node, params string[] path) => path.Aggregate(node, (each, name) => each[name]);

    private static string Text(YamlNode node, params string[] path) => ((YamlScalarNode)At(node, path)).Value!;
}
