using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Passive;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.Front;

/// <summary>Between the front's records and its protobuf messages (<c>Protos/genie/genius/events.proto</c>).</summary>
internal static class FrontCodec
{
    /// <summary>The decision about an event that was processed.</summary>
    public static Decision Accept(Event value, GeniusAnswer answer)
    {
        var decision = Of(value);
        (decision.Accepted, decision.IsRepeat, decision.Reply) = (true, answer.IsRepeat, ProcessReplies.ToMessage(answer));
        return decision;
    }

    /// <summary>The decision about an event that is none.</summary>
    public static Decision Refuse(Event value, string reason)
    {
        var decision = Of(value);
        decision.Reason = reason;
        return decision;
    }

    /// <summary>A page as it is answered.</summary>
    public static PollAnswer ToMessage(FeedPage page)
    {
        var message = new PollAnswer { Position = page.Position };
        message.Records.AddRange(page.Events.Select(ToMessage));
        return message;
    }

    private static Decision Of(Event value) => new() { Stream = value.Stream, Run = value.Run, Sender = value.Sender, Sequence = value.Sequence };

    private static Record ToMessage(RecordedEvent value) => new()
    {
        Stream = value.Stream,
        Version = value.Version,
        Position = value.Position,
        RecordedAt = Timestamp.FromDateTimeOffset(value.RecordedAt),
        Type = value.Type,
        Payload = UnsafeByteOperations.UnsafeWrap(value.Payload),
    };
}
