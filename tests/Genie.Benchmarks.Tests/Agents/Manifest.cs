using YamlDotNet.RepresentationModel;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>Reads manifests of Kubernetes.</summary>
internal static class Manifest
{
    /// <summary>All resources that a folder's kustomization names.</summary>
    public static IReadOnlyList<YamlMappingNode> ReadAll(string folder) =>
        [.. List(Read(folder, "kustomization.yaml").Single(), "resources").SelectMany(node => Read(folder, $"{node}"))];

    public static IEnumerable<YamlMappingNode> Read(string folder, string file)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(File.ReadAllText(Path.Combine(folder, file))));
        return stream.Documents.Select(document => (YamlMappingNode)document.RootNode);
    }

    public static IEnumerable<YamlMappingNode> Containers(YamlMappingNode workload) =>
        List(workload, "spec", "template", "spec", "initContainers").Concat(List(workload, "spec", "template", "spec", "containers")).Cast<YamlMappingNode>();

    public static string[] Arguments(YamlMappingNode container) => [.. List(container, "args").Select(node => $"{node}")];

    public static YamlSequenceNode List(YamlMappingNode node, params string[] path) => Find(node, path) as YamlSequenceNode ?? new YamlSequenceNode();

    public static string Text(YamlMappingNode node, params string[] path) => Find(node, path) is YamlScalarNode { Value: { } text } ? text : "";

    public static YamlNode? Find(YamlMappingNode node, IEnumerable<string> path) =>
        path.Aggregate((YamlNode?)node, (found, name) => found is YamlMappingNode mapping && mapping.Children.TryGetValue(new YamlScalarNode(name), out var child) ? child : null);
}
