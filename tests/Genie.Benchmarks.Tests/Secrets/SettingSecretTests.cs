using Genie.Benchmarks.Agents;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Bench;
using Genie.Benchmarks.Commands.Genius;
using Genie.Benchmarks.Commands.Maps;
using Genie.Benchmarks.Drivers;
using Genie.EventStore.PostgreSql;
using Genie.Geocoding.Maps.Import;
using Genie.Geocoding.Maps.Info;
using Genie.Geocoding.PostGis;
using Genie.Grains.Orleans.PostgreSql;
using Genie.Testing;

namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>Whatever else reads a setting that may hold a secret says what is wrong with it without repeating it.</summary>
public sealed class SettingSecretTests
{
    private const string M = Marker.Text;

    private static readonly string[] ConnectionStrings = [$"postgres://u:{M}@h/d?x=1", $"Host=h;Port={M}", $"Host=h;Password=a;{M}=1", M, $"Host=h;Password='{M}", $"Host=h;SSL Mode={M}", $"Host=h;Timeout={M}"];

    private static readonly Dictionary<string, Func<string, Task>> Readers = new()
    {
        ["geocoder"] = static text => PostGisGeocoder.Open(new PostGisOptions { ConnectionString = text }).DisposeAsync().AsTask(),
        ["event store"] = static text => PostgreSqlEventStore.OpenAsync(new PostgreSqlStoreOptions { ConnectionString = text }, CancellationToken.None),
        ["maps"] = static text => DatabaseMaps.AnyAsync(text, CancellationToken.None),
        ["removal"] = static text => MapRemover.RunAsync("county", null, null, text, CancellationToken.None),
        ["cluster"] = static text => PostgreSqlCluster.CreateTablesAsync(text, CancellationToken.None),
        ["option"] = static text => Task.FromResult(MapPlaces.Check(text)),
        ["server"] = static text => ServerStore.OpenAsync(new GeniusSettings { Database = text }, CancellationToken.None),
    };

    public static TheoryData<string> ReaderNames => [.. Readers.Keys];

    [Theory]
    [MemberData(nameof(ReaderNames))]
    public async Task A_connection_string_is_refused_unsaid(string reader)
    {
        foreach (var text in ConnectionStrings)
        {
            var error = await Assert.ThrowsAnyAsync<Exception>(() => Readers[reader](text));
            Assert.True(error is ArgumentException or BadArgumentException, $"{text}: {error.GetType()}");
            Marker.AssertNotIn($"{error}", $"the error of {text}");
        }
    }

    [Fact]
    public async Task A_keyword_that_is_known_is_named() =>
        Assert.Contains("Port", (await Assert.ThrowsAsync<ArgumentException>(() => Readers["geocoder"]("Host=h;Port=x"))).Message, StringComparison.OrdinalIgnoreCase);

    [Theory]
    [InlineData("Url", """{"Name":"a","Url":"MARKER","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}""")]
    [InlineData("clear", """{"Name":"a","Url":"http://user:MARKER@receiver.example/MARKER?key=MARKER","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}""")]
    [InlineData("Secret", """{"Name":"a","Url":"https://receiver.example/","Secret":"MARKER"}""")]
    [InlineData("FormerSecret", """{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","FormerSecret":"MARKER"}""")]
    public async Task A_webhook_is_refused_unsaid(string named, string webhook)
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "config.json");
        await File.WriteAllTextAsync(file, $$"""{"Webhooks":[{{webhook.Replace("MARKER", M, StringComparison.Ordinal)}}]}""");
        var error = Assert.Throws<BadArgumentException>(() =>
        {
            var settings = Assert.Single(GeniusSettings.Read(file).Webhooks);
            settings.ToDelivery(0);
            settings.ToChannel();
        });
        Assert.Contains(named, error.Message, StringComparison.Ordinal);
        Marker.AssertNotIn($"{error}", "the error");
    }

    [Fact]
    public void An_address_that_agents_cannot_reach_is_told_without_its_password()
    {
        using var folder = new TemporaryFolder();
        PeerBook.OfAgents(folder.Path).Add(new Peer { Name = "a", Host = "192.0.2.1", Port = 5099, Fingerprint = "" });
        var settings = new Dictionary<string, string> { ["url"] = $"nats://u:{M}@127.0.0.1:4222" };
        var lack = AgentReach.LackOf("nats", DriverCatalogue.Of("nats")[0], settings, new AgentPlacement(["a"], AgentPlacement.Here, folder.Path));
        Assert.Contains("nats://***@127.0.0.1:4222", lack, StringComparison.Ordinal);
        Marker.AssertNotIn(lack, "the reason");
    }

    [Fact]
    public void Options_do_not_show_secrets_as_text()
    {
        var connection = $"Host=h;Password={M}";
        object[] options =
        [
            new PostgreSqlStoreOptions { ConnectionString = connection }, new PostGisOptions { ConnectionString = connection }, new MapImportOptions { File = "f", Layer = "county", ConnectionString = connection },
        ];
        Assert.All(options, each => Marker.AssertNotIn($"{each}", each.GetType().Name));
    }
}
