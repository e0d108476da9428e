using Genie.EventStore;
using Genie.Extensions.Genius.Events;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Google.Protobuf.WellKnownTypes;
using Grpc.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>What one bad event does to a stream of events, and what a client is told of errors that nobody expected.</summary>
public sealed class ProcessErrorsTests
{
    [Fact]
    public async Task Events_that_may_not_be_are_refused_by_their_decisions_and_those_behind_them_take_effect()
    {
        await using var server = await GeniusServer.StartAsync();
        var client = new GeniusEvents.GeniusEventsClient(server.Channel);
        var longitude = With(1, static message => message.Longitude = double.NaN);
        (Event Message, string Field)[] wrong =
        [
            (longitude, "longitude"),
            (With(2, static message => message.Latitude = 400), "latitude"),
            (With(3, static message => message.Value = double.PositiveInfinity), "value"),
            (With(4, static message => message.Key = new string('k', 1_010)), "key"),
            (With(5, static message => message.Key = "a\0"), "key"),
            (With(6, static message => message.Attributes = new Struct { Fields = { ["speed"] = Value.ForNumber(double.NaN) } }), "speed"),
        ];

        var decisions = await ProcessAsync(client, [.. wrong.Select(each => each.Message), SampleEvents.Message("s", 7)]);

        Assert.Equal([false, false, false, false, false, false, true], decisions.Select(each => each.Accepted));
        Assert.All(wrong.Zip(decisions), each => Assert.Contains(each.First.Field, each.Second.Reason, StringComparison.Ordinal));
        var one = await client.ProcessOneAsync(longitude);
        Assert.Equal((false, decisions[0].Reason), (one.Accepted, one.Reason));
        Assert.Equal(1, await server.Store.GetVersionAsync(ProcessedEvents.StreamOf("s"), default));
    }

    [Fact]
    public async Task An_event_that_its_processing_calls_wrong_is_refused_and_the_stream_goes_on()
    {
        await using var server = await FailingAsync(new ArgumentException("no such thing"));

        var decisions = await ProcessAsync(new GeniusEvents.GeniusEventsClient(server.Channel), SampleEvents.Message("fails", 1), SampleEvents.Message("s", 2));

        Assert.Equal([(false, "no such thing"), (true, "")], decisions.Select(each => (each.Accepted, each.Reason)));
    }

    [Fact]
    public async Task An_error_that_nobody_expected_is_internal_and_in_the_servers_log_alone()
    {
        var log = new ErrorLog();
        await using var server = await FailingAsync(new FormatException("a secret of the host"), log);
        var client = new GeniusEvents.GeniusEventsClient(server.Channel);

        var ofStream = await Assert.ThrowsAsync<RpcException>(() => ProcessAsync(client, SampleEvents.Message("fails", 1), SampleEvents.Message("s", 2)));
        var ofOne = await Assert.ThrowsAsync<RpcException>(async () => await client.ProcessOneAsync(SampleEvents.Message("fails", 1)));

        Assert.Equal((StatusCode.Internal, StatusCode.Internal), (ofStream.StatusCode, ofOne.StatusCode));
        Assert.DoesNotContain("secret", ofStream.Status.Detail + ofOne.Status.Detail, StringComparison.Ordinal);
        Assert.Equal(2, log.Errors.Count(each => each is FormatException));
    }

    /// <summary>An event that may not be processed now, such as one of another caller's key, ends the stream with its own status, as a call alone does.</summary>
    [Fact]
    public async Task A_stream_and_a_call_alone_end_with_the_same_status()
    {
        await using var server = await FailingAsync(new EventStoreException("away", isTransient: true));
        var client = new GeniusEvents.GeniusEventsClient(server.Channel);

        var ofStream = await Assert.ThrowsAsync<RpcException>(() => ProcessAsync(client, SampleEvents.Message("fails", 1)));
        var ofOne = await Assert.ThrowsAsync<RpcException>(async () => await client.ProcessOneAsync(SampleEvents.Message("fails", 1)));

        Assert.Equal((StatusCode.Unavailable, StatusCode.Unavailable), (ofStream.StatusCode, ofOne.StatusCode));
    }

    private static Task<GeniusServer> FailingAsync(Exception error, ErrorLog? log = null) => GeniusServer.StartAsync(null, services =>
    {
        services.AddSingleton<IEventProcessor>(new Failing(error));
        if (log is not null) services.AddSingleton<ILoggerProvider>(log);
    });

    private static Event With(ulong sequence, Action<Event> change)
    {
        var message = SampleEvents.Message("s", sequence);
        change(message);
        return message;
    }

    private static async Task<List<Decision>> ProcessAsync(GeniusEvents.GeniusEventsClient client, params Event[] events)
    {
        using var call = client.Process();
        foreach (var each in events) await call.RequestStream.WriteAsync(each);
        await call.RequestStream.CompleteAsync();
        return await call.ResponseStream.ReadAllAsync().ToListAsync();
    }

    private sealed class Failing(Exception error) : IEventProcessor
    {
        public ValueTask<GeniusAnswer> ProcessAsync(GeniusEvent value, CancellationToken cancellationToken) =>
            value.Key == "fails" ? throw error : new ValueTask<GeniusAnswer>(new GeniusAnswer([], [], [], IsRepeat: false));
    }
}
