using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Patterns;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class PatternStateTests(ITestOutputHelper output)
{
    private static readonly PatternDefinition Login = new() { Name = "p", Steps = ["fail", "fail", "success"], Within = TimeSpan.FromTicks(100) };
    private static readonly PatternDefinition Unpaid = new() { Name = "p", Steps = ["order", "pay"], Within = TimeSpan.FromTicks(100), IsAbsence = true };

    [Fact]
    public void Steps_in_order_and_in_time_match_whatever_comes_between()
    {
        var state = new PatternState(Login);
        Assert.Empty(Add(state, 10, "fail"));
        Assert.Empty(Add(state, 20, "other"));
        Assert.Empty(Add(state, 30, "success"));
        Assert.Empty(Add(state, 40, "fail"));
        Assert.Equal(["10 40 110"], Add(state, 110, "success"));

        // What began at 40 waits for its second step, and its time is over at 140.
        Assert.Empty(Add(state, 120, "fail"));
        Assert.Empty(Add(state, 141, "success"));
        Assert.Empty(Add(state, 142, "fail"));
        Assert.Equal(["120 142 150"], Add(state, 150, "success"));
    }

    [Fact]
    public void What_does_not_come_in_time_is_noticed_when_the_watermark_has_passed_its_deadline()
    {
        var state = new PatternState(Unpaid);
        Assert.Empty(Add(state, 10, "order"));
        Assert.Empty(Add(state, 50, "order"));
        Assert.Equal(11 + 100, state.NextDueTicks);
        Assert.Empty(Reported(state, new PatternCommand { WatermarkTicks = 110 }));
        Assert.Equal(["absent 10 until 110"], Reported(state, new PatternCommand { TimerTicks = 111 }));
        Assert.Equal(151, state.NextDueTicks);
        Assert.Empty(Add(state, 150, "pay"));
        Assert.Null(state.NextDueTicks);
        Assert.Equal(["absent 200 until 300"], [.. Add(state, 200, "order"), .. Add(state, 400, "pay")]);
    }

    [Fact]
    public void An_event_behind_the_watermark_is_late_and_open_matches_are_bounded()
    {
        var state = new PatternState(Unpaid with { OutOfOrder = TimeSpan.FromTicks(10), OpenMax = 2 });
        Add(state, 100, "order");
        Add(state, 111, "other");
        Assert.True(Apply(state, Command(Unpaid, 100, "pay")).IsLate);
        foreach (var time in new[] { 120, 121, 122 }) Add(state, time, "order");
        Assert.Equal(["absent 121 until 221", "absent 122 until 222"], Reported(state, new PatternCommand { WatermarkTicks = 1000 }));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Whatever_the_order_of_arrival_it_finds_what_a_plain_search_finds(int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        string[] kinds = ["a", "b", "c", "d"];
        var definition = new PatternDefinition
        {
            Name = "p",
            Steps = [.. Enumerable.Range(0, random.Next(2, 4)).Select(_ => kinds[random.Next(3)])],
            Within = TimeSpan.FromTicks(random.Next(5, 60)),
            IsAbsence = seed % 2 == 0,
            OutOfOrder = TimeSpan.FromTicks(20),
            OpenMax = 1000,
        };
        var events = Enumerable.Range(0, 400).Select(i => (Ticks: 100L + (3 * i), Kind: kinds[random.Next(4)])).ToList();
        var (state, reported) = (new PatternState(definition), new List<string>());
        foreach (var (ticks, kind) in events.OrderBy(each => each.Ticks + random.Next(20)))
        {
            var reply = Apply(state, Command(definition, ticks, kind));
            Assert.False(reply.IsLate);
            reported.AddRange(reply.Outcomes.Select(Describe));
            if (random.Next(10) != 0) continue;
            var again = new PatternState(definition);
            again.Load(state.Save());
            state = again;
        }

        reported.AddRange(Reported(state, new PatternCommand { WatermarkTicks = 5000 }));
        var expected = Search(definition, events).ToList();
        Assert.NotEmpty(expected);
        Assert.Equal(expected.Order(), reported.Order());
    }

    /// <summary>From each event of the first step on: the next of the second, the next of the third, until the time is over.</summary>
    private static IEnumerable<string> Search(PatternDefinition definition, List<(long Ticks, string Kind)> events)
    {
        for (var i = 0; i < events.Count; i++)
        {
            if (events[i].Kind != definition.Steps[0]) continue;
            var (times, deadline) = (new List<long> { events[i].Ticks }, events[i].Ticks + definition.Within.Ticks);
            foreach (var (ticks, kind) in events.Skip(i + 1).TakeWhile(each => each.Ticks <= deadline))
            {
                if (times.Count < definition.Steps.Count && kind == definition.Steps[times.Count]) times.Add(ticks);
            }

            if (!definition.IsAbsence && times.Count == definition.Steps.Count) yield return string.Join(' ', times);
            if (definition.IsAbsence && times.Count == definition.Steps.Count - 1) yield return $"absent {string.Join(' ', times)} until {deadline}";
        }
    }

    private static List<string> Add(PatternState state, long ticks, string kind) => Reported(state, Command(kind is "order" or "pay" ? Unpaid : Login, ticks, kind));

    private static List<string> Reported(PatternState state, PatternCommand command) => [.. Apply(state, command).Outcomes.Select(Describe)];

    private static PatternReply Apply(PatternState state, PatternCommand command) => PatternReply.Parser.ParseFrom(state.Apply(command.ToByteArray()));

    private static PatternCommand Command(PatternDefinition definition, long ticks, string kind) => new() { Event = new PatternEvent { TimeTicks = ticks, Steps = definition.StepsOf([kind]) } };

    private static string Describe(PatternOutcome outcome) => outcome.IsAbsence ? $"absent {string.Join(' ', outcome.TimesTicks)} until {outcome.EndTicks}" : string.Join(' ', outcome.TimesTicks);
}
