using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Genius.Keys;
using Genie.Extensions.Genius.Messages;
using Genie.Servers;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class GeniusCommandTests : IDisposable
{
    private const string OperatorKey = "of-the-operator";
    private const string SenderKey = "of-the-sender";

    private readonly string[] _steps = ["alarm", "acknowledged"];
    private readonly TemporaryFolder _folder = new();
    private readonly int _port = Ports.PickFree();
    private readonly int _webPort = Ports.PickFree();

    private string Url => $"http://127.0.0.1:{_port}";

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Rules_and_windows_outlive_the_server()
    {
        var config = new { Windows = new[] { new { Name = "minutes", Tumbling = "00:01:00", Rule = "fast" } } };
        using (var server = await StartAsync(config))
        {
            Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync("rules", "put", "fast", "value > 100", "--url", Url)).ExitCode);
            Assert.Equal(["fast"], (await ProcessAsync(1, 120, key: null)).Rules);
            Assert.Empty((await ProcessAsync(2, 80, key: null)).Rules);
            await GeniusProcess.EndAsync(server);
        }

        using (var server = await StartAsync(config))
        {
            // Sent again it is answered as the first time, and another one under its request key refused.
            Assert.Equal(["fast"], (await ProcessAsync(1, 120, key: null)).Rules);
            Assert.Contains("send this one with a key of its own", (await DecideAsync(1, 0, key: null)).Reason, StringComparison.Ordinal);
            var (code, output, error) = await GenieRun.RunAsync("rules", "list", "--url", Url);
            Assert.True(code == ExitCode.Success, error);
            Assert.StartsWith("fast  active  value > 100", output, StringComparison.Ordinal);
            await GeniusProcess.EndAsync(server);
        }
    }

    [Fact]
    public async Task A_key_opens_what_its_scopes_say_and_nothing_is_open_without()
    {
        var config = new
        {
            ApiKeys = new[]
            {
                new { Name = "operator", Sha256 = ApiKey.HashOf(OperatorKey), Scopes = new[] { ApiScope.Rules } },
                new { Name = "sender", Sha256 = ApiKey.HashOf(SenderKey), Scopes = new[] { ApiScope.Events } },
            },
        };
        using var server = await StartAsync(config);

        var (code, _, error) = await GenieRun.RunAsync("rules", "list", "--url", Url);
        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("401", error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Failure, (await GenieRun.RunAsync("rules", "list", "--url", Url, "--api-key", SenderKey)).ExitCode);
        Assert.Equal(ExitCode.Success, (await GenieRun.RunAsync("rules", "put", "all", "true", "--url", Url, "--api-key", OperatorKey)).ExitCode);
        Assert.Equal(["all"], (await ProcessAsync(1, 1, SenderKey)).Rules);
        Assert.Equal(StatusCode.Unauthenticated, (await Assert.ThrowsAsync<RpcException>(() => ProcessAsync(2, 1, key: null))).StatusCode);
        Assert.Equal(StatusCode.Unauthenticated, (await Assert.ThrowsAsync<RpcException>(() => ProcessAsync(2, 1, "another"))).StatusCode);
        Assert.Equal(StatusCode.PermissionDenied, (await Assert.ThrowsAsync<RpcException>(() => ProcessAsync(2, 1, OperatorKey))).StatusCode);
        using var http = new HttpClient();
        Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri($"http://127.0.0.1:{_webPort}/health/ready"))).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri($"http://localhost:{_webPort}/"))).StatusCode);
        using var rebound = new HttpRequestMessage(HttpMethod.Get, new Uri($"http://127.0.0.1:{_webPort}/")) { Headers = { Host = "rebound.example" } };
        Assert.Equal(HttpStatusCode.MisdirectedRequest, (await http.SendAsync(rebound)).StatusCode);
        await GeniusProcess.EndAsync(server);
    }

    [Fact]
    public async Task A_rule_about_what_is_not_there_is_warned_of_and_probes_do_not_fill_the_log_with_it()
    {
        using var server = await StartAsync(new { });
        var (code, put, _) = await GenieRun.RunAsync("rules", "put", "busy", "window(\"hours\").count > 1", "--url", Url);
        Assert.Equal(ExitCode.Success, code);
        Assert.Contains("warning: it names window(\"hours\")", put, StringComparison.Ordinal);
        Assert.Contains("warning: it names window(\"hours\")", (await GenieRun.RunAsync("rules", "list", "--url", Url)).Output, StringComparison.Ordinal);
        var (_, nowhere, _) = await GenieRun.RunAsync("rules", "put", "nowhere", "(place.county == \"42101\" || place.county == \"99999\") && place.state != \"US-ZZ\"", "--url", Url);
        Assert.Contains("warning: it names place.county == \"99999\" and place.state == \"US-ZZ\", which this host does not have", nowhere, StringComparison.Ordinal);
        var (_, somewhere, _) = await GenieRun.RunAsync("rules", "put", "somewhere", "place.county == \"42101\" && place.state == \"US-PA\" && place.country == \"US\"", "--url", Url);
        Assert.DoesNotContain("warning", somewhere, StringComparison.Ordinal);

        using var http = new HttpClient();
        for (var probe = 0; probe < 5; probe++) Assert.StartsWith("""{"status":"Degraded",""", await http.GetStringAsync(new Uri($"http://127.0.0.1:{_webPort}/health/ready")), StringComparison.Ordinal);
        Assert.Equal(ExitCode.Success, await server.EndAsync());
        Assert.InRange((await server.ErrorAsync()).Split('\n').Count(static line => line.Contains("hours", StringComparison.Ordinal)), 0, 1);
    }

    [Theory]
    [InlineData("""{"Listne":"127.0.0.1:0"}""", "Listne")]
    [InlineData("""{"Listen":"0.0.0.0:5000"}""", "there are no ApiKeys")]
    [InlineData("""{"Listen":"5000"}""", "no address with a port")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"00"}]}""", "64 hexadecimal digits")]
    [InlineData("""{"Windows":[{"Name":"w"}]}""", "needs one of Tumbling")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"soon"}]}""", "soon")]
    [InlineData("""{"Certificate":"a.pem"}""", "CertificateKey")]
    [InlineData("""{"Broker":"pigeons"}""", "pigeons")]
    [InlineData("""{"Jwt":{"Authority":"http://login.example","Audience":"genius"}}""", "an https address")]
    [InlineData("""{"Jwt":{"Authority":"https://login.example"}}""", "the Audience")]
    [InlineData("""{"Clients":[{"Name":"a"}]}""", "ClientAuthorities")]
    [InlineData("""{"Jwt":{"Authority":"https://login.example","Audience":"genius","EventsPerSecond":-1}}""", "EventsPerSecond")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"0000000000000000000000000000000000000000000000000000000000000000","Scopes":["all"]}]}""", "'all' of 'a' is no scope")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"0000000000000000000000000000000000000000000000000000000000000000","Keys":["truck-*","v*n"]}]}""", "'v*n' has a * that is not its end")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"0000000000000000000000000000000000000000000000000000000000000000","Keys":"truck-*"}]}""", "ApiKeys.0.Keys is a list of names")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"0000000000000000000000000000000000000000000000000000000000000000","Keys":[]}]}""", "ApiKeys.0.Keys is a list of names")]
    [InlineData("""{"ApiKeys":[{"Name":"a","Sha256":"0000000000000000000000000000000000000000000000000000000000000000","Consumers":[""]}]}""", "Consumers of 'a': an empty name means nothing")]
    [InlineData("""{"Silo":{}}""", "Silo needs a Database")]
    [InlineData("""{"Database":"Host=127.0.0.1","Silo":{"Address":"0.0.0.0:11111"}}""", "Silo.Address")]
    [InlineData("""{"Database":"Host=127.0.0.1","Silo":{"ProbeTimeout":"00:00:00"}}""", "Silo.ProbeTimeout")]
    [InlineData("""{"LiveGrainsMax":0}""", "LiveGrainsMax")]
    [InlineData("""{"TimersMax":0}""", "TimersMax")]
    [InlineData("""{"StreamsPerConnectionMax":0}""", "StreamsPerConnectionMax")]
    [InlineData("""{"Tables":[{"Name":"fleet"}]}""", "Tables: each needs a Name and a File")]
    [InlineData("""{"Models":{}}""", "Models needs a Folder")]
    [InlineData("""{"Models":{"Folder":"models","FileBytesMax":0}}""", "FileBytesMax is at least 1")]
    [InlineData("""{"Models":{"Folder":"models","Interval":"00:00:00"}}""", "Interval is longer than nothing")]
    [InlineData("""{"Outputs":[{"Channel":"facts"}]}""", "there is none")]
    [InlineData("""{"Webhooks":[{"Name":"a b","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]}""", "a Name of ASCII letters")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"receiver","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]}""", "Webhooks: 'a': Url is no address")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"http://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]}""", "in the clear")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/"}]}""", "needs a Secret or a SecretFile")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","Secret":"dG9vIHNob3J0"}]}""", "Secret is none")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","SecretFile":"missing.txt"}]}""", "missing.txt")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","Facts":["RuleMatched"]}]}""", "'RuleMatched' is no kind of fact")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","Rules":[]}]}""", "Webhooks.0.Rules is a list of names")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw","AttemptsMax":0}]}""", "AttemptsMax")]
    [InlineData("""{"Webhooks":[{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},{"Name":"a","Url":"https://receiver.example/","Secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}]}""", "'a' is there twice")]
    [InlineData("""{"AllowedHosts":["genius.example:443"]}""", "AllowedHosts: 'genius.example:443' is none")]
    [InlineData("""{"AllowedHosts":[]}""", "AllowedHosts is a list of names")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","Tumble":1}]}""", "Windows.0.Tumble is no setting; there are AllowedLateness, ")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:00:00"}]}""", "Windows: 'w': Tumbling is 00:00:00")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"-00:01:00"}]}""", "Windows: 'w': Tumbling is -00:01:00")]
    [InlineData("""{"Windows":[{"Name":"w","Session":"-00:01:00"}]}""", "Windows: 'w': Session is -00:01:00")]
    [InlineData("""{"Windows":[{"Name":"w","Sliding":"00:01:00","Slide":"00:02:00"}]}""", "Windows: 'w': Slide is 00:02:00")]
    [InlineData("""{"Windows":[{"Name":"w","Sliding":"01:00:00","Slide":"00:00:00.001"}]}""", "at least a thousandth of it")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00"},{"Name":"w","Tumbling":"00:02:00"}]}""", "Windows: 'w': version 1 is there twice")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","Version":0}]}""", "Windows: 'w': Version is at least 1")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","OutOfOrder":"-1"}]}""", "Windows: 'w': OutOfOrder is -1.00:00:00")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","IdleTimeout":"0"}]}""", "Windows: 'w': IdleTimeout is 00:00:00")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","TopItems":-1}]}""", "Windows: 'w': TopItems is at least 0")]
    [InlineData("""{"Windows":[{"Name":"w","Tumbling":"00:01:00","Backfill":"7"}]}""", "Windows: 'w': Backfill is one of None, ")]
    [InlineData("""{"Patterns":[{"Name":"p","Within":"00:01:00"}]}""", "Patterns: 'p': Steps are 2 to 16 names of rules")]
    [InlineData("""{"Patterns":[{"Name":"p","Steps":["a","b"]}]}""", "Patterns: 'p': Within is 00:00:00")]
    [InlineData("""{"Geofences":[{"Name":"g","HysteresisMetres":"NaN"}]}""", "Geofences: 'g': HysteresisMetres is a distance in metres, at least 0, not NaN")]
    [InlineData("""{"Geofences":[{"Name":"g","DwellAfter":"-1"}]}""", "Geofences: 'g': DwellAfter is -1.00:00:00")]
    [InlineData("""{"Geofences":[{"Name":"g"},{"Name":"g"}]}""", "Geofences: 'g': version 1 is there twice")]
    [InlineData("""{"Tables":[{"Name":"t","File":"a.csv"},{"Name":"t","File":"b.csv"}]}""", "Tables: 't': it is there twice")]
    [InlineData("""{"Database":"Host=;;foo"}""", "Database is no connection string")]
    [InlineData("""{"CompactInterval":"00:00:00"}""", "CompactInterval is 00:00:00")]
    [InlineData("""{"CompactInterval":"01:00:00","Database":"Host=127.0.0.1"}""", "CompactInterval is of a Store in a folder")]
    [InlineData("""{"Database":""}""", "Database is no connection string")]
    [InlineData("{", "config.json")]
    public async Task A_mistake_in_the_settings_is_named(string text, string named)
    {
        var file = Path.Combine(_folder.Path, "config.json");
        await File.WriteAllTextAsync(file, WithStore(text));
        var (code, _, error) = await GenieRun.RunAsync("genius", "serve", "--config", file);
        Assert.Equal(ExitCode.BadArguments, code);
        Assert.Contains(named, error, StringComparison.Ordinal);
        Assert.Single(error.TrimEnd().Split('\n'));
        Assert.DoesNotContain("BinderOptions", error, StringComparison.Ordinal);
        Assert.DoesNotContain("(Parameter", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_definition_that_is_another_one_than_the_store_has_is_a_mistake_of_the_settings()
    {
        object ConfigOf(string size) => new { Windows = new[] { new { Name = "minutes", Tumbling = size } }, Patterns = new[] { new { Name = "silent", Steps = _steps, Within = size } } };
        using (var server = await StartAsync(ConfigOf("00:01:00"))) await GeniusProcess.EndAsync(server);

        var settings = JsonSerializer.SerializeToNode(ConfigOf("00:02:00"))!.AsObject();
        settings["Store"] = Path.Combine(_folder.Path, "events");
        (settings["Listen"], settings["Web"]) = ("127.0.0.1:0", "127.0.0.1:0");
        foreach (var named in (string[])["Windows 'minutes', version 1,", "Pattern 'silent', version 1,"])
        {
            var file = Path.Combine(_folder.Path, "changed.json");
            await File.WriteAllTextAsync(file, settings.ToJsonString());
            var (code, _, error) = await GenieRun.RunAsync("genius", "serve", "--config", file);
            Assert.Equal(ExitCode.BadArguments, code);
            Assert.StartsWith(named, Assert.Single(error.TrimEnd().Split('\n')), StringComparison.Ordinal);
            settings.Remove("Windows");
        }
    }

    [Fact]
    public async Task What_cannot_be_reached_or_bound_is_told_in_one_line()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var file = Path.Combine(_folder.Path, "config.json");
        foreach (var settings in (string[])[$$"""{"Listen":"{{taken.LocalEndpoint}}"}""", $$$"""{"Broker":"nats","BrokerOptions":{"url":"nats://127.0.0.1:{{{_port}}}"}}"""])
        {
            await File.WriteAllTextAsync(file, WithStore(settings));
            var (code, _, error) = await GenieRun.RunAsync("genius", "serve", "--config", file);
            Assert.Equal(ExitCode.Failure, code);
            Assert.Contains("127.0.0.1:", Assert.Single(error.TrimEnd().Split('\n')), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_new_key_is_one_that_its_hash_is_of()
    {
        var (code, output, _) = await GenieRun.RunAsync("genius", "key");
        Assert.Equal(ExitCode.Success, code);
        var words = output.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries);
        Assert.True(new ApiKey { Sha256 = words[3] }.IsOf(words[1]), output);
        Assert.False(new ApiKey { Sha256 = words[3] }.IsOf(words[1] + "0"));
    }

    // The default is in the folder that the tests run in. A mistake of the text stays one.
    private string WithStore(string settings) => settings.Insert(1, $"{JsonSerializer.Serialize("Store")}:{JsonSerializer.Serialize(Path.Combine(_folder.Path, "events"))},");

    private Task<GenieRun> StartAsync(object settings)
    {
        var all = JsonSerializer.SerializeToNode(settings)!.AsObject();
        (all["Listen"], all["Web"]) = ($"127.0.0.1:{_port}", $"127.0.0.1:{_webPort}");
        return GeniusProcess.StartAsync(_folder.Path, all);
    }

    private async Task<ProcessReply> ProcessAsync(ulong sequence, double value, string? key) => (await DecideAsync(sequence, value, key)).Reply;

    private async Task<Decision> DecideAsync(ulong sequence, double value, string? key)
    {
        using var channel = GrpcChannel.ForAddress(Url);
        var metadata = new Metadata();
        if (key is not null) metadata.Add("authorization", "Bearer " + key);
        using var call = new GeniusEvents.GeniusEventsClient(channel).Process(metadata);
        var moved = new Event
        {
            Key = "truck-7",
            Run = 1,
            Sender = 1,
            Sequence = sequence,
            Kind = "moved",
            Time = DateTimeOffset.UnixEpoch.ToTimestamp(),
            Latitude = 40,
            Longitude = -75,
            Value = value,
        };
        try
        {
            await call.RequestStream.WriteAsync(moved);
            await call.RequestStream.CompleteAsync();
        }
        catch (Exception error) when (error is RpcException or InvalidOperationException)
        {
            // Refused before it was written: why, only the answer says.
        }

        Assert.True(await call.ResponseStream.MoveNext(default));
        return call.ResponseStream.Current;
    }
}
