using System.Collections.Concurrent;
using Genie.Servers.Finding;
using Genie.Servers.Installing;
using Genie.Servers.Releases;
using Genie.Servers.Tests.Finding;
using Genie.Testing;

namespace Genie.Servers.Tests.Releases;

/// <summary>The real servers, from archives of their releases' layout that are fetched over loopback; their jars are those beside the start script that a variable names.</summary>
public sealed class ReleasedServerTests : IDisposable
{
    private static readonly AptPlace Nowhere = new() { AptGet = null };

    private readonly TemporaryFolder _folder = new();
    private readonly ConcurrentQueue<string> _said = new();

    public void Dispose() => _folder.Dispose();

    [SkippableTheory]
    [InlineData("kafka", "kafka", "kafka_2.13-1.0.tgz", "kafka_2.13-1.0/libs/", "Kafka broker")]
    [InlineData("artemis", "activemq", "apache-artemis-1.0-bin.tar.gz", "apache-artemis-1.0/lib/", "ActiveMQ-Artemis 2.")]
    [InlineData("pulsar", "pulsar", "apache-pulsar-1.0-bin.tar.gz", "apache-pulsar-1.0/lib/", "Pulsar 4.")]
    [InlineData("aeron", "aeron", "aeron-all-1.0.jar", "", "Aeron media driver 1.")]
    public async Task A_server_is_fetched_once_started_from_its_release_and_started_again_on_its_data(string release, string name, string fileName, string jars, string version)
    {
        var script = ScriptServer.Find(release);
        Skip.If(script is null, $"no {release} server: name a start script with {ScriptServer.Variable(release)}, with its jars in 'lib' beside it");
        var lib = Directory.GetFiles(Path.Combine(Path.GetDirectoryName(script)!, "lib"), "*.jar");
        var content = jars.Length == 0 ? await File.ReadAllBytesAsync(Assert.Single(lib))
            : ReleaseFile.Archive([ReleaseFile.File(jars.Split('/')[0] + "/bin/start"), .. lib.Select(jar => ReleaseFile.FileOf(jars + Path.GetFileName(jar), jar))]);
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { [$"/dist/{release}/{fileName}"] = content });
        var place = publisher.Place(_folder.Path, ReleaseFile.RowOf(release, fileName, content));
        var catalogued = PrivateState.Alone(name, $"released-{release}");
        var system = catalogued with
        {
            DebianPackages = [],
            IsInstalled = static () => false,
            StandardFolder = _folder.Path,
            Released = catalogued.Released! with { Place = () => place },
        };
        Assert.Null(system.NativeStart());
        Assert.Empty(await InstallAsync(system));
        Assert.Equal("installed", system.WayToStart(dockerAnswers: false));

        for (var round = 0; round < 2; round++)
        {
            var found = await ServerFinder.EnsureAsync(system, new StartOptions { Native = true, IsTemporary = true }, CancellationToken.None);
            Assert.StartsWith(version, found.Version, StringComparison.Ordinal);
            Assert.Equal(ServerOrigin.Native, found.Origin);
            await found.StopAsync(CancellationToken.None);
        }

        Assert.Empty(await InstallAsync(system));
        Assert.Single(publisher.Asked);
    }

    [SkippableFact]
    public async Task What_cannot_be_fetched_costs_only_its_own_system_and_without_a_row_there_is_nothing_to_fetch()
    {
        Skip.If(JavaRuntime.Find() is null, "no Java here");
        var content = ReleaseFile.Archive(ReleaseFile.File("thing/libs/thing.jar"));
        using var publisher = Publisher.Of(new Dictionary<string, byte[]> { ["/dist/pulsar/there.tgz"] = content });
        var place = publisher.Place(_folder.Path, ReleaseFile.RowOf("kafka", "away.tgz", content), ReleaseFile.RowOf("pulsar", "there.tgz", content));
        ServerSystem[] systems = [.. ((string[])["kafka", "pulsar", "aeron"]).Select(name => PrivateState.Alone(name, "costs") is var system ? system with { Released = system.Released! with { Place = () => place } } : null!)];
        var failure = Assert.Single(await InstallAsync(systems));
        Assert.Equal(systems[0].Name, failure.Key);
        Assert.Contains("answered 404", failure.Value, StringComparison.Ordinal);
        Assert.Equal([false, true, false], systems.Select(system => system.NativeStart() is not null));
        Assert.Equal(["The kafka 1.0", "The pulsar 1.0", ""], systems.Select(system => system.ReleaseTitle));
    }

    [Fact]
    public async Task Where_no_server_runs_what_would_be_fetched_is_told()
    {
        var system = PrivateState.Alone("kafka");
        var error = await Assert.ThrowsAsync<ServerException>(() => ServerFinder.EnsureAsync(system, new StartOptions { Native = true }, CancellationToken.None));
        Assert.Contains($"let './genie up {system.Name} --install' fetch Apache Kafka ", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Rows_of_the_table_are_whole()
    {
        Assert.All(ReleaseTable.All, row =>
        {
            Assert.Equal(("https", true), (row.Address.Scheme, row.Address.AbsolutePath.Contains(row.Version, StringComparison.Ordinal)));
            Assert.Matches(row.Checksum.Algorithm.Name == "SHA512" ? "^[0-9a-f]{128}$" : "^[0-9a-f]{64}$", row.Checksum.Hex);
        });
        Assert.Equal(ReleaseTable.All.Count, ReleaseTable.All.Select(row => row.Checksum.Hex).Distinct().Count());
        Assert.All(ServerCatalogue.All.Where(system => system.Released is not null), system => Assert.NotNull(new ReleasePlace().Find(system.Released!.Name)));
    }

    private Task<IReadOnlyDictionary<string, string>> InstallAsync(params ServerSystem[] systems) =>
        ServerInstaller.InstallAsync(systems, new DebianInstaller(Nowhere, _said.Enqueue), _said.Enqueue, CancellationToken.None);
}
