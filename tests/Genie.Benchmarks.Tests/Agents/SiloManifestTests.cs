using System.Globalization;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Maps;
using Genie.Testing;
using YamlDotNet.RepresentationModel;
using static Genie.Benchmarks.Tests.Agents.Manifest;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>The manifests of deploy/silos say what the program takes, and what a graceful end needs.</summary>
public sealed class SiloManifestTests
{
    // Clients keep away from a silo that told them so for as long.
    private const int GracePeriodSecondsMax = 60;

    private readonly IReadOnlyList<YamlMappingNode> _all = ReadAll(Path.Combine(RepositoryRoot.Find(), "deploy", "silos"));

    private YamlMappingNode Silos => _all.Single(resource => Text(resource, "kind") == "Deployment");

    private YamlMappingNode Silo => Containers(Silos).Single();

    [Fact]
    public void The_command_is_one_that_the_program_takes()
    {
        var arguments = Arguments(Silo);
        Assert.Equal("silo", arguments[0]);
        Assert.Empty(CommandLine.FindErrors(CommandTable.CreateRoot("silo").Parse([.. arguments.Select(argument => argument.Replace("$(POD_IP)", "10.0.0.1", StringComparison.Ordinal))])));
        Assert.NotEmpty(CommandLine.FindErrors(CommandTable.CreateRoot("silo").Parse([.. arguments, "--cluser-id", "x"])));
        Assert.Equal("$(POD_IP)", Option("--address"));
        var environment = List(Silo, "env").Cast<YamlMappingNode>().ToDictionary(variable => Text(variable, "name"));
        Assert.Equal("status.podIP", Text(environment["POD_IP"], "valueFrom", "fieldRef", "fieldPath"));
        Assert.Equal("genie-postgres", Text(environment[MapPlaces.DatabaseVariable], "valueFrom", "secretKeyRef", "name"));
    }

    [Fact]
    public void Ports_are_those_that_the_silo_opens()
    {
        var opened = List(Silo, "ports").Cast<YamlMappingNode>().ToDictionary(port => Text(port, "name"), port => Text(port, "containerPort"));
        Assert.Equal((Option("--silo-port"), Option("--gateway-port")), (opened["silo"], opened["gateway"]));
        foreach (var probe in (string[])["startupProbe", "readinessProbe", "livenessProbe"]) Assert.Contains(Text(Silo, probe, "tcpSocket", "port"), opened.Keys);
        var service = _all.Single(resource => Text(resource, "kind") == "Service" && Text(resource, "metadata", "name") == "genie-silo");
        Assert.Equal(opened, List(service, "spec", "ports").Cast<YamlMappingNode>().ToDictionary(port => Text(port, "targetPort"), port => Text(port, "port")));
    }

    [Fact]
    public void A_rollout_and_a_drain_leave_silos_the_time_and_the_number_to_hand_grains_over()
    {
        var replicas = int.Parse(Text(Silos, "spec", "replicas"), CultureInfo.InvariantCulture);
        Assert.True(replicas >= 3, "two votes declare a silo dead");
        Assert.Equal(("0", "1"), (Text(Silos, "spec", "strategy", "rollingUpdate", "maxUnavailable"), Text(Silos, "spec", "strategy", "rollingUpdate", "maxSurge")));
        Assert.InRange(int.Parse(Text(Silos, "spec", "template", "spec", "terminationGracePeriodSeconds"), CultureInfo.InvariantCulture), 30, GracePeriodSecondsMax - 1);
        var budget = _all.Single(resource => Text(resource, "kind") == "PodDisruptionBudget");
        Assert.Equal("1", Text(budget, "spec", "maxUnavailable"));
        Assert.Equal(Text(Silos, "spec", "selector", "matchLabels", "app"), Text(budget, "spec", "selector", "matchLabels", "app"));
    }

    [Fact]
    public void Selectors_select_and_volumes_are_claimed()
    {
        var workloads = _all.Where(resource => Text(resource, "kind") is "Deployment" or "StatefulSet").ToList();
        Assert.Equal(2, workloads.Count);
        Assert.All(workloads, workload => Assert.Equal(Text(workload, "spec", "selector", "matchLabels", "app"), Text(workload, "spec", "template", "metadata", "labels", "app")));
        var apps = workloads.ConvertAll(workload => Text(workload, "spec", "selector", "matchLabels", "app"));
        Assert.All(_all.Where(resource => Text(resource, "kind") == "Service"), service => Assert.Contains(Text(service, "spec", "selector", "app"), apps));
        foreach (var workload in workloads)
        {
            var claims = List(workload, "spec", "volumeClaimTemplates").Cast<YamlMappingNode>().Select(claim => Text(claim, "metadata", "name")).ToList();
            Assert.All(Containers(workload).SelectMany(container => List(container, "volumeMounts")).Cast<YamlMappingNode>(), mount => Assert.Contains(Text(mount, "name"), claims));
        }
    }

    private string Option(string name)
    {
        var arguments = Arguments(Silo);
        return arguments[Array.IndexOf(arguments, name) + 1];
    }
}
