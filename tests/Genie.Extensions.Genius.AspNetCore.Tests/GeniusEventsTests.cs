using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing.Grpc;
using Google.Protobuf;
using Grpc.Health.V1;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

/// <summary>The service as a client of other makers sees it.</summary>
public sealed class GeniusEventsTests(PythonPeer peer) : IClassFixture<PythonPeer>
{
    [SkippableFact]
    public async Task Every_event_gets_its_decision_in_order()
    {
        await using var server = await StartAsync();

        var decisions = await ProcessAsync(server, [.. Enumerable.Range(0, 50).Select(i => SampleEvents.Message("s" + (i % 3), (ulong)i, i % 2 == 0 ? 10 : -10))]);

        Assert.Equal(Enumerable.Range(0, 50).Select(i => (ulong)i), decisions.Select(decision => decision.Sequence));
        Assert.All(decisions, decision => Assert.Equal(decision.Sequence % 2 == 0 ? ["north", "seen"] : ["seen"], decision.Reply.Rules));
        Assert.All(decisions, decision => Assert.Equal((true, false), (decision.Accepted, decision.IsRepeat)));
    }

    [SkippableFact]
    public async Task An_event_sent_again_has_no_effect_and_gets_the_same_decision()
    {
        await using var server = await StartAsync();
        Event[] events = [SampleEvents.Message("s", 1), SampleEvents.Message("s", 2, -10)];
        var first = await ProcessAsync(server, events);

        var again = await ProcessAsync(server, events);

        Assert.All(again, decision => Assert.True(decision.IsRepeat));
        foreach (var decision in again) decision.IsRepeat = false;
        Assert.Equal(first, again);
        Assert.Equal(2, await server.Store.GetVersionAsync(ProcessedEvents.StreamOf("s"), default));
    }

    [SkippableFact]
    public async Task Another_event_under_a_known_request_key_is_refused_with_what_to_do()
    {
        await using var server = await StartAsync();
        await ProcessAsync(server, SampleEvents.Message("s", 1, -10));

        var decisions = await ProcessAsync(server, SampleEvents.Message("s", 1, 10), SampleEvents.Message("s", 2));

        Assert.Equal([false, true], decisions.Select(decision => decision.Accepted));
        Assert.Contains("a key of its own", decisions[0].Reason, StringComparison.Ordinal);
        Assert.Equal(2, await server.Store.GetVersionAsync(ProcessedEvents.StreamOf("s"), default));
    }

    [SkippableFact]
    public async Task A_malformed_event_is_refused_and_the_stream_goes_on()
    {
        await using var server = await StartAsync();
        var (nameless, endless) = (SampleEvents.Message("s", 2), SampleEvents.Message(new string('x', 2000), 3));
        nameless.Kind = "";
        var distant = SampleEvents.Message("s", 5);
        distant.Time = Google.Protobuf.WellKnownTypes.Timestamp.FromDateTimeOffset(new DateTimeOffset(9999, 1, 1, 0, 0, 0, TimeSpan.Zero));

        var decisions = await ProcessAsync(server, SampleEvents.Message("s", 1), nameless, endless, distant, SampleEvents.Message("s", 4));

        Assert.Equal([true, false, false, false, true], decisions.Select(decision => decision.Accepted));
        Assert.Contains("kind", decisions[1].Reason, StringComparison.Ordinal);
        Assert.Contains("future", decisions[3].Reason, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task Polling_brings_what_was_not_acknowledged()
    {
        await using var server = await StartAsync();
        await ProcessAsync(server, [.. Enumerable.Range(0, 5).Select(i => SampleEvents.Message("s", (ulong)i))]);
        var first = await PollAsync(server, new PollRequest { Consumer = "c", EventsMax = 4 });
        var unchanged = await PollAsync(server, new PollRequest { Consumer = "c", EventsMax = 4 });
        var rest = await PollAsync(server, new PollRequest { Consumer = "c", Acknowledged = first.Position });

        Assert.Equal(first, unchanged);
        var records = first.Records.Concat(rest.Records).ToArray();
        Assert.Equal(4, first.Records.Count);
        Assert.All(records, record => Assert.Equal(ProcessedEvents.EventType, record.Type));
        Assert.Equal(records.Select(record => record.Position).Order().Distinct(), records.Select(record => record.Position));
        Assert.Equal(
            Enumerable.Range(0, 5).Select(i => SampleEvents.Message("s", (ulong)i)),
            records.Select(record => ProcessedEvent.Parser.ParseFrom(record.Payload).Event));
        Assert.Empty((await PollAsync(server, new PollRequest { Consumer = "c", Acknowledged = rest.Position })).Records);
    }

    /// <summary>It is larger than what clients take by default, 4 MiB.</summary>
    [SkippableFact]
    public async Task The_largest_event_blocks_no_consumer_and_is_read_in_parts()
    {
        await using var server = await StartAsync();
        var large = SampleEvents.Event("s", 1) with { Payload = Enumerable.Range(0, 4_194_240).Select(i => (byte)(i % 251)).ToArray() };
        await server.Processor.ProcessAsync(large, default);
        await server.Processor.ProcessAsync(SampleEvents.Event("s", 2), default);

        var records = new List<Messages.Record>();
        for (var position = 0L; records.Count < 2;)
        {
            var page = await PollAsync(server, new PollRequest { Consumer = "c", Acknowledged = position });
            Assert.InRange(page.CalculateSize(), 1, 4 << 20);
            records.AddRange(page.Records);
            position = page.Position;
        }

        var request = new ReadPayloadRequest { Position = records[0].Position, Offset = 3 };
        var parts = await peer.CallAsync(new PythonCall(server.Target, "unary_stream", $"/{GeniusEvents.Descriptor.FullName}/ReadPayload", [request.ToByteArray()]));
        var payload = parts.Messages.SelectMany(each => PayloadPart.Parser.ParseFrom(each).Data).ToArray();
        Assert.Equal((true, 0L), (records[0].Payload.IsEmpty, records[1].OmittedPayloadBytes));
        Assert.Equal(records[0].OmittedPayloadBytes, payload.Length + 3);
        var stored = (await server.Store.ReadAsync(ProcessedEvents.StreamOf("s")))[0];
        Assert.True(stored.Payload.Span[3..].SequenceEqual(payload));
    }

    [SkippableFact]
    public async Task Who_subscribes_gets_every_fact_once_and_resumes_where_it_was()
    {
        await using var server = await StartAsync();
        await ProcessAsync(server, [.. Enumerable.Range(0, 6).Select(i => SampleEvents.Message("s", (ulong)i, i % 2 == 0 ? 10 : 40))]);
        await ProcessAsync(server, SampleEvents.Message("s", 5));

        var first = await SubscribeAsync(server, new SubscribeRequest(), 4);
        var rest = await SubscribeAsync(server, new SubscribeRequest { AfterPosition = first[^1].Position }, 2);

        Assert.Equal([0UL, 1, 2, 3, 4, 5], first.Concat(rest).Select(each => each.RulesMatched.Sequence));
        Assert.Equal(["north", "seen"], first[0].RulesMatched.Rules);
        var result = await peer.CallAsync(SubscribeCall(server, new SubscribeRequest { AfterPosition = 1_000_000 }));
        Assert.Equal("INVALID_ARGUMENT", result.Code);
    }

    [SkippableTheory]
    [InlineData("", 0)]
    [InlineData("c", 1_000_000)]
    public async Task A_poll_that_cannot_be_is_refused(string consumer, long acknowledged)
    {
        await using var server = await StartAsync();

        var result = await peer.CallAsync(PollCall(server, new PollRequest { Consumer = consumer, Acknowledged = acknowledged }));

        Assert.Equal("INVALID_ARGUMENT", result.Code);
    }

    [SkippableFact]
    public async Task Its_health_can_be_asked_for()
    {
        await using var server = await StartAsync();
        var request = new HealthCheckRequest { Service = GeniusEvents.Descriptor.FullName };

        var result = await peer.CallAsync(new PythonCall(server.Target, "unary_unary", $"/{Health.Descriptor.FullName}/Check", [request.ToByteArray()]));

        Assert.Equal(HealthCheckResponse.Types.ServingStatus.Serving, HealthCheckResponse.Parser.ParseFrom(result.Messages.Single()).Status);
    }

    private static Task<GeniusServer> StartAsync()
    {
        var reason = PythonPeer.WhyUnavailable();
        Skip.If(reason is not null, reason);
        return GeniusServer.StartAsync();
    }

    private static PythonCall PollCall(GeniusServer server, PollRequest request) =>
        new(server.Target, "unary_unary", $"/{GeniusEvents.Descriptor.FullName}/EventPoll", [request.ToByteArray()]);

    private static PythonCall SubscribeCall(GeniusServer server, SubscribeRequest request) =>
        new(server.Target, "unary_stream", $"/{GeniusEvents.Descriptor.FullName}/Subscribe", [request.ToByteArray()]);

    private async Task<Output[]> SubscribeAsync(GeniusServer server, SubscribeRequest request, int count)
    {
        var result = await peer.CallAsync(SubscribeCall(server, request) with { CancelAfter = count });
        return [.. result.Messages.Select(Output.Parser.ParseFrom)];
    }

    private async Task<PollResponse> PollAsync(GeniusServer server, PollRequest request) =>
        PollResponse.Parser.ParseFrom((await peer.CallAsync(PollCall(server, request))).Messages.Single());

    private async Task<Decision[]> ProcessAsync(GeniusServer server, params Event[] events)
    {
        var result = await peer.CallAsync(new PythonCall(server.Target, "stream_stream", $"/{GeniusEvents.Descriptor.FullName}/Process", [.. events.Select(each => each.ToByteArray())]));
        Assert.Equal("OK", result.Code);
        return [.. result.Messages.Select(Decision.Parser.ParseFrom)];
    }
}
