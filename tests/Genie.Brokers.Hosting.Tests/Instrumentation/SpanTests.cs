using System.Buffers;
using System.Diagnostics;
using Genie.Brokers.Envelopes;
using Genie.Brokers.Hosting.Tests.Logging;
using Genie.Testing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting.Tests.Instrumentation;

/// <summary>Spans and figures by OpenTelemetry's conventions, and trace context through real systems.</summary>
[Collection(HostingTests.Name)]
public sealed class SpanTests(ServersFixture servers)
{
    private readonly string _channel = Exchanges.NewChannel();

    [SkippableTheory]
    [InlineData("inmemory", "")]
    [InlineData("nats", "wire")]
    [InlineData("nats", "official")]
    [InlineData("mqtt", "wire")]
    public async Task The_span_of_the_handler_has_that_of_the_sender_as_parent_and_link(string system, string client)
    {
        servers.Require(system);
        using var telemetry = new Telemetry(_channel);
        using var host = Build(system, client, traceContext: true);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(_channel, new ConnectionOptions(), CancellationToken.None);
        using (var shop = new Activity("shop") { TraceStateString = "shop=7" }.Start())
        {
            await Exchanges.ExpectAnswersAsync(connection, [100]);
            await TestHost.WaitUntilAsync(() => telemetry.Spans.Count() >= 2);
            var (sent, processed) = (telemetry.Span($"request {_channel}"), telemetry.Span($"process {_channel}"));
            Assert.Equal((shop.TraceId, shop.SpanId), (sent.TraceId, sent.ParentSpanId));
            Assert.Equal((sent.TraceId, sent.SpanId), (processed.TraceId, processed.ParentSpanId));
            Assert.Equal(sent.SpanId, Assert.Single(processed.Links).Context.SpanId);
            Assert.Equal("shop=7", processed.TraceStateString);
            Assert.True(processed.HasRemoteParent);
            Assert.Equal((ActivityKind.Producer, ActivityKind.Consumer), (sent.Kind, processed.Kind));
            Assert.Equal(2, telemetry.Spans.Count());
        }

        await host.StopAsync();
    }

    [SkippableTheory]
    [InlineData("nats", "wire")]
    [InlineData("nats", "official")]
    [InlineData("mqtt", "wire")]
    public async Task With_native_headers_the_context_is_traceparent_and_tracestate(string system, string client)
    {
        servers.Require(system);
        var channel = _channel + "-headers";
        using var telemetry = new Telemetry(channel);
        using var host = Build(system, client, traceContext: true);
        await host.StartAsync();
        var broker = host.Services.GetRequiredService<IBroker>();
        var received = new TaskCompletionSource<MessageHeaders>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var listener = await broker.ListenAsync(
            channel, new ListenOptions { NativeHeaders = true },
            (message, _, _) =>
            {
                MessageEnvelope.TryRead(message.ToArray(), out var headers, out _);
                received.TrySetResult(headers);
                return ValueTask.CompletedTask;
            }, CancellationToken.None);
        await using var connection = await broker.ConnectAsync(channel, new ConnectionOptions { NativeHeaders = true }, CancellationToken.None);
        using (new Activity("shop") { TraceStateString = "shop=7" }.Start()) await connection.SendAsync(new byte[] { 1, 2 }, CancellationToken.None);
        await TestHost.WaitUntilAsync(() => telemetry.Spans.Count() >= 2);
        var (sent, processed) = (telemetry.Span($"send {channel}"), telemetry.Span($"process {channel}"));
        Assert.Equal((sent.TraceId, sent.SpanId), (processed.TraceId, processed.ParentSpanId));
        var values = (await received.Task).Values;
        Assert.Equal(($"00-{sent.TraceId}-{sent.SpanId}-01", "shop=7"), (values["traceparent"], values["tracestate"]));
        await host.StopAsync();
    }

    [SkippableFact]
    public async Task Spans_and_figures_are_named_as_the_conventions_have_it()
    {
        servers.Require("nats");
        using var telemetry = new Telemetry(_channel);
        using var host = Build("nats", "wire", traceContext: false);
        await host.StartAsync();
        await using var connection = await host.Services.GetRequiredService<IBroker>().ConnectAsync(_channel, new ConnectionOptions(), CancellationToken.None);
        await connection.SendAsync(new byte[17], CancellationToken.None);
        await TestHost.WaitUntilAsync(() => telemetry.Measurements.Count() >= 4 && telemetry.Spans.Count() >= 2);

        var (sent, processed) = (telemetry.Span($"send {_channel}"), telemetry.Span($"process {_channel}"));
        Assert.Equal((ActivityKind.Client, ActivityKind.Consumer), (sent.Kind, processed.Kind));
        Assert.NotEqual(sent.TraceId, processed.TraceId);
        Assert.Equal(17L, sent.GetTagItem("messaging.message.body.size"));
        Dictionary<string, object?> expected = new()
        {
            ["messaging.system"] = "nats",
            ["messaging.destination.name"] = _channel,
            ["messaging.operation.name"] = "send",
            ["messaging.operation.type"] = "send",
            ["server.address"] = servers.Nats.Url.Host,
            ["server.port"] = servers.Nats.Url.Port,
        };
        Assert.All(expected, tag => Assert.Equal(tag.Value, sent.GetTagItem(tag.Key)));
        Assert.Equal(("process", "process", "workers"), (processed.GetTagItem("messaging.operation.name"), processed.GetTagItem("messaging.operation.type"), processed.GetTagItem("messaging.consumer.group.name")));
        Assert.Equal(
            [("messaging.client.consumed.messages", "{message}"), ("messaging.client.operation.duration", "s"), ("messaging.client.sent.messages", "{message}"), ("messaging.process.duration", "s")],
            telemetry.Measurements.Select(each => (each.Name, each.Unit)).Order());
        var counted = Assert.Single(telemetry.Measurements, each => each.Name == "messaging.client.sent.messages");
        Assert.Equal(1, counted.Value);
        Assert.Equal(expected.OrderBy(tag => tag.Key), counted.Tags.OrderBy(tag => tag.Key));
        await host.StopAsync();
    }

    [Fact]
    public async Task What_failed_has_its_type()
    {
        using var telemetry = new Telemetry(_channel);
        using var host = Build("inmemory", "", traceContext: true);
        await host.StartAsync();
        await using var broker = host.Services.GetRequiredService<IBroker>();
        await using var listener = await broker.ListenAsync(_channel + "-failing", new ListenOptions(), (_, _, _) => throw new InvalidOperationException("as asked"), CancellationToken.None);
        using var failing = new Telemetry(_channel + "-failing");
        await using var connection = await broker.ConnectAsync(_channel + "-failing", new ConnectionOptions(), CancellationToken.None);
        await Assert.ThrowsAsync<RemoteHandlerException>(async () => await connection.RequestAsync(new byte[1], CancellationToken.None));

        await TestHost.WaitUntilAsync(() => failing.Spans.Count() >= 2 && failing.Measurements.Count() >= 4);
        Assert.Equal(typeof(RemoteHandlerException).FullName, failing.Span($"request {_channel}-failing").GetTagItem("error.type"));
        var processed = failing.Span($"process {_channel}-failing");
        Assert.Equal((ActivityStatusCode.Error, typeof(InvalidOperationException).FullName), (processed.Status, processed.GetTagItem("error.type")));
        Assert.All(failing.Measurements, each => Assert.Contains("error.type", each.Tags));
        await host.StopAsync();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_listener_that_has_opted_in_takes_what_comes_without_context(bool begins)
    {
        using var host = Build("inmemory", "", traceContext: true);
        await host.StartAsync();
        var broker = host.Services.GetRequiredService<IBroker>();
        await using var connection = await broker.ConnectAsync(_channel, new ConnectionOptions(), CancellationToken.None);
        byte[] message = begins ? [0xFE, 0x47, 0x54, 0x43, 1, 0, 36, 1, 2, 3] : [1, 2, 3];
        using var reply = await connection.RequestAsync(message, CancellationToken.None);
        Assert.Equal(message, reply.Payload.ToArray());
        await host.StopAsync();
    }

    private IHost Build(string system, string client, bool traceContext) => TestHost.Build(
        options =>
        {
            (options.System, options.Client, options.TraceContext) = (system, client, traceContext);
            if (servers.MqttUrl is { } mqtt) options.Settings["mqtt"] = new Dictionary<string, string> { ["url"] = mqtt };
            if (system == "nats") options.Settings["nats"] = new Dictionary<string, string> { ["url"] = servers.Nats.Url.ToString() };
        },
        broker => broker.AddListener<Echo>(_channel), new LogKeeper());
}
