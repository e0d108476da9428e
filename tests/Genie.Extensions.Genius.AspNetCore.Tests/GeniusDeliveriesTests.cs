using System.Collections.Concurrent;
using Genie.Extensions.Genius.AspNetCore.Callers;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Testing;
using Google.Protobuf.Collections;
using Grpc.Core;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>Dead letters are seen and tried again from outside.</summary>
public sealed class GeniusDeliveriesTests : IAsyncLifetime
{
    private static readonly Metadata Limited = new() { { "x-limited", "1" } };

    private readonly SwitchedChannel _receiver = new();
    private GeniusServer _server = null!;

    private GeniusDeliveries.GeniusDeliveriesClient Deliveries => new(_server.Channel);

    public async Task InitializeAsync()
    {
        _server = await GeniusServer.StartAsync(
            new GeniusGrpcOptions { AccessOf = static call => call.RequestHeaders.Get("x-limited") is null ? CallerAccess.Everything : new CallerAccess { Keys = new NamePatterns(["truck-*"]) } },
            services => services
                .AddGeniusDelivery(new DeliveryOptions { Subscription = "hooks", Receiver = "https://receiver.example/hook", Filter = static each => GeniusOutputs.Read(each) is not null }, _ => _receiver)
                .AddGeniusDelivery(new DeliveryOptions { Subscription = "another", Filter = static _ => false }, _ => _receiver));
    }

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task What_was_given_up_is_listed_with_its_reason_and_tried_again()
    {
        foreach (var key in (string[])["truck-1", "truck-2", "truck-3"]) await new GeniusEvents.GeniusEventsClient(_server.Channel).ProcessOneAsync(SampleEvents.Message(key, 1));
        await Until.TrueAsync(() => List().Single(each => each.Subscription == "hooks").Dead == 3);
        Assert.Equal(["another", "hooks"], List().Select(each => each.Subscription));
        var health = await _server.CheckHealthAsync("deliveries");
        Assert.Equal(HealthStatus.Degraded, health.Status);
        Assert.Contains("1 subscriptions give up what they have to deliver, and keep it as dead letters: hooks: the receiver said no", health.Description, StringComparison.Ordinal);
        Assert.Equal("https://receiver.example/hook", List()[1].Receiver);

        var first = await Deliveries.ListDeadLettersAsync(new ListDeadLettersRequest { Subscription = "hooks", LettersMax = 2 });
        Assert.True(first.HasMore);
        Assert.Equal((2, "the receiver said no", ProcessedEvents.StreamOf("truck-1"), ProcessedEvents.EventType, 1), (first.Letters.Count, first.Letters[0].Reason, first.Letters[0].Stream, first.Letters[0].Type, first.Letters[0].Attempts));
        Assert.NotNull(first.Letters[0].RecordedAt);
        var second = await Deliveries.ListDeadLettersAsync(new ListDeadLettersRequest { Subscription = "hooks", AfterPosition = first.Letters[^1].Position });
        Assert.Equal((1, false), (second.Letters.Count, second.HasMore));

        _receiver.IsUp = true;
        var one = await Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "hooks", Positions = { first.Letters[1].Position, 99_999 } });
        Assert.Equal((1, 2), (one.Requeued, one.Dead));
        await Until.TrueAsync(() => _receiver.Delivered.Count == 1);
        Assert.Equal(2, (await Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "hooks", All = true })).Requeued);
        await Until.TrueAsync(() => _receiver.Delivered.Count == 3);
        await Until.TrueAsync(() => List()[1] is { Waiting: 0, Dead: 0 });
        await Until.TrueAsync(async () => (await _server.CheckHealthAsync("deliveries")).Status == HealthStatus.Healthy);
        Assert.Empty((await Deliveries.ListDeadLettersAsync(new ListDeadLettersRequest { Subscription = "hooks" })).Letters);
    }

    [Fact]
    public async Task Mistakes_and_callers_of_some_keys_are_refused()
    {
        async Task RefusedAsync<T>(StatusCode code, AsyncUnaryCall<T> call) => Assert.Equal(code, (await Assert.ThrowsAsync<RpcException>(() => call.ResponseAsync)).StatusCode);
        await RefusedAsync(StatusCode.NotFound, Deliveries.ListDeadLettersAsync(new ListDeadLettersRequest { Subscription = "none" }));
        await RefusedAsync(StatusCode.NotFound, Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "none", All = true }));
        await RefusedAsync(StatusCode.InvalidArgument, Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "hooks" }));
        await RefusedAsync(StatusCode.InvalidArgument, Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "hooks", All = true, Positions = { 1 } }));
        await RefusedAsync(StatusCode.InvalidArgument, Deliveries.ListDeadLettersAsync(new ListDeadLettersRequest { Subscription = "hooks", LettersMax = -1 }));
        await RefusedAsync(StatusCode.PermissionDenied, Deliveries.ListDeliveriesAsync(new ListDeliveriesRequest(), Limited));
        await RefusedAsync(StatusCode.PermissionDenied, Deliveries.RequeueDeadLettersAsync(new RequeueDeadLettersRequest { Subscription = "hooks", All = true }, Limited));
    }

    private RepeatedField<DeliveryEntry> List() => Deliveries.ListDeliveries(new ListDeliveriesRequest()).Deliveries;

    private sealed class SwitchedChannel : IDeliveryChannel
    {
        public bool IsUp { get; set; }

        public ConcurrentDictionary<long, string> Delivered { get; } = new();

        public ValueTask<DeliveryOutcome> DeliverAsync(DeliveryAttempt attempt, CancellationToken cancellationToken)
        {
            if (!IsUp) return ValueTask.FromResult(DeliveryOutcome.Refused("the receiver said no"));
            Delivered[attempt.Event.Position] = attempt.Id;
            return ValueTask.FromResult(DeliveryOutcome.Delivered);
        }
    }
}
