using System.Collections.Concurrent;
using System.Text;
using Genie.Faults;
using Genie.Servers;
using MQTTnet;
using MQTTnet.Formatter;

namespace Genie.Brokers.Mqtt.Tests;

/// <summary>What MQTT 5 has beyond the contract, on a real server, through every client that was compiled.</summary>
[Collection(MosquittoTests.Name)]
public sealed class MqttFeatureTests(MosquittoFixture fixture)
{
    private static readonly byte[] Message = Encoding.UTF8.GetBytes("a message");
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly string _channel = $"feature-{Guid.NewGuid():n}";

    public static TheoryData<string> Clients => [.. MqttDrivers.All.Select(driver => driver.Client)];

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_confirmed_send_that_nobody_listens_for_is_unroutable(string client)
    {
        fixture.Require();
        await using var broker = Create(client, fixture.Options);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
        for (var i = 0; i < 3; i++) await Assert.ThrowsAsync<UnroutableException>(() => connection.SendAsync(Message, default).AsTask());
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_request_at_qos_1_that_nobody_listens_for_is_unroutable_at_once(string client)
    {
        fixture.Require();
        await using var broker = Create(client, fixture.Options with { RequestQos = MqttQos.AtLeastOnce });
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        await Assert.ThrowsAsync<UnroutableException>(async () => (await connection.RequestAsync(Message, default).AsTask().WaitAsync(Timeout)).Dispose());
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_request_after_a_loss_that_nobody_listens_for_is_unroutable_at_once(string client)
    {
        fixture.Require();
        await using var relay = TcpFaultProxy.Start(fixture.Options.Url.Port);
        await using var broker = Create(client, fixture.Options with { Url = new Uri($"mqtt://127.0.0.1:{relay.EndPoint.Port}") });
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) }, default);
        relay.ResetAll();
        Exception? error;
        do error = await Record.ExceptionAsync(() => connection.RequestAsync(Message, default).AsTask().WaitAsync(Timeout));
        while (error is LinkLostException);
        Assert.IsType<UnroutableException>(error);
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_request_expires_at_the_server_with_its_callers_time_out(string client)
    {
        fixture.Require();
        var (url, interval) = (fixture.Options.Url, new TaskCompletionSource<uint>());
        using var listener = new MqttClientFactory().CreateMqttClient();
        listener.ApplicationMessageReceivedAsync += message =>
        {
            interval.TrySetResult(message.ApplicationMessage.MessageExpiryInterval);
            return Task.CompletedTask;
        };
        await listener.ConnectAsync(new MqttClientOptionsBuilder().WithProtocolVersion(MqttProtocolVersion.V500).WithTcpServer(url.Host, url.Port).Build());
        await listener.SubscribeAsync(fixture.Options.TopicPrefix + _channel);
        await using var broker = Create(client, fixture.Options);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { RequestTimeout = TimeSpan.FromSeconds(59.5) }, default);
        using var givingUp = new CancellationTokenSource();
        var request = connection.RequestAsync(Message, givingUp.Token).AsTask();
        Assert.InRange(await interval.Task.WaitAsync(Timeout), 30u, 60u);
        await givingUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => request);
    }

    [Theory]
    [InlineData(0.02, 1)]
    [InlineData(10, 10)]
    [InlineData(59.5, 60)]
    public void A_requests_interval_is_its_time_out_in_whole_seconds(double seconds, uint expected) =>
        Assert.Equal(expected, RequestExpiry.SecondsOf(TimeSpan.FromSeconds(seconds)));

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task Where_the_first_server_is_away_a_further_one_is_taken(string client)
    {
        fixture.Require();
        var there = fixture.Options;
        var away = there with { Url = new Uri($"mqtt://127.0.0.1:{Ports.PickFree()}"), FurtherServers = $"{there.Url.Host}:{there.Url.Port}" };
        await using var broker = Create(client, away);
        await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), (_, _, _) => ValueTask.CompletedTask, default);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        (await connection.RequestAsync(Message, default)).Dispose();
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task The_server_tells_its_product_and_version_and_does_not_delay(string client)
    {
        fixture.Require();
        await using var broker = Create(client, fixture.Options);
        Assert.Equal("", broker.Traits.Server);
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
        Assert.Matches(@"^mosquitto \d+\.\d+", broker.Traits.Server);
        Assert.DoesNotContain("Nagle", broker.Traits.Remarks, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_server_that_delays_small_packets_is_found_out()
    {
        fixture.RequireOwn();
        var folder = Directory.CreateTempSubdirectory("genie-test-mqtt-nagle-").FullName;
        await using (var server = await MosquittoServer.StartAsync(folder, Ports.PickFree(), new MosquittoSettings { NoDelay = false }, default))
        {
            await using var broker = Create("wire", new MqttOptions { Url = new Uri($"mqtt://127.0.0.1:{server.Port}") });
            await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
            Assert.Contains("Nagle", broker.Traits.Remarks, StringComparison.Ordinal);
            Assert.Contains("set_tcp_nodelay", broker.Traits.Remarks, StringComparison.Ordinal);
        }

        Directory.Delete(folder, recursive: true);
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_user_with_signs_in_the_password_gets_in(string client)
    {
        fixture.RequireOwn();
        var url = new Uri($"mqtt://{MosquittoFixture.User}:{Uri.EscapeDataString(MosquittoFixture.Password)}@127.0.0.1:{fixture.GuardedPort}");
        await ExchangeAsync(Create(client, new MqttOptions { Url = url }));
        await ExchangeAsync(Create(client, new MqttOptions
        {
            Url = new Uri($"mqtt://127.0.0.1:{fixture.GuardedPort}"),
            User = MosquittoFixture.User,
            Password = MosquittoFixture.Password,
        }));
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task Messages_travel_under_TLS_where_the_authority_is_named(string client)
    {
        fixture.RequireOwn();
        await ExchangeAsync(Create(client, Secure() with { TlsCaFile = fixture.Certificates.CaFile }));
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task A_certificate_that_is_not_trusted_or_of_another_name_ends_the_attempt(string client)
    {
        fixture.RequireOwn();
        foreach (var options in new[] { Secure(), Secure() with { TlsCaFile = fixture.Certificates.CaFile, TlsServerName = "another.example" } })
        {
            await using var broker = Create(client, options);
            var error = await Assert.ThrowsAsync<BrokerTlsException>(async () => await broker.ConnectAsync(_channel, new ConnectionOptions(), default));
            Assert.False(error.IsTransient);
        }
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task What_the_server_does_not_allow_is_an_error_of_its_own(string client)
    {
        fixture.RequireOwn();
        var folder = Directory.CreateTempSubdirectory("genie-test-mqtt-acl-").FullName;
        var rules = Path.Combine(folder, "acl");
        await File.WriteAllTextAsync(rules, "topic readwrite genie-reply/#\ntopic read genie/open\n");
        await using (var server = await MosquittoServer.StartAsync(
            folder, Ports.PickFree(), new MosquittoSettings { Configuration = $"acl_file {rules}" }, default))
        {
            await using var broker = Create(client, new MqttOptions { Url = new Uri($"mqtt://127.0.0.1:{server.Port}"), Probe = false });
            await using var connection = await broker.ConnectAsync("open", new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
            var error = await Assert.ThrowsAsync<BrokerPermissionException>(() => connection.SendAsync(Message, default).AsTask());
            Assert.Contains("not authorized", error.Message, StringComparison.Ordinal);
        }

        Directory.Delete(folder, recursive: true);
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task The_servers_own_limits_are_kept(string client)
    {
        fixture.RequireOwn();
        var folder = Directory.CreateTempSubdirectory("genie-test-mqtt-limits-").FullName;
        var settings = new MosquittoSettings { Configuration = "max_packet_size 20000\nmax_keepalive 20" };
        await using (var server = await MosquittoServer.StartAsync(folder, Ports.PickFree(), settings, default))
        {
            await using var broker = Create(client, new MqttOptions { Url = new Uri($"mqtt://127.0.0.1:{server.Port}") });
            await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), Echo, default);
            await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
            var max = (int)broker.Traits.MaxPayloadBytes;
            Assert.InRange(max, 18_000, 20_000);
            await Assert.ThrowsAsync<PayloadTooLargeException>(async () => (await connection.RequestAsync(new byte[max + 1], default)).Dispose());
            using var reply = await connection.RequestAsync(new byte[max - 1], default);
            Assert.Equal(max - 1, reply.Payload.Length);
        }

        Directory.Delete(folder, recursive: true);
    }

    [SkippableTheory]
    [MemberData(nameof(Clients))]
    public async Task More_sends_than_the_server_lets_be_under_way_all_arrive(string client)
    {
        fixture.RequireOwn();
        var folder = Directory.CreateTempSubdirectory("genie-test-mqtt-window-").FullName;
        var settings = new MosquittoSettings { Configuration = "max_inflight_messages 3" };
        await using (var server = await MosquittoServer.StartAsync(folder, Ports.PickFree(), settings, default))
        {
            foreach (var qos in new[] { MqttQos.AtLeastOnce, MqttQos.ExactlyOnce })
            {
                await using var broker = Create(client, new MqttOptions { Url = new Uri($"mqtt://127.0.0.1:{server.Port}"), Qos = qos });
                var seen = new ConcurrentDictionary<int, int>();
                await using (await broker.ListenAsync(_channel, new ListenOptions(), (message, _, _) => Count(seen, message.FirstSpan[0]), default))
                {
                    await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions { Confirmation = Confirmation.Accepted }, default);
                    await Task.WhenAll(Enumerable.Range(0, 200).Select(number => connection.SendAsync(new[] { (byte)number }, default).AsTask()));
                }

                Assert.Equal(200, seen.Count);
                Assert.All(seen.Values, count => Assert.Equal(1, count));
            }
        }

        Directory.Delete(folder, recursive: true);
    }

    [SkippableTheory]
    [InlineData("topic-prefix", "a/#/")]
    [InlineData("reply-prefix", "+")]
    public void A_prefix_that_is_no_topic_is_refused(string name, string prefix)
    {
        var options = name == "topic-prefix" ? new MqttOptions { TopicPrefix = prefix } : new MqttOptions { ReplyPrefix = prefix };
        var error = Assert.Throws<BrokerSettingException>(() => MqttDrivers.All[0].Create(options));
        Assert.Contains(name, error.Message, StringComparison.Ordinal);
    }

    private static IBroker Create(string client, MqttOptions options) => MqttDrivers.All.Single(driver => driver.Client == client).Create(options);

    private static ValueTask Count(ConcurrentDictionary<int, int> seen, int number)
    {
        seen.AddOrUpdate(number, 1, static (_, count) => count + 1);
        return ValueTask.CompletedTask;
    }

    private static ValueTask Echo(System.Buffers.ReadOnlySequence<byte> message, System.Buffers.IBufferWriter<byte> reply, CancellationToken cancellationToken)
    {
        foreach (var segment in message) System.Buffers.BuffersExtensions.Write(reply, segment.Span);
        return ValueTask.CompletedTask;
    }

    private MqttOptions Secure() => new()
    {
        Url = new Uri($"mqtts://localhost:{fixture.TlsPort}"),
        User = MosquittoFixture.User,
        Password = MosquittoFixture.Password,
    };

    private async Task ExchangeAsync(IBroker broker)
    {
        await using (broker)
        {
            await using var listener = await broker.ListenAsync(_channel, new ListenOptions(), Echo, default);
            await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), default);
            using var reply = await connection.RequestAsync(Message, default);
            Assert.Equal(Message, reply.Payload.ToArray());
        }
    }
}
