using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius;
using Genie.Testing;
using YamlDotNet.RepresentationModel;
using static Genie.Benchmarks.Tests.Agents.Manifest;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>
/// The Helm chart of deploy/genius says what the program takes. Templates are read without Helm: actions that stand alone in a line are left out, others are a word, so
/// that what remains is YAML with all branches in it.
/// </summary>
public sealed partial class GeniusChartTests : IDisposable
{
    private const string Placeholder = "value";

    private static readonly string Folder = Path.Combine(RepositoryRoot.Find(), "deploy", "genius", "chart");
    private static readonly string Templates = string.Join('\n', Directory.GetFiles(Path.Combine(Folder, "templates")).Order(StringComparer.Ordinal).Select(File.ReadAllText));

    private readonly YamlMappingNode _values = Read(Folder, "values.yaml").Single();
    private readonly TemporaryFolder _temporary = new();

    private static YamlMappingNode Pod => Parse(Pods().Match(Templates).Groups[1].Value).Single();

    private static YamlMappingNode Container => (YamlMappingNode)List(Pod, "spec", "containers").Single();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public void Every_value_that_templates_name_is_there_and_every_one_that_is_there_is_named()
    {
        var named = ValueNames().Matches(Templates).Select(each => each.Groups[1].Value).Distinct().ToList();

        // Settings are the program's: those that templates ask for need not be there.
        Assert.All(named.Where(static each => !each.StartsWith("settings.", StringComparison.Ordinal)), name => Assert.True(Find(_values, name.Split('.')) is not null, name));
        foreach (var leaf in LeavesOf(_values, "").Where(static each => !each.StartsWith("settings.", StringComparison.Ordinal)))
            Assert.True(named.Any(name => leaf == name || leaf.StartsWith(name + '.', StringComparison.Ordinal)), $"{leaf} is used nowhere");
    }

    [Fact]
    public void Actions_that_begin_something_end_it_and_what_is_included_is_defined()
    {
        foreach (var file in Directory.GetFiles(Path.Combine(Folder, "templates")))
        {
            var words = ActionWords().Matches(File.ReadAllText(file)).Select(each => each.Groups[1].Value).ToList();
            Assert.Equal((Path.GetFileName(file), words.Count(static each => each is "if" or "with" or "range" or "define")), (Path.GetFileName(file), words.Count(static each => each == "end")));
        }

        var defined = Defined().Matches(Templates).Select(static each => each.Groups[1].Value).ToHashSet();
        var included = Included().Matches(Templates).Select(static each => each.Groups[1].Value).ToHashSet();
        Assert.Equal(defined.Order(StringComparer.Ordinal), included.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Settings_are_some_their_ports_the_charts_and_nobody_has_a_key_before_one_was_made()
    {
        var file = Path.Combine(_temporary.Path, "genius.json");
        File.WriteAllText(file, JsonSerializer.Serialize(ToJson(_values.Children["settings"])));
        var settings = GeniusSettings.Read(file);
        int Port(string name) => int.Parse(Text(_values, "ports", name), CultureInfo.InvariantCulture);
        Assert.Equal((settings.ListenAddress.Port, settings.HttpAddress?.Port, settings.WebAddress.Port), (Port("grpc"), Port("http"), Port("web")));
        Assert.All(settings.ApiKeys, key => Assert.Equal(new string('0', 64), key.Sha256));
        Assert.NotEmpty(settings.ApiKeys);
    }

    [Fact]
    public void The_pod_runs_the_program_with_what_is_mounted_and_probes_ask_at_one_of_its_ports()
    {
        var arguments = Arguments(Container);
        Assert.Empty(CommandLine.FindErrors(CommandTable.CreateRoot("genius").Parse(arguments)));
        Assert.Equal("/etc/genius/genius.json", arguments[^1]);
        Assert.Equal("false", Text(Pod, "spec", "enableServiceLinks"));
        var ports = NamesOf(List(Container, "ports"));
        Assert.Equal(["grpc", "http", "web"], ports);
        foreach (var (probe, path) in ((string, string)[])[("startupProbe", "/health/startup"), ("readinessProbe", "/health/ready"), ("livenessProbe", "/health/live")])
            Assert.Equal((path, "web"), (Text(Container, probe, "httpGet", "path"), Text(Container, probe, "httpGet", "port")));
        Assert.Equal([GeniusSettings.VariablePrefix + nameof(GeniusSettings.Database), GeniusSettings.VariablePrefix + nameof(GeniusSettings.Store), Placeholder], NamesOf(List(Container, "env")));

        var workload = Parse(File.ReadAllText(Path.Combine(Folder, "templates", "workload.yaml"))).Single();
        var claims = List(workload, "spec", "volumeClaimTemplates").Select(claim => Text((YamlMappingNode)claim, "metadata", "name"));
        Assert.Equal(NamesOf(List(Container, "volumeMounts")).Order(), NamesOf(List(Pod, "spec", "volumes")).Concat(claims).Order());
        Assert.Equal(["genius.json"], ((YamlMappingNode)Find(Parse(File.ReadAllText(Path.Combine(Folder, "templates", "configmap.yaml"))).Single(), ["data"])!).Children.Keys.Select(each => $"{each}"));
    }

    [Fact]
    public void Services_and_the_network_policy_open_ports_of_the_pod_and_the_monitor_asks_one_of_them()
    {
        var services = Parse(File.ReadAllText(Path.Combine(Folder, "templates", "service.yaml")));
        Assert.Equal(["grpc", "http", "web"], services.SelectMany(service => List(service, "spec", "ports")).Select(port => Text((YamlMappingNode)port, "targetPort")));
        var policy = Parse(File.ReadAllText(Path.Combine(Folder, "templates", "networkpolicy.yaml"))).Single();
        Assert.Equal(["grpc", "http", "web"], List(policy, "spec", "ingress").SelectMany(rule => List((YamlMappingNode)rule, "ports")).Select(port => Text((YamlMappingNode)port, "port")));
        var monitor = Parse(File.ReadAllText(Path.Combine(Folder, "templates", "servicemonitor.yaml"))).Single();
        var endpoint = (YamlMappingNode)List(monitor, "spec", "endpoints").Single();
        Assert.Equal(("web", "/metrics"), (Text(endpoint, "port"), Text(endpoint, "path")));
        Assert.Equal(Text(services[1], "metadata", "labels", "genius.genie/part"), Text(monitor, "spec", "selector", "matchLabels", "genius.genie/part"));
    }

    private static IReadOnlyList<YamlMappingNode> Parse(string template)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(Action().Replace(LonelyAction().Replace(template, ""), Placeholder)));
        return [.. stream.Documents.Select(document => (YamlMappingNode)document.RootNode)];
    }

    private static IEnumerable<string> NamesOf(YamlSequenceNode nodes) => nodes.Select(node => Text((YamlMappingNode)node, "name"));

    private static IEnumerable<string> LeavesOf(YamlMappingNode node, string prefix) =>
        node.Children.SelectMany(each => each.Value is YamlMappingNode { Children.Count: > 0 } inner ? LeavesOf(inner, $"{prefix}{each.Key}.") : [$"{prefix}{each.Key}"]);

    private static object? ToJson(YamlNode node) => node switch
    {
        YamlMappingNode mapping => mapping.Children.ToDictionary(each => $"{each.Key}", each => ToJson(each.Value)),
        YamlSequenceNode list => list.Select(ToJson).ToList(),
        _ => $"{node}",
    };

    [GeneratedRegex(@"\.Values\.([A-Za-z][A-Za-z.]*)")]
    private static partial Regex ValueNames();

    [GeneratedRegex(@"\{\{-?\s*(if|with|range|define|end)\b")]
    private static partial Regex ActionWords();

    [GeneratedRegex("define \"([^\"]+)\"")]
    private static partial Regex Defined();

    [GeneratedRegex("include \"([^\"]+)\"")]
    private static partial Regex Included();

    [GeneratedRegex(@"\{\{- define ""genius\.pod"" -\}\}(.*?)\n\{\{- end -\}\}", RegexOptions.Singleline)]
    private static partial Regex Pods();

    [GeneratedRegex(@"^\s*(\{\{[^}]*\}\})\s*?$\n?", RegexOptions.Multiline)]
    private static partial Regex LonelyAction();

    [GeneratedRegex(@"\{\{[^}]*\}\}")]
    private static partial Regex Action();
}
