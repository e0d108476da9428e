using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Streams.Patterns;

/// <summary>Between matches and their protobuf messages.</summary>
internal static class PatternMessages
{
    public static PatternMatch ToMatch(PatternOutcome outcome) =>
        new([.. outcome.TimesTicks.Select(WindowMessages.Instant)], WindowMessages.Instant(outcome.EndTicks), outcome.IsAbsence);

    public static PatternReply ToMessage(PatternAnswer answer)
    {
        var reply = new PatternReply { IsLate = answer.IsLate };
        foreach (var each in answer.Matches)
        {
            var outcome = new PatternOutcome { EndTicks = each.End.UtcTicks, IsAbsence = each.IsAbsence };
            outcome.TimesTicks.AddRange(each.Times.Select(time => time.UtcTicks));
            reply.Outcomes.Add(outcome);
        }

        return reply;
    }

    public static PatternAnswer ToAnswer(PatternReply reply, bool isRepeat) => new([.. reply.Outcomes.Select(ToMatch)], reply.IsLate, isRepeat);
}
