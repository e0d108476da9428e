using Genie.EventStore;
using Genie.Extensions.Genius.Delivery.Pull;
using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Messages;
using Google.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Genie.Extensions.Genius.AspNetCore.Services;

/// <summary>Between records and the messages of their service (<c>Protos/genie/genius/events.proto</c>).</summary>
internal static class EventMessages
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

    /// <summary>What a page has beside its records, at most: the position with its tag.</summary>
    public const int PageOverheadBytes = 16;

    /// <summary>A page as it is answered, within the client's limit.</summary>
    public static PollResponse ToMessage(FeedPage page, int messageBytesMax)
    {
        var message = new PollResponse { Position = page.Position };
        message.Records.AddRange(page.Events.Select(each => ToMessage(each, messageBytesMax)));
        return message;
    }

    /// <summary>What a record takes of a page.</summary>
    public static int BytesInPage(RecordedEvent value, int messageBytesMax) => BytesInPage(ToMessage(value, messageBytesMax));

    /// <summary>A fact within the client's limit: one that exceeds it loses its lists.</summary>
    public static Output Truncate(Output output, int messageBytesMax)
    {
        if (output.CalculateSize() <= messageBytesMax) return output;
        output.IsTruncated = true;
        output.RulesMatched?.Rules.Clear();
        output.WindowClosed?.Top.Clear();
        output.FactMatched?.Rules.Clear();
        output.FactMatched?.RetractedRules.Clear();
        return output;
    }

    private static Decision Of(Event value) => new() { Key = value.Key, Run = value.Run, Sender = value.Sender, Sequence = value.Sequence };

    private static Record ToMessage(RecordedEvent value, int messageBytesMax)
    {
        var record = ToMessage(value);
        if (PageOverheadBytes + BytesInPage(record) <= messageBytesMax) return record;
        (record.Payload, record.OmittedPayloadBytes) = (ByteString.Empty, value.Payload.Length);
        return record;
    }

    private static int BytesInPage(Record record)
    {
        var bytes = record.CalculateSize();
        return CodedOutputStream.ComputeTagSize(PollResponse.RecordsFieldNumber) + CodedOutputStream.ComputeLengthSize(bytes) + bytes;
    }

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
