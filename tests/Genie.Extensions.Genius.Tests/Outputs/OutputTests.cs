using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Outputs;
using Genie.Extensions.Genius.Tests.Streams;
using Genie.Extensions.Genius.Tests.Tools;
using Xunit.Abstractions;

namespace Genie.Extensions.Genius.Tests.Outputs;

public sealed class OutputTests(ITestOutputHelper output)
{
    [Fact]
    public async Task Every_answered_fact_is_in_the_output_stream_once_whatever_fails_and_is_sent_again()
    {
        var seed = Environment.TickCount;
        output.WriteLine($"seed {seed}");
        using var folder = new StoreFolder();
        var answered = new List<string>();

        var failures = await DisturbedStreams.RunAsync(() => folder.OpenAsync(), new Random(seed), (120, 7, 40), new Random(seed + 1), oneIn: 5, (key, window, moved) =>
        {
            answered.AddRange(window.Results.Select(each => $"{key} {each.Start:T}-{each.End:T} r{each.Revision} {each.IsRetracted} {each.Count} {each.Sum}"));
            answered.AddRange(moved.Transitions.Select(each => $"{key} {each.Change} {each.Fence} {each.Time:T} {each.Entered:T}"));
        });

        await using var store = await folder.OpenAsync();
        var facts = await new OutputReader(store).ReadAsync(0, default).ToListAsync();
        Assert.True(failures > 10, $"{failures} failures show little.");
        Assert.Contains(facts, each => each.WindowClosed is not null);
        Assert.Contains(facts, each => each.FenceTransitioned is not null);
        Assert.Equal(answered.Order(), facts.Select(Describe).Order());
        Assert.Equal(facts.Select(each => each.Position).Distinct().Order(), facts.Select(each => each.Position));
        var resumed = facts[facts.Count / 2].Position;
        Assert.Equal(facts.Where(each => each.Position > resumed), await new OutputReader(store).ReadAsync(resumed, default).ToListAsync());
    }

    [Fact]
    public void Json_names_what_happened()
    {
        var fact = new Output { Position = 7, FenceTransitioned = new FenceTransitioned { Geofence = "yards", Key = "truck", Fence = "gate", Change = FenceTransitioned.Types.Change.Entered } };

        Assert.Equal(
            """{ "position": "7", "fenceTransitioned": { "geofence": "yards", "key": "truck", "fence": "gate", "change": "CHANGE_ENTERED" } }""", GeniusOutputs.ToJson(fact));
    }

    private static string Describe(Output fact) => fact.FactCase switch
    {
        Output.FactOneofCase.WindowClosed when fact.WindowClosed is { } window =>
            $"{window.Key} {window.Start.ToDateTimeOffset():T}-{window.End.ToDateTimeOffset():T} r{window.Revision} {window.IsRetracted} {window.Count} {window.Sum}",
        Output.FactOneofCase.FenceTransitioned when fact.FenceTransitioned is { } fence =>
            $"{fence.Key} {fence.Change} {fence.Fence} {fence.Time.ToDateTimeOffset():T} {fence.Entered.ToDateTimeOffset():T}",
        _ => throw new InvalidOperationException($"{fact} is no fact of windows or fences."),
    };
}
