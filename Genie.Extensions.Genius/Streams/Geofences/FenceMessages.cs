using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Geofences;

/// <summary>Between transitions and their protobuf messages.</summary>
internal static class FenceMessages
{
    public static FenceTransition ToTransition(FenceOutcome outcome) =>
        new((FenceChange)outcome.Change, outcome.Fence, new DateTimeOffset(outcome.TimeTicks, TimeSpan.Zero), new DateTimeOffset(outcome.EnteredTicks, TimeSpan.Zero));

    public static FenceReply ToMessage(FenceAnswer answer)
    {
        var reply = new FenceReply { IsLate = answer.IsLate };
        reply.Outcomes.AddRange(answer.Transitions.Select(each => new FenceOutcome
        {
            Change = (FenceOutcome.Types.Change)each.Change,
            Fence = each.Fence,
            TimeTicks = each.Time.UtcTicks,
            EnteredTicks = each.Entered.UtcTicks,
        }));
        return reply;
    }
}
