using System.Net;
using System.Net.Sockets;
using Genie.Servers.Finding;
using Genie.Testing;

namespace Genie.Servers.Tests.Finding;

public sealed class ServerFinderTests
{
    private static readonly StartOptions Native = new() { Native = true };
    private static readonly StartOptions Temporary = new() { Native = true, IsTemporary = true };

    [SkippableFact]
    public async Task A_server_is_started_found_again_and_ended()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        var system = PrivateState.Alone("nats");
        var started = await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        Assert.Equal(ServerOrigin.Native, started.Origin);
        Assert.Equal(system.StandardPort, started.Url.Port);
        Assert.StartsWith("nats-server ", started.Version, StringComparison.Ordinal);

        var again = await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        Assert.Equal((ServerOrigin.Running, started.Url), (again.Origin, again.Url));
        await again.StopAsync(CancellationToken.None);
        Assert.True(Ports.IsListening(started.Url.Port), "whoever did not start it must not end it");

        await started.StopAsync(CancellationToken.None);
        Assert.False(Ports.IsListening(started.Url.Port));
        Assert.False(await ServerStopper.EndAsync(system, deleteData: false, CancellationToken.None));
    }

    [SkippableFact]
    public async Task A_temporary_server_is_ended_by_the_last_who_uses_it_and_nobody_finds_it_on_the_standard_port()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        var system = PrivateState.Alone("nats");
        var first = await ServerFinder.EnsureAsync(system, Temporary, CancellationToken.None);
        var second = await ServerFinder.EnsureAsync(system, Temporary, CancellationToken.None);
        Assert.Equal((ServerOrigin.Native, ServerOrigin.Running, first.Url), (first.Origin, second.Origin, second.Url));
        Assert.NotEqual(system.StandardPort, first.Url.Port);
        await first.StopAsync(CancellationToken.None);
        Assert.True(Ports.IsListening(first.Url.Port), "it was ended while another used it");
        await second.StopAsync(CancellationToken.None);
        Assert.False(Ports.IsListening(first.Url.Port));
    }

    [SkippableFact]
    public async Task A_temporary_server_that_is_asked_for_to_stay_stays()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        var system = PrivateState.Alone("nats");
        var temporary = await ServerFinder.EnsureAsync(system, Temporary, CancellationToken.None);
        await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        await temporary.StopAsync(CancellationToken.None);
        Assert.True(Ports.IsListening(temporary.Url.Port));
        Assert.True(await ServerStopper.EndAsync(system, deleteData: true, CancellationToken.None));
    }

    [SkippableFact]
    [Trait("Tier", "nightly")]
    [Trait("Seconds", "40")]
    public async Task Two_programs_that_start_all_servers_at_once_do_not_meet()
    {
        foreach (var name in OtherGenie.Systems)
        {
            var reason = ServerUnderTest.WhyUnavailable(name, ServerCatalogue.Get(name).IsInstalled());
            Skip.If(reason is not null, reason);
        }

        var others = await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => OtherProcess.StartAsync(typeof(OtherGenie), OtherGenie.Ready, OtherGenie.StartsServers)));
        List<string> said = [];
        foreach (var other in others)
        {
            for (var i = 0; i < OtherGenie.Systems.Count; i++) said.Add(await other.Output.ReadLineAsync().WaitAsync(TimeSpan.FromMinutes(4)) ?? "it ended");
            Assert.Equal(0, await other.WaitForEndAsync().WaitAsync(TimeSpan.FromMinutes(2)));
            await other.DisposeAsync();
        }

        Assert.All(said, line => Assert.Matches(@"^\w+ \d+$", line));
        Assert.Equal(said.Count, said.Select(line => line.Split(' ')[1]).Distinct().Count());
    }

    [SkippableFact]
    public async Task Asked_by_four_at_once_it_is_started_once()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        var system = PrivateState.Alone("nats");
        var found = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => ServerFinder.EnsureAsync(system, Native, CancellationToken.None)));
        Assert.Single(found, server => server.WasStarted);
        Assert.Single(found.Select(server => server.Url).Distinct());
        Assert.True(await ServerStopper.EndAsync(system, deleteData: true, CancellationToken.None));
        Assert.False(Directory.Exists(ServerFolders.Of(system)));
    }

    [SkippableFact]
    public async Task Where_something_else_has_the_standard_port_another_one_is_used_and_found_again()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        using var stranger = new TcpListener(IPAddress.Loopback, 0);
        stranger.Start();
        var system = PrivateState.Alone("nats") with { StandardPort = ((IPEndPoint)stranger.LocalEndpoint).Port };
        using var hangUp = new CancellationTokenSource();
        var greeting = GreetAsync(stranger, hangUp.Token);
        var started = await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        Assert.NotEqual(system.StandardPort, started.Url.Port);
        Assert.Equal(started.Url, (await ServerFinder.FindAsync(system, CancellationToken.None))?.Url);
        await started.StopAsync(CancellationToken.None);
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => greeting);
    }

    [SkippableFact]
    public async Task A_server_that_ran_already_is_used_and_left_alone()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        using var folder = new TemporaryFolder();
        var system = PrivateState.Alone("nats");
        await using var server = await NatsServer.StartAsync(folder.Path, system.StandardPort, null, CancellationToken.None);
        Assert.Equal(ServerOrigin.Running, (await ServerFinder.EnsureAsync(system, Native, CancellationToken.None)).Origin);
        Assert.False(await ServerStopper.EndAsync(system, deleteData: true, CancellationToken.None));
        Assert.True(Ports.IsListening(system.StandardPort));
    }

    [SkippableFact]
    public async Task A_server_that_crashed_is_started_anew()
    {
        var reason = ServerUnderTest.WhyUnavailable("nats", NatsServer.IsInstalled);
        Skip.If(reason is not null, reason);
        var system = PrivateState.Alone("nats");
        await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        var first = ProcessIdentity.Read(ServerFolders.Of(system))!;
        using (var process = System.Diagnostics.Process.GetProcessById(first.ProcessId))
        {
            process.Kill();
            await process.WaitForExitAsync();
        }

        Assert.False(first.IsAlive);
        var second = await ServerFinder.EnsureAsync(system, Native, CancellationToken.None);
        Assert.True(second.WasStarted);
        Assert.NotEqual(first, ProcessIdentity.Read(ServerFolders.Of(system)));
        Assert.True(await ServerStopper.EndAsync(system, deleteData: true, CancellationToken.None));
    }

    [Fact]
    public async Task A_process_that_was_given_the_same_id_later_is_not_ended()
    {
        var system = PrivateState.Alone("nats");
        ServerFolders.CreatePrivate(ServerFolders.Of(system));
        await File.WriteAllTextAsync(Path.Combine(ServerFolders.Of(system), "server.process"), $"{Environment.ProcessId}\nanother boot 1\n9\n");

        // It is this very process that would be ended.
        Assert.False(await ServerStopper.EndAsync(system, deleteData: false, CancellationToken.None));
        Assert.Null(ProcessIdentity.Read(ServerFolders.Of(system)));
    }

    [Fact]
    public async Task A_server_named_by_a_variable_that_does_not_answer_is_an_error_that_names_it()
    {
        var system = PrivateState.Alone("nats");
        var port = Ports.PickFree();
        Environment.SetEnvironmentVariable(system.UrlVariable, $"nats://127.0.0.1:{port}");
        var error = await Assert.ThrowsAsync<ServerException>(() => ServerFinder.EnsureAsync(system, Native, CancellationToken.None));
        Assert.Contains($"127.0.0.1:{port}", error.Message, StringComparison.Ordinal);
        Assert.Contains(system.UrlVariable, error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_cannot_be_started_says_what_to_do()
    {
        var system = PrivateState.Alone("nats") with { IsInstalled = () => false };
        var error = await Assert.ThrowsAsync<ServerException>(() => ServerFinder.EnsureAsync(system, Native, CancellationToken.None));
        Assert.Contains("--install", error.Message, StringComparison.Ordinal);
        Assert.Contains("apt-get install nats-server", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_start_that_fails_leaves_nothing_behind()
    {
        var system = PrivateState.Alone("nats") with
        {
            IsInstalled = () => true,
            StartAsync = static (folder, port, token) => ServerProcess.StartAsync(
                new ServerCommand { Name = "broken", FileName = "/bin/sh", Arguments = ["-c", "echo out of luck; exit 7"], Folder = folder, Port = port }, token),
        };
        var error = await Assert.ThrowsAsync<ServerException>(() => ServerFinder.EnsureAsync(system, Native, CancellationToken.None));
        Assert.Contains("out of luck", error.Message, StringComparison.Ordinal);
        Assert.Null(ServerRecord.Read(system));
        Assert.Null(ProcessIdentity.Read(ServerFolders.Of(system)));
    }

    [Fact]
    public void An_unknown_name_is_answered_with_the_nearest() =>
        Assert.Contains("'rabbitmq'", Assert.Throws<ServerException>(() => ServerCatalogue.Get("rabitmq")).Message, StringComparison.Ordinal);

    private static async Task GreetAsync(TcpListener stranger, CancellationToken cancellationToken)
    {
        while (true)
        {
            using var client = await stranger.AcceptTcpClientAsync(cancellationToken);
            await client.GetStream().WriteAsync("220 mail.example ESMTP\r\n"u8.ToArray(), cancellationToken);
        }
    }
}
