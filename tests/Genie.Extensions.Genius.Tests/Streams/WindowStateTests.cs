using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Windows;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class WindowStateTests(ITestOutputHelper output)
{
    private static readonly TimeSpan Unit = TimeSpan.FromTicks(1);

    public static TheoryData<string, int> Cases()
    {
        var cases = new TheoryData<string, int>();
        foreach (var shape in new[] { "tumbling", "sliding", "session" })
        {
            for (var seed = 1; seed <= 8; seed++) cases.Add(shape, seed);
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Windows_report_what_a_plain_model_reports_whatever_the_order_of_events(string shape, int seed)
    {
        output.WriteLine($"{shape}, seed {seed}");
        var random = new Random(seed);
        var definition = new WindowDefinition
        {
            Name = "w",
            Shape = shape switch
            {
                "tumbling" => new TumblingWindow(Unit * random.Next(5, 40)),
                "sliding" => new SlidingWindow(Unit * random.Next(20, 40), Unit * random.Next(3, 20)),
                _ => new SessionWindow(Unit * random.Next(2, 12)),
            },
            OutOfOrder = Unit * random.Next(0, 15),
            AllowedLateness = Unit * random.Next(0, 30),
            TopItems = 3,
        };
        var (state, model, reported, late) = (new WindowState(definition), new NaiveWindows(definition), new ReportedWindows(), 0);
        var now = 1000;
        for (var i = 0; i < 400; i++)
        {
            now += random.Next(4);
            if (random.Next(40) == 0) now += 60;
            if (random.Next(30) == 0)
            {
                reported.Take(Apply(state, new WindowCommand { WatermarkTicks = now - 5 }));
                model.Advance(now - 5);
            }
            else
            {
                var input = new WindowInput(new DateTimeOffset(now - random.Next(1 + random.Next(150)), TimeSpan.Zero), random.Next(-50, 50), random.Next(5) == 0 ? null : $"item-{random.Next(6)}");
                var reply = Apply(state, CommandOf(input));
                reported.Take(reply);
                Assert.Equal(!model.Take(input), reply.IsLate);
                if (reply.IsLate) late++;
            }

            Assert.Equal(model.Reported().OrderBy(each => each.Key), reported.Current.OrderBy(each => each.Key));
            if (random.Next(20) == 0) state = Restarted(state, definition);
        }

        Assert.True(reported.Current.Count > 5 && late > 0, $"{reported.Current.Count} windows and {late} late events show little.");
        Apply(state, new WindowCommand { WatermarkTicks = now + 1000 });
        Assert.Equal(0, state.Open);
    }

    [Fact]
    public void Memory_is_bounded_by_the_time_that_windows_stay_open()
    {
        var definition = new WindowDefinition { Name = "w", Shape = new SlidingWindow(Unit * 100, Unit * 10), OutOfOrder = Unit * 50, AllowedLateness = Unit * 50 };
        var state = new WindowState(definition);
        for (var i = 0; i < 5000; i++)
        {
            Apply(state, CommandOf(new WindowInput(new DateTimeOffset(1000 + (3 * i), TimeSpan.Zero), 1, "item")));
            Assert.InRange(state.Open, 1, (100 + 50 + 50 + 100) / 10);
        }
    }

    [Fact]
    public void A_session_that_grows_after_it_was_reported_takes_its_result_back()
    {
        var state = new WindowState(new WindowDefinition { Name = "w", Shape = new SessionWindow(Unit * 10), AllowedLateness = Unit * 100 });
        Apply(state, CommandOf(At(100)));
        Apply(state, CommandOf(At(115)));
        var first = Assert.Single(Apply(state, CommandOf(At(130))).Outcomes, outcome => outcome.StartTicks == 115);

        var outcomes = Apply(state, CommandOf(At(107))).Outcomes;

        Assert.Equal((115, 125), (first.StartTicks, first.EndTicks));
        Assert.Equal([(100L, 110L, true), (115, 125, true), (100, 125, false)], outcomes.Select(outcome => (outcome.StartTicks, outcome.EndTicks, outcome.IsRetracted)));
        Assert.Equal(3, outcomes[^1].Count);
    }

    [Theory]
    [InlineData(512, 0)]
    [InlineData(20_000, 0.07)]
    [InlineData(300_000, 0.07)]
    public void Distinct_is_exact_for_few_and_close_for_many(int items, double tolerance)
    {
        var (whole, even, odd) = (new DistinctCounter(), new DistinctCounter(), new DistinctCounter());
        for (var i = 0; i < 2 * items; i++)
        {
            var hash = ItemHash.Of($"item-{i % items}");
            whole.Add(hash);
            (i % 2 == 0 ? even : odd).Add(hash);
        }

        even.Merge(odd);
        Assert.InRange(whole.Count, items * (1 - tolerance), items * (1 + tolerance));
        Assert.Equal(whole.Count, even.Count);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Counts_of_frequent_items_err_within_what_they_say(int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var (counter, other, truth) = (new TopCounter(50), new TopCounter(50), new Dictionary<string, long>());
        const int Events = 20_000;
        for (var i = 0; i < Events; i++)
        {
            var item = $"item-{(int)Math.Pow(2000, random.NextDouble())}";
            truth[item] = truth.GetValueOrDefault(item) + 1;
            (i < Events / 2 ? counter : other).Add(item);
        }

        counter.Merge(other);
        var items = counter.Items.ToList();
        Assert.Equal(50, items.Count);
        Assert.All(items, item => Assert.InRange(truth[item.Item], item.Count - item.Error, item.Count));
        Assert.All(items, item => Assert.InRange(item.Error, 0, 2 * Events / 50));
        Assert.Equal(truth.OrderByDescending(pair => pair.Value).Take(3).Select(pair => pair.Key), items.Take(3).Select(item => item.Item));
    }

    private static WindowInput At(long ticks) => new(new DateTimeOffset(ticks, TimeSpan.Zero), 1, null);

    private static WindowCommand CommandOf(WindowInput input)
    {
        var entry = new WindowEntry { TimeTicks = input.Time.UtcTicks, Value = input.Value };
        if (input.Item is not null) entry.Item = input.Item;
        return new WindowCommand { Entry = entry };
    }

    private static WindowReply Apply(WindowState state, WindowCommand command) => WindowReply.Parser.ParseFrom(state.Apply(command.ToByteArray()));

    private static WindowState Restarted(WindowState state, WindowDefinition definition)
    {
        var again = new WindowState(definition);
        again.Load(state.Save());
        Assert.Equal(state.Save(), again.Save());
        return again;
    }
}
