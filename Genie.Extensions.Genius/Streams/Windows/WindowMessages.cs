using Genie.Extensions.Genius.Messages;

namespace Genie.Extensions.Genius.Streams.Windows;

/// <summary>Between windows' results and their protobuf messages.</summary>
internal static class WindowMessages
{
    public static WindowResult ToResult(WindowOutcome outcome) => new()
    {
        Start = Instant(outcome.StartTicks),
        End = Instant(outcome.EndTicks),
        Revision = outcome.Revision,
        IsRetracted = outcome.IsRetracted,
        Count = outcome.Count,
        Sum = outcome.Sum,
        Min = outcome.Min,
        Max = outcome.Max,
        Distinct = outcome.Distinct,
        Top = [.. outcome.Top.Select(item => new ItemCount(item.Item, item.Count, item.Error))],
    };

    public static WindowReply ToMessage(WindowAnswer answer)
    {
        var reply = new WindowReply { IsLate = answer.IsLate };
        reply.Outcomes.AddRange(answer.Results.Select(ToMessage));
        return reply;
    }

    /// <summary>The instant of a count of ticks; a window at the calendar's end may end, or begin, beyond it.</summary>
    public static DateTimeOffset Instant(long ticks) => new(Math.Clamp(ticks, 0, DateTimeOffset.MaxValue.Ticks), TimeSpan.Zero);

    private static WindowOutcome ToMessage(WindowResult result)
    {
        var outcome = new WindowOutcome
        {
            StartTicks = result.Start.UtcTicks,
            EndTicks = result.End.UtcTicks,
            Revision = result.Revision,
            IsRetracted = result.IsRetracted,
            Count = result.Count,
            Sum = result.Sum,
            Min = result.Min,
            Max = result.Max,
            Distinct = result.Distinct,
        };
        outcome.Top.AddRange(result.Top.Select(item => new WindowItem { Item = item.Item, Count = item.Count, Error = item.Error }));
        return outcome;
    }
}
