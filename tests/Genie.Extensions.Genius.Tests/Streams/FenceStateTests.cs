using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences;
using Google.Protobuf;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Streams;

public sealed class FenceStateTests(ITestOutputHelper output)
{
    [Fact]
    public void Who_comes_stays_and_goes_enters_dwells_and_leaves()
    {
        var state = new FenceState(new GeofenceDefinition { Name = "f", DwellAfter = TimeSpan.FromTicks(10) });

        Assert.Equal(["Entered yard 100 100"], Move(state, 100, "yard"));
        Assert.Empty(Move(state, 109, "yard"));
        Assert.Equal(["Dwelled yard 110 100", "Entered gate 112 112"], Move(state, 112, "gate", "yard"));
        Assert.Equal(["Left yard 115 100"], Move(state, 115, "gate"));
        Assert.Equal(["Dwelled gate 122 112", "Left gate 130 112", "Entered yard 130 130"], Move(state, 130, "yard"));
        Assert.Equal(["Dwelled yard 140 130"], Reported(state, new FenceCommand { WatermarkTicks = 200 }));
        Assert.Empty(Reported(state, new FenceCommand { WatermarkTicks = 300 }));
    }

    [Fact]
    public void A_position_behind_the_watermark_is_late_and_changes_nothing()
    {
        var state = new FenceState(new GeofenceDefinition { Name = "f", OutOfOrder = TimeSpan.FromTicks(10) });
        Move(state, 100, "yard");
        Move(state, 111, "yard");

        Assert.True(Apply(state, Command(100)).IsLate);
        Assert.Equal(["Left yard 101 100"], Move(state, 101));
        Assert.Equal(["Entered yard 111 111"], Move(state, 121, "yard"));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void Positions_in_any_order_within_the_bound_report_what_they_report_in_order(int seed)
    {
        output.WriteLine($"seed {seed}");
        var random = new Random(seed);
        var definition = new GeofenceDefinition { Name = "f", DwellAfter = TimeSpan.FromTicks(25), OutOfOrder = TimeSpan.FromTicks(20) };
        string[] fences = ["a", "b", "c"];
        var positions = Enumerable.Range(0, 300).Select(i => Command(100 + (3 * i), [.. fences.Where(_ => random.Next(4) != 0)])).ToList();
        var (ordered, shuffled) = (new FenceState(definition with { OutOfOrder = TimeSpan.Zero }), new FenceState(definition));
        var expected = positions.SelectMany(position => Reported(ordered, position)).ToList();
        expected.AddRange(Reported(ordered, new FenceCommand { WatermarkTicks = 5000 }));
        var reported = new List<string>();
        foreach (var position in positions.OrderBy(position => position.Position.TimeTicks + random.Next(20)))
        {
            var reply = Apply(shuffled, position);
            Assert.False(reply.IsLate);
            reported.AddRange(reply.Outcomes.Select(Describe));
            if (random.Next(10) != 0) continue;
            var again = new FenceState(definition);
            again.Load(shuffled.Save());
            shuffled = again;
        }

        reported.AddRange(Reported(shuffled, new FenceCommand { WatermarkTicks = 5000 }));

        // A dwelling is reported when the watermark reaches it, which may be between other positions.
        Assert.Equal(expected.Order(), reported.Order());
        Assert.Equal(expected.Where(each => !each.StartsWith('D')), reported.Where(each => !each.StartsWith('D')));
        Assert.Contains(expected, each => each.StartsWith('D'));
    }

    [Fact]
    public void Waiting_positions_are_bounded()
    {
        var state = new FenceState(new GeofenceDefinition { Name = "f", OutOfOrder = TimeSpan.FromDays(1), WaitingMax = 3 });
        for (var i = 0; i < 3; i++) Assert.Empty(Move(state, 100 + i, "yard"));

        Assert.Equal(["Entered yard 100 100"], Move(state, 103, "yard"));
        Assert.Equal(3, FencesSaved.Parser.ParseFrom(state.Save()).Waiting.Count);
    }

    private static List<string> Move(FenceState state, long ticks, params string[] fences) => Reported(state, Command(ticks, fences));

    private static List<string> Reported(FenceState state, FenceCommand command) => [.. Apply(state, command).Outcomes.Select(Describe)];

    private static FenceReply Apply(FenceState state, FenceCommand command) => FenceReply.Parser.ParseFrom(state.Apply(command.ToByteArray()));

    private static FenceCommand Command(long ticks, params string[] fences) => new() { Position = new FencePosition { TimeTicks = ticks, Fences = { fences } } };

    private static string Describe(FenceOutcome outcome) => $"{outcome.Change} {outcome.Fence} {outcome.TimeTicks} {outcome.EnteredTicks}";
}
