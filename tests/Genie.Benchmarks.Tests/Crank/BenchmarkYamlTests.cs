using System.Text.RegularExpressions;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Drivers;
using Genie.Benchmarks.Load;
using NJsonSchema;
using YamlDotNet.Serialization;

namespace Genie.Benchmarks.Tests.Crank;

/// <summary>benchmark.yaml, held against Crank's published schema and against what this program understands.</summary>
public sealed partial class BenchmarkYamlTests
{
    private static readonly string Yaml = ReadResource("benchmark.yaml");
    private static readonly Dictionary<object, object> Root = Parse(Yaml);

    // Another program's: Crank's own.
    private const string Bombardier = "bombardier";

    private static readonly string[] Profiles = ["local", "remote"];

    [Fact]
    public async Task It_is_valid_against_Cranks_schema()
    {
        var schema = await JsonSchema.FromJsonAsync(ReadResource("benchmarks.schema.json"));
        Assert.Empty(schema.Validate(ToJson(Yaml)));
        Assert.NotEmpty(schema.Validate(ToJson(Yaml.Replace("waitForExit: true", "waitForExit: soon", StringComparison.Ordinal))));
        Assert.NotEmpty(schema.Validate(ToJson(Yaml.Replace("jobs:\n  server:", "jobs:\n  server: none\n  other:", StringComparison.Ordinal))));
    }

    [Fact]
    public void Each_system_has_a_scenario_for_each_mode()
    {
        var expected = DriverCatalogue.Brokers.Except(DriverCatalogue.References).SelectMany(broker => new[] { $"{broker}-round-trip", $"{broker}-fire-and-forget" });
        Assert.Equal(expected.Concat(["bench", "none", "wrk"]).Order(), Map(Root, "scenarios").Keys.Cast<string>().Order());
    }

    [Fact]
    public void Each_service_of_a_scenario_has_a_job_and_an_agent_in_both_profiles()
    {
        var jobs = Map(Root, "jobs").Keys.Cast<string>().ToHashSet();
        foreach (var (scenario, services) in Map(Root, "scenarios"))
        {
            foreach (var (service, reference) in (Dictionary<object, object>)services)
            {
                Assert.Contains((string)((Dictionary<object, object>)reference)["job"], jobs);
                Assert.All(Profiles, profile => Assert.True(Map(Root, "profiles", profile, "jobs").ContainsKey(service), $"{scenario}: {service} has no agent in {profile}"));
            }
        }
    }

    [Fact]
    public void Each_job_of_ours_says_what_Cranks_agent_cannot_find_out()
    {
        // Its framework stands in no project file, and the agent's feeds are Microsoft's only.
        foreach (var (_, job) in OurJobs)
        {
            Assert.Equal("net10.0", job["framework"]);
            Assert.Equal(["-p:GENIE_PACKAGE_SOURCE={{packageSource}}"], (List<object>)job["buildArguments"]);
        }
    }

    [Fact]
    public void Bombardier_is_given_the_variables_and_nothing_of_its_own_wins_over_them()
    {
        var bombardier = Map(Root, "jobs", Bombardier);
        Assert.DoesNotContain("variables", bombardier.Keys);
        Assert.DoesNotContain("imports", Root.Keys);
        var known = Map(Root, "variables").Keys.Concat(Map(Root, "profiles", "local", "variables").Keys).Append("path").ToHashSet();
        Assert.All(Placeholder().Matches((string)bombardier["arguments"]), match => Assert.Contains(match.Groups[1].Value, known));
        Assert.Contains("-c {{connections}} -w {{warmup}} -d {{duration}}", (string)bombardier["arguments"], StringComparison.Ordinal);
    }

    [Fact]
    public void The_arguments_of_every_job_are_understood()
    {
        var root = CommandTable.CreateRoot(wanted: null);
        foreach (var (name, job) in OurJobs)
        {
            var variables = Map(Root, "variables").Concat(Map(Root, "profiles", "local", "variables")).ToDictionary(pair => (string)pair.Key, pair => $"{pair.Value}");
            if (job.TryGetValue("variables", out var own))
                foreach (var (variable, value) in (Dictionary<object, object>)own) variables[(string)variable] = Placeholder().Replace($"{value}", match => variables[match.Groups[1].Value]);
            var arguments = Placeholder().Replace((string)job["arguments"], match => variables[match.Groups[1].Value]);

            // The front is a command of its own, which a build without ASP.NET Core may lack.
            if (arguments.StartsWith("serve ", StringComparison.Ordinal) && root.Subcommands.All(command => command.Name != "serve")) continue;
            Assert.True(CommandLine.FindErrors(root.Parse(arguments)) is { Count: 0 }, $"{name}: {string.Join(' ', CommandLine.FindErrors(root.Parse(arguments)))}");
        }
    }

    [Fact]
    public void Its_variables_name_what_there_is()
    {
        Assert.Contains((string)Map(Root, "variables")["geocoder"], WorkloadFactory.Geocoders);
        Assert.Contains((string)Map(Root, "variables")["broker"], DriverCatalogue.Brokers);
    }

    private static IEnumerable<(string Name, Dictionary<object, object> Job)> OurJobs =>
        Map(Root, "jobs").Where(job => !Bombardier.Equals(job.Key)).Select(job => ((string)job.Key, (Dictionary<object, object>)job.Value));

    private static Dictionary<object, object> Map(Dictionary<object, object> of, params string[] path) => path.Aggregate(of, (map, key) => (Dictionary<object, object>)map[key]);

    private static Dictionary<object, object> Parse(string yaml) =>
        new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build().Deserialize<Dictionary<object, object>>(yaml);

    private static string ToJson(string yaml) => new SerializerBuilder().JsonCompatible().Build().Serialize(Parse(yaml));

    private static string ReadResource(string name)
    {
        using var stream = typeof(BenchmarkYamlTests).Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    [GeneratedRegex(@"\{\{\s*(\w+)\s*\}\}")]
    private static partial Regex Placeholder();
}
