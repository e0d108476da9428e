using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Sources;
using Genie.Extensions.Genius.Streams.Windows;
using Genie.Testing;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>Sources that each send in order, at paces of their own, as they happen to mix.</summary>
public sealed class SourceOrderTests(ITestOutputHelper output)
{
    private static readonly WindowDefinition Definition = new()
    {
        Name = "w",
        Shape = new TumblingWindow(TimeSpan.FromTicks(50)),
        SourceOf = static value => value.Kind,
    };

    private readonly ManualClock _clock = new();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(null)]
    public void No_event_is_late_and_sums_are_those_of_all_events_in_order(int? chosen)
    {
        var seed = chosen ?? Environment.TickCount;
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var mixed = Mix(random);

        var (sums, late) = Run(mixed, isBySource: true, random);
        Assert.Equal(0, late);
        Assert.Equal(Run([.. mixed.OrderBy(static each => each.Input.Time)], isBySource: false, random).Sums, sums);
        Assert.True(Run(mixed, isBySource: false, random).Late > 10, "The order of arrival shows little.");
    }

    [Theory]
    [InlineData(false, 1000, 500)]
    [InlineData(true, 490, 500)]
    public void Commands_that_earlier_versions_recorded_are_done_again_as_they_were(bool isNow, long first, long last)
    {
        var state = StateOf(Definition);
        foreach (var (source, clock) in new[] { (1UL, 1000L), (2UL, 1010L), (2UL, 500L) })
            state.Apply(new WindowCommand { Entry = new WindowEntry { TimeTicks = 10, Source = source }, ClockTicks = clock, IsNow = isNow }.ToByteArray());
        Assert.Equal([first, isNow ? last : 1010], WindowsSaved.Parser.ParseFrom(state.Save()).Sources.Select(static each => each.ArrivedTicks));
    }

    // Each source's first event stands before all others: from it on it is known.
    private static List<(ulong Source, WindowInput Input)> Mix(Random random)
    {
        var times = Enumerable.Range(0, random.Next(2, 9)).Select(_ => 1_000L).ToArray();
        var paces = times.Select(_ => random.Next(2, 40)).ToArray();
        var mixed = times.Select((time, source) => ((ulong)source, new WindowInput(new DateTimeOffset(time, TimeSpan.Zero), random.Next(100), null))).ToList();
        for (var i = 0; i < 2_000; i++)
        {
            var source = random.Next(times.Length);
            times[source] += random.Next(paces[source]);
            mixed.Add(((ulong)source, new WindowInput(new DateTimeOffset(times[source], TimeSpan.Zero), random.Next(100), null)));
        }

        return mixed;
    }

    private (SortedDictionary<long, (long Count, double Sum)> Sums, int Late) Run(IEnumerable<(ulong Source, WindowInput Input)> mixed, bool isBySource, Random random)
    {
        var definition = isBySource ? Definition : Definition with { SourceOf = null };
        var (sums, late) = (new SortedDictionary<long, (long Count, double Sum)>(), 0);
        var state = StateOf(definition);
        foreach (var (source, input) in mixed)
        {
            var entry = new WindowEntry { TimeTicks = input.Time.UtcTicks, Value = input.Value };
            if (isBySource) entry.Source = source;
            Take(new WindowCommand { Entry = entry });
            if (random.Next(100) != 0) continue;
            var again = StateOf(definition);
            again.Load(state.Save());
            Assert.Equal(state.Save(), again.Save());
            state = again;
        }

        Take(new WindowCommand { WatermarkTicks = long.MaxValue / 2 });
        return (sums, late);

        void Take(WindowCommand command)
        {
            var reply = WindowReply.Parser.ParseFrom(state.Apply(state.Prepare(command.ToByteArray())));
            if (reply.IsLate) late++;

            // Without any lateness no window is reported twice.
            foreach (var each in reply.Outcomes) sums.Add(each.StartTicks, (each.Count, each.Sum));
        }
    }

    private WindowState StateOf(WindowDefinition definition) => new(definition, definition.SourceOf is null ? null : new SourceClock(_clock, TimeSpan.FromMinutes(1)));
}
