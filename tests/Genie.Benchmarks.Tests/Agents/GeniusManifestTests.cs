using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius;
using Genie.Testing;
using YamlDotNet.RepresentationModel;
using static Genie.Benchmarks.Tests.Agents.Manifest;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>The manifests of deploy/genius say what the program takes, and its settings are some.</summary>
public sealed class GeniusManifestTests
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Find(), "deploy", "genius");

    private readonly IReadOnlyList<YamlMappingNode> _all = ReadAll(Folder);
    private readonly GeniusSettings _settings = GeniusSettings.Read(Path.Combine(Folder, "genius.json"));

    private YamlMappingNode Deployment => _all.Single(resource => Text(resource, "kind") == "Deployment");

    private YamlMappingNode Container => Containers(Deployment).Single();

    [Fact]
    public void The_command_is_one_that_the_program_takes_and_reads_the_mounted_settings()
    {
        var arguments = Arguments(Container);
        Assert.Empty(CommandLine.FindErrors(CommandTable.CreateRoot("genius").Parse(arguments)));
        Assert.Equal($"{Text(Mount, "mountPath")}/genius.json", arguments[^1]);
        var variable = (YamlMappingNode)List(Container, "env").Single();
        Assert.Equal((GeniusSettings.VariablePrefix + nameof(GeniusSettings.Database), "genie-postgres"), (Text(variable, "name"), Text(variable, "valueFrom", "secretKeyRef", "name")));
    }

    [Fact]
    public void Ports_are_those_of_the_settings_and_probes_ask_at_one_of_them()
    {
        var opened = List(Container, "ports").Cast<YamlMappingNode>().ToDictionary(port => Text(port, "name"), port => int.Parse(Text(port, "containerPort"), CultureInfo.InvariantCulture));
        Assert.Equal((_settings.ListenAddress.Port, _settings.HttpAddress?.Port, _settings.WebAddress.Port), (opened["grpc"], opened["http"], opened["web"]));
        foreach (var (probe, path) in (ReadOnlySpan<(string, string)>)[("startupProbe", "/health/startup"), ("readinessProbe", "/health/ready"), ("livenessProbe", "/health/live")])
            Assert.Equal((path, "web"), (Text(Container, probe, "httpGet", "path"), Text(Container, probe, "httpGet", "port")));
        var service = _all.Single(resource => Text(resource, "kind") == "Service");
        Assert.Equal([$"{_settings.ListenAddress.Port}", $"{_settings.HttpAddress?.Port}"], List(service, "spec", "ports").Select(port => Text((YamlMappingNode)port, "port")));
        Assert.Equal($"{_settings.WebAddress.Port}", Text(Deployment, "spec", "template", "metadata", "annotations", "prometheus.io/port"));
    }

    [Fact]
    public void Nobody_has_a_key_before_one_was_made_and_selectors_select()
    {
        Assert.All(_settings.ApiKeys, key => Assert.Equal(new string('0', 64), key.Sha256));
        Assert.NotEmpty(_settings.ApiKeys);
        Assert.Equal(Text(Deployment, "spec", "selector", "matchLabels", "app"), Text(Deployment, "spec", "template", "metadata", "labels", "app"));
        Assert.Equal(Text(Mount, "name"), Text((YamlMappingNode)List(Deployment, "spec", "template", "spec", "volumes").Single(), "name"));
    }

    [Fact]
    public void Variables_that_Kubernetes_makes_of_the_services_are_no_settings()
    {
        Assert.Equal("false", Text(Deployment, "spec", "template", "spec", "enableServiceLinks"));
        var links = new[] { "PORT", "SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_GRPC", "PORT_5000_TCP", "PORT_5000_TCP_PROTO", "PORT_5000_TCP_PORT", "PORT_5000_TCP_ADDR", "WEB_SERVICE_HOST", "WEB_PORT" };
        foreach (var link in links) Environment.SetEnvironmentVariable(GeniusSettings.VariablePrefix + link, "tcp://10.0.0.1:5000");
        try
        {
            Assert.Equal(_settings.Listen, GeniusSettings.Read(Path.Combine(Folder, "genius.json")).Listen);
        }
        finally
        {
            foreach (var link in links) Environment.SetEnvironmentVariable(GeniusSettings.VariablePrefix + link, null);
        }
    }

    private YamlMappingNode Mount => (YamlMappingNode)List(Container, "volumeMounts").Single();
}
