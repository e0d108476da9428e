using System.Buffers;
using Genie.Extensions.Genius.Messages;
using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;
using Google.Protobuf;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>Between answers and the message that an event's sender gets (protobuf, genie.genius.v1.ProcessReply). A repetition gets the same bytes.</summary>
public static class ProcessReplies
{
    /// <summary>Writes an answer's message.</summary>
    public static void Write(GeniusAnswer answer, IBufferWriter<byte> reply)
    {
        ArgumentNullException.ThrowIfNull(reply);
        ToMessage(answer).WriteTo(reply);
    }

    /// <summary>The message of an answer.</summary>
    public static ProcessReply ToMessage(GeniusAnswer answer)
    {
        ArgumentNullException.ThrowIfNull(answer);
        var message = new ProcessReply();
        message.Rules.AddRange(answer.Rules);
        message.Windows.AddRange(answer.Windows.Select(each => new NamedWindows { Name = each.Name, Key = each.Key, Reply = WindowMessages.ToMessage(each.Answer) }));
        message.Fences.AddRange(answer.Fences.Select(each => new NamedFences { Name = each.Name, Reply = FenceMessages.ToMessage(each.Answer) }));
        message.Patterns.AddRange(answer.Patterns.Select(each => new NamedPatterns { Name = each.Name, Key = each.Key, Reply = PatternMessages.ToMessage(each.Answer) }));
        return message;
    }

    /// <summary>Reads an answer; whether it was a repetition is not part of it.</summary>
    /// <exception cref="InvalidProtocolBufferException">These bytes are no such message.</exception>
    public static GeniusAnswer Read(ReadOnlySpan<byte> encoded)
    {
        var message = ProcessReply.Parser.ParseFrom(encoded);
        return new GeniusAnswer(
            message.Rules,
            [.. message.Windows.Select(each => (each.Name, each.Key, new WindowAnswer([.. each.Reply.Outcomes.Select(WindowMessages.ToResult)], each.Reply.IsLate, IsRepeat: false)))],
            [.. message.Fences.Select(each => (each.Name, new FenceAnswer([.. each.Reply.Outcomes.Select(FenceMessages.ToTransition)], each.Reply.IsLate, IsRepeat: false)))],
            IsRepeat: false)
        {
            Patterns = [.. message.Patterns.Select(each => (each.Name, each.Key, PatternMessages.ToAnswer(each.Reply, isRepeat: false)))],
        };
    }
}
