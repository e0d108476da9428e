using System.Buffers.Binary;

namespace Genie.Extensions.Genius.Streams.Journal;

/// <summary>A journal's events: four bytes, little-endian, the command's length; the command; the answer.</summary>
internal static class JournalEntry
{
    /// <summary>The type of the events.</summary>
    public const string EventType = "Applied";

    /// <summary>The type of those that a timer brought: an input of the key's own they are not.</summary>
    public const string TimerEventType = "TimerFired";

    public static byte[] Write(ReadOnlySpan<byte> command, ReadOnlySpan<byte> answer)
    {
        var payload = new byte[sizeof(int) + command.Length + answer.Length];
        BinaryPrimitives.WriteInt32LittleEndian(payload, command.Length);
        command.CopyTo(payload.AsSpan(sizeof(int)));
        answer.CopyTo(payload.AsSpan(sizeof(int) + command.Length));
        return payload;
    }

    /// <exception cref="InvalidDataException">The payload is no such event's.</exception>
    public static (ReadOnlyMemory<byte> Command, ReadOnlyMemory<byte> Answer) Read(ReadOnlyMemory<byte> payload)
    {
        var length = payload.Length < sizeof(int) ? -1 : BinaryPrimitives.ReadInt32LittleEndian(payload.Span);
        if (length < 0 || length > payload.Length - sizeof(int)) throw new InvalidDataException($"{payload.Length} bytes that are no journal's entry.");
        return (payload.Slice(sizeof(int), length), payload[(sizeof(int) + length)..]);
    }
}
