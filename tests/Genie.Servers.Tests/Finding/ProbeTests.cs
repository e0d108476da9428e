using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Genie.Servers.Finding;
using Genie.Testing;

namespace Genie.Servers.Tests.Finding;

/// <summary>Every probe recognises its own server, and nothing else.</summary>
public sealed class ProbeTests
{
    public static TheoryData<string> Listening => [.. ServerCatalogue.All.Where(system => system.FolderOf is null).Select(system => system.Name)];

    public static TheoryData<string> Systems => [.. ServerCatalogue.All.Select(system => system.Name)];

    [SkippableTheory]
    [InlineData("nats", "nats-server 2.")]
    [InlineData("rabbitmq", "RabbitMQ 3.")]
    [InlineData("mqtt", "mosquitto 2.")]
    [InlineData("activemq", "ActiveMQ 5.")]
    [InlineData("redis", "Redis 7.")]
    [InlineData("postgis", "PostgreSQL")]
    public async Task The_server_tells_its_version(string name, string version)
    {
        var catalogued = ServerCatalogue.Get(name);
        var reason = ServerUnderTest.WhyUnavailable(name, catalogued.IsInstalled());
        Skip.If(reason is not null, reason);
        using var folder = new TemporaryFolder();
        var port = Ports.PickFree();
        await using var server = await catalogued.StartAsync!(folder.Path, port, CancellationToken.None);
        await AssertAnswersAsync(catalogued, port, version);
        var others = ServerCatalogue.All.Where(other => other.Name != name);
        Assert.All(await Task.WhenAll(others.Select(other => ServerFinder.TryAsync(other, other.LocalUrl(port), CancellationToken.None))), Assert.Null);
    }

    [SkippableTheory]
    [InlineData("kafka", "kafka", "Kafka broker")]
    [InlineData("artemis", "activemq", "ActiveMQ-Artemis 2.")]
    [InlineData("pulsar", "pulsar", "Pulsar 4.")]
    public async Task The_server_of_a_start_script_tells_its_version(string script, string name, string version)
    {
        // These servers are downloads of their own, so they are only tested where a script that starts one is named.
        Skip.If(ScriptServer.Find(script) is null, $"no {script} server: name a start script with {ScriptServer.Variable(script)}");
        using var folder = new TemporaryFolder();
        var port = Ports.PickFree();
        var variables = Spare.ToDictionary(variable => variable, _ => Ports.PickFree().ToString(CultureInfo.InvariantCulture));
        await using var server = await ScriptServer.StartAsync(script, ScriptServer.Find(script)!, folder.Path, port, variables, CancellationToken.None);
        await AssertAnswersAsync(ServerCatalogue.Get(name), port, version);
    }

    [SkippableFact]
    public async Task A_media_driver_is_found_by_its_folder_and_again_by_its_record()
    {
        Skip.If(ScriptServer.Find("aeron") is null, $"no aeron server: name a start script with {ScriptServer.Variable("aeron")}");
        var system = ServerCatalogue.Get("aeron");
        using var folder = new TemporaryFolder();
        var url = system.UrlOf(folder.Path, 0);
        Assert.Null(await ServerFinder.TryAsync(system, url, CancellationToken.None));
        await using (var server = await AeronServer.StartAsync(ScriptServer.Find("aeron")!, folder.Path, null, CancellationToken.None))
        {
            var record = JsonSerializer.Deserialize<ServerRecord>(JsonSerializer.Serialize(new ServerRecord(url, ServerOrigin.Native)))!;
            var found = await ServerFinder.TryAsync(system, record.Url, CancellationToken.None);
            Assert.StartsWith("Aeron media driver 1.", found?.Version, StringComparison.Ordinal);
            Assert.Equal((AeronServer.FolderOf(folder.Path), "dir"), (system.SettingOf(found!.Url), system.AddressSetting));
        }

        Assert.Null(await ServerFinder.TryAsync(system, url, CancellationToken.None));
    }

    [Theory]
    [MemberData(nameof(Systems))]
    public async Task Nothing_there_is_no_server(string name)
    {
        var system = ServerCatalogue.Get(name);
        Assert.Null(await ServerFinder.TryAsync(system, system.LocalUrl(Ports.PickFree()), CancellationToken.None));
    }

    [Fact]
    public async Task A_file_of_nonsense_is_no_media_driver()
    {
        using var folder = new TemporaryFolder();
        var random = new Random(1);
        for (var round = 0; round < 200; round++)
        {
            var nonsense = new byte[random.Next(4096)];
            random.NextBytes(nonsense);
            await File.WriteAllBytesAsync(Path.Combine(folder.Path, "cnc.dat"), nonsense);
            Assert.Null(await ServerFinder.TryAsync(ServerCatalogue.Get("aeron"), new Uri($"file://{folder.Path}"), CancellationToken.None));
        }
    }

    [Theory]
    [MemberData(nameof(Listening))]
    public async Task Whoever_answers_nonsense_is_no_server(string name)
    {
        // The seed is the name: another system gets other nonsense, and each the same every time.
        var random = new Random(name.Sum(character => character));
        foreach (var length in (int[])[1, 9, 40, 3000, 70_000])
        {
            var nonsense = new byte[length];
            random.NextBytes(nonsense);
            using var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            var answering = AnswerOnceAsync(listener, nonsense);
            var system = ServerCatalogue.Get(name);
            Assert.Null(await ServerFinder.TryAsync(system, system.LocalUrl(((IPEndPoint)listener.LocalEndpoint).Port), CancellationToken.None));
            await answering;
        }
    }

    private static readonly string[] Spare = ["CONTROLLER_PORT", "STOMP_PORT", "HTTP_PORT", "WEB_PORT"];

    private static async Task AssertAnswersAsync(ServerSystem system, int port, string version)
    {
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        FoundServer? found;
        while ((found = await ServerFinder.TryAsync(system, system.LocalUrl(port), timeout.Token)) is null) await Task.Delay(200, timeout.Token);
        Assert.StartsWith(version, found.Version, StringComparison.Ordinal);
    }

    private static async Task AnswerOnceAsync(TcpListener listener, byte[] answer)
    {
        using var socket = await listener.AcceptSocketAsync();
        try
        {
            await socket.SendAsync(answer);
            socket.Shutdown(SocketShutdown.Send);
            var rest = new byte[1024];
            while (await socket.ReceiveAsync(rest) > 0)
            {
                // Until the probe has had enough.
            }
        }
        catch (SocketException)
        {
            // It hung up in the middle.
        }
    }
}
