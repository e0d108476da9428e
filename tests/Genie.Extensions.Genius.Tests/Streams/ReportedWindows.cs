using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Tests.Streams;

/// <summary>What a reader of results knows: of each span the newest revision, without those taken back.</summary>
internal sealed class ReportedWindows
{
    private readonly Dictionary<(long Start, long End), int> _revisions = [];

    public Dictionary<(long Start, long End), string> Current { get; } = [];

    public void Take(WindowReply reply)
    {
        foreach (var outcome in reply.Outcomes)
        {
            var span = (outcome.StartTicks, outcome.EndTicks);
            Assert.True(outcome.Revision > _revisions.GetValueOrDefault(span), "A newer result has a higher revision.");
            _revisions[span] = outcome.Revision;
            if (outcome.IsRetracted) Assert.True(Current.Remove(span), "Only what was reported is taken back.");
            else Current[span] = Describe(outcome);
        }
    }

    private static string Describe(WindowOutcome outcome) =>
        $"{outcome.Count} {outcome.Sum} {outcome.Min} {outcome.Max} {outcome.Distinct} {string.Join(' ', outcome.Top.Select(item => $"{item.Item}:{item.Count}"))}";
}
