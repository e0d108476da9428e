using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Scenarios;
using Genie.Testing;
using YamlDotNet.RepresentationModel;
using static Genie.Benchmarks.Tests.Agents.Manifest;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>The manifests of deploy/agents say what the program takes, and refer to what is there.</summary>
public sealed class KubernetesTests
{
    private const string Agents = "genie-agent";

    private static readonly string Folder = Path.Combine(RepositoryRoot.Find(), "deploy", "agents");

    private readonly IReadOnlyList<YamlMappingNode> _all = ReadAll(Folder);

    [Fact]
    public void Every_command_is_one_that_the_program_takes()
    {
        var commands = _all.SelectMany(Containers).Where(container => Text(container, "image").StartsWith("geniedotnet:", StringComparison.Ordinal)).Select(Arguments).ToList();
        Assert.Equal(["agent", "agents", "bench"], commands.Select(arguments => arguments[0]).Order(StringComparer.Ordinal));
        Assert.All(commands, arguments => Assert.Empty(CommandLine.FindErrors(CommandTable.CreateRoot(arguments[0]).Parse(arguments))));

        // A mistake would be found.
        Assert.NotEmpty(CommandLine.FindErrors(CommandTable.CreateRoot("agent").Parse([.. commands[0], "--lissten"])));
    }

    [Fact]
    public void The_scenario_uses_the_agents_that_the_job_enrols_where_the_pods_are()
    {
        var scenario = ScenarioFile.Read(Path.Combine(Folder, "genie.yaml")).Entries.ToDictionary(entry => entry.Key, entry => entry.Values.Select(value => value.Text).ToList());
        string[] arguments = ["bench", "--scenario", Path.Combine(Folder, "genie.yaml")];
        var expanded = ScenarioArguments.Expand(arguments, given => CommandTable.CreateRoot("bench").Parse(given));
        Assert.Empty(CommandLine.FindErrors(CommandTable.CreateRoot("bench").Parse(expanded)));

        var enrolled = Arguments(_all.SelectMany(Containers).Single(container => Text(container, "name") == "enroll")).Where(argument => argument.Contains('=', StringComparison.Ordinal)).Select(argument => argument.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
        Assert.Equal([.. scenario["clients-on"], .. scenario["worker-on"]], enrolled.Keys);
        var set = _all.Single(resource => Text(resource, "kind") == "StatefulSet");
        var service = Named("Service", Text(set, "spec", "serviceName"));
        Assert.Equal("None", Text(service, "spec", "clusterIP"));
        var port = Text(Assert.IsType<YamlMappingNode>(List(service, "spec", "ports").Single()), "port");
        Assert.Equal(Enumerable.Range(0, int.Parse(Text(set, "spec", "replicas"), null)).Select(pod => $"{Agents}-{pod}.{Agents}:{port}"), enrolled.Values);
        Assert.Contains($"0.0.0.0:{port}", Arguments(Containers(set).Single()));
        var server = new Uri(scenario["broker-option"].Single().Split('=', 2)[1]);
        Assert.Equal($"{server.Port}", Text(Assert.IsType<YamlMappingNode>(List(Named("Service", server.Host), "spec", "ports").Single()), "port"));
    }

    [Fact]
    public void Volumes_are_there_and_selectors_select()
    {
        var generated = Text(Assert.IsType<YamlMappingNode>(List(Read(Folder, "kustomization.yaml").Single(), "configMapGenerator").Single()), "name");
        foreach (var workload in _all.Where(resource => Text(resource, "kind") is "StatefulSet" or "Deployment"))
            Assert.Equal(Text(workload, "spec", "selector", "matchLabels", "app"), Text(workload, "spec", "template", "metadata", "labels", "app"));
        Assert.All(_all.Where(resource => Text(resource, "kind") == "Service"), service =>
            Assert.Contains(_all, workload => Text(workload, "kind") is "StatefulSet" or "Deployment" && Text(workload, "spec", "selector", "matchLabels", "app") == Text(service, "spec", "selector", "app")));
        foreach (var workload in _all.Where(resource => Text(resource, "kind") is "StatefulSet" or "Job"))
        {
            var volumes = List(workload, "spec", "template", "spec", "volumes").Cast<YamlMappingNode>().ToDictionary(volume => Text(volume, "name"));
            Assert.All(Containers(workload).SelectMany(container => List(container, "volumeMounts")).Cast<YamlMappingNode>(), mount => Assert.Contains(Text(mount, "name"), volumes.Keys));
            Assert.Equal("genie-enrolment", Text(volumes["enrolment"], "secret", "secretName"));
            if (volumes.TryGetValue("scenario", out var scenario)) Assert.Equal(generated, Text(scenario, "configMap", "name"));
        }
    }

    private YamlMappingNode Named(string kind, string name) => _all.Single(resource => Text(resource, "kind") == kind && Text(resource, "metadata", "name") == name);
}
