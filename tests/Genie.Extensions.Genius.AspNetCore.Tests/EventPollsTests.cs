using System.Text;
using Genie.Extensions.Genius.AspNetCore.Services;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Google.Protobuf.WellKnownTypes;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.AspNetCore.Tests;

public sealed class EventPollsTests(ITestOutputHelper output)
{
    private const int LimitBytes = 20_000;
    private static readonly GeniusGrpcOptions All = new() { PolledEvents = static _ => true };

    [Fact]
    public async Task Nothing_is_lost_and_nothing_acknowledged_comes_again_whatever_crashes()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var folder = new StoreFolder();
        var (appended, seen, acknowledged) = (0, new List<string>(), 0L);
        for (var run = 0; run < 5; run++)
        {
            await using var store = await folder.OpenAsync();
            var polls = new EventPolls(store, All);
            for (var step = 0; step < 20; step++)
            {
                for (var i = random.Next(4); i > 0; i--) await store.AppendTextAsync("s" + random.Next(3), $"{appended++}");
                var page = await polls.PollAsync(new PollRequest { Consumer = "c", Acknowledged = acknowledged, EventsMax = random.Next(1, 5) }, default);
                Assert.All(page.Events, each => Assert.True(each.Position > acknowledged));

                // It crashes before or after it has dealt with the page.
                if (random.Next(3) == 0) continue;
                seen.AddRange(page.Events.Select(each => Encoding.UTF8.GetString(each.Payload.Span)));
                acknowledged = page.Position;
            }
        }

        await using var last = await folder.OpenAsync();
        var rest = await new EventPolls(last, All).PollAsync(new PollRequest { Consumer = "c", Acknowledged = acknowledged }, default);
        seen.AddRange(rest.Events.Select(each => Encoding.UTF8.GetString(each.Payload.Span)));
        Assert.Equal(Enumerable.Range(0, appended).Select(i => $"{i}"), seen);
    }

    [Fact]
    public async Task A_poll_waits_for_the_first_event_as_long_as_it_was_told()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var clock = new ManualClock();
        var polls = new EventPolls(store, All with { Clock = clock, WaitMax = TimeSpan.FromSeconds(5) });
        var request = new PollRequest { Consumer = "c", Wait = Duration.FromTimeSpan(TimeSpan.FromDays(1)) };
        await polls.PollAsync(new PollRequest { Consumer = "c" }, default);
        var inVain = polls.PollAsync(request, default).AsTask();
        await Until.TrueAsync(() => inVain.IsCompleted, () => clock.Advance(TimeSpan.FromSeconds(5)));
        Assert.Empty((await inVain).Events);

        var waiting = polls.PollAsync(request, default).AsTask();
        await store.AppendTextAsync("s", "at last");
        Assert.Single((await waiting).Events);
    }

    [Fact]
    public async Task No_page_exceeds_the_clients_limit_and_no_record_blocks_the_consumer()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        var lengths = Enumerable.Range(0, 60).Select(_ => random.Next(3) == 0 ? LimitBytes + random.Next(-200, 200) : random.Next(2 * LimitBytes / 3)).ToArray();
        foreach (var each in lengths) await store.AppendTextAsync("s", new string('x', each));
        var (polls, records, acknowledged) = (new EventPolls(store, All), new List<Messages.Record>(), 0L);
        while (records.Count < lengths.Length)
        {
            var page = await polls.PollAsync(new PollRequest { Consumer = "c", Acknowledged = acknowledged, MessageBytesMax = LimitBytes }, default);
            var answer = EventMessages.ToMessage(page, LimitBytes);
            Assert.InRange(answer.CalculateSize(), 1, LimitBytes);
            Assert.NotEmpty(answer.Records);
            records.AddRange(answer.Records);
            acknowledged = page.Position;
        }

        Assert.Equal(lengths, records.Select(each => each.Payload.Length + (int)each.OmittedPayloadBytes));
        Assert.Contains(records, each => each.OmittedPayloadBytes > 0);
        Assert.All(records.Where(each => each.OmittedPayloadBytes > 0), each => Assert.InRange(each.OmittedPayloadBytes, LimitBytes - 100, int.MaxValue));
        await Assert.ThrowsAsync<ArgumentException>(async () => await polls.PollAsync(new PollRequest { Consumer = "c", MessageBytesMax = 100 }, default));
    }

    [Fact]
    public async Task A_page_ends_with_the_event_that_fills_it()
    {
        using var folder = new StoreFolder();
        await using var store = await folder.OpenAsync();
        for (var i = 0; i < 4; i++) await store.AppendTextAsync("s", new string('x', 100));

        var page = await new EventPolls(store, All with { PageBytes = 150 }).PollAsync(new PollRequest { Consumer = "c" }, default);

        Assert.Equal((2, page.Events[1].Position), (page.Events.Count, page.Position));
    }
}
