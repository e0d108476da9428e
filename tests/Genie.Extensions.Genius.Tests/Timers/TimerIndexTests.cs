using Genie.EventStore;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Journal;
using Genie.Extensions.Genius.Streams.Timers;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Timers;

public sealed class TimerIndexTests(ITestOutputHelper output)
{
    private const int Idle = 50;
    private long _version;

    [Fact]
    public void A_key_fires_when_it_has_been_idle_and_the_clock_has_passed_what_is_due_as_a_plain_model_says()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var (index, model) = (new TimerIndex(static (_, _) => TimeSpan.FromTicks(Idle), TimeProvider.System), new Dictionary<string, (long Recorded, long Due, long Arrived)>());
        var fired = 0;
        for (var now = 1_000L; now < 20_000; now += random.Next(1, 12))
        {
            var stream = $"s{random.Next(6)}";
            switch (random.Next(8))
            {
                case 0:
                    var due = random.Next(4) == 0 ? 0 : now + random.Next(-200, 200);
                    index.Apply(Record(stream, TimerEvents.EventType, now, new TimerSet { Kind = TimerKind.Window, Name = "w", Key = stream, DueTicks = due }.ToByteArray()));
                    if (due == 0) model.Remove(stream);
                    else model[stream] = (due, due, now);
                    break;
                case < 5:
                    index.Apply(Record(stream, JournalEntry.EventType, now, []));
                    if (model.TryGetValue(stream, out var known)) model[stream] = (known.Recorded, known.Recorded, now);
                    break;
                default:
                    break;
            }

            var taken = index.TakeDue(now, int.MaxValue);
            Assert.Equal(model.Where(each => Math.Max(each.Value.Due, each.Value.Arrived) + Idle <= now).Select(each => each.Key).Order(), taken.Select(each => each.Stream).Order());
            foreach (var each in taken)
            {
                // What the key says is due next holds until its next input, and not for an answer from before that.
                var (next, isStale) = (now + random.Next(1, 300), random.Next(5) == 0);
                index.Done(each, isStale ? next + 10_000 : next, isStale ? each.Version - 1 : each.Version);
                if (isStale) index.Done(each, next, each.Version);
                model[each.Stream] = (model[each.Stream].Recorded, next, model[each.Stream].Arrived);
            }

            fired += taken.Count;
        }

        output.WriteLine($"{fired} fired");
        Assert.True(fired > 50, $"{fired} that fired show little.");
    }

    /// <summary>The clock ran ten days ahead when the input was recorded, and was set back before the index began, while it ran, or while its timers were saved.</summary>
    [Theory]
    [InlineData("before")]
    [InlineData("running")]
    [InlineData("saved")]
    public void A_key_whose_input_is_recorded_in_a_time_to_come_is_idle_from_when_the_clock_was_set_back(string setBack)
    {
        var clock = new ShiftedClock(new ManualClock()) { Shift = TimeSpan.FromDays(100) };
        var now = clock.GetUtcNow();
        var timer = new TimerSet { Kind = TimerKind.Window, Name = "w", Key = "s", DueTicks = now.UtcTicks }.ToByteArray();
        var ahead = (now + TimeSpan.FromDays(10)).UtcTicks;
        if (setBack != "before") clock.Shift += TimeSpan.FromDays(10);
        var index = Index();
        index.Apply(Record("s", TimerEvents.EventType, ahead, timer));
        index.Apply(Record("s", JournalEntry.EventType, ahead, []));
        clock.Shift = TimeSpan.FromDays(100);
        if (setBack == "saved")
        {
            var saved = index.Save();
            Assert.Equal(ahead, Assert.Single(saved.Timers).ArrivedTicks);
            index = Index();
            index.Load(saved.Position, saved.Timers, [], saved.NextPage);
        }

        // As those do who wait for the next one.
        Assert.Null(index.TakeDuePage(now.UtcTicks));
        Assert.Empty(index.TakeDue(now.UtcTicks + Idle - 1, int.MaxValue));
        Assert.Single(index.TakeDue(now.UtcTicks + Idle, int.MaxValue));

        TimerIndex Index() => new(static (_, _) => TimeSpan.FromTicks(Idle), clock);
    }

    private RecordedEvent Record(string stream, string type, long ticks, byte[] payload)
    {
        _version++;
        return new RecordedEvent(stream, _version, _version, new DateTimeOffset(ticks, TimeSpan.Zero), null, type, payload);
    }
}
