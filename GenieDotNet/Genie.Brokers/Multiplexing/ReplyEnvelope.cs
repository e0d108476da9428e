using System.Buffers;
using System.Text;

namespace Genie.Brokers.Multiplexing;

/// <summary>
/// What every answer looks like on every wire: one status byte, then the answer's bytes, or the error's text in UTF-8.
/// Held here so that a handler's exception reaches the requester alike through all systems.
/// </summary>
public static class ReplyEnvelope
{
    /// <summary>Status byte of an answer.</summary>
    public const byte Success = 0;

    /// <summary>Status byte of a handler's error.</summary>
    public const byte Failure = 1;

    /// <summary>Bytes before the answer's own.</summary>
    public const int HeaderBytes = 1;

    private const int ErrorTextCharactersMax = 1024;

    /// <summary>Begins an answer: writes the status byte.</summary>
    public static void Begin(IBufferWriter<byte> reply)
    {
        reply.GetSpan(1)[0] = Success;
        reply.Advance(1);
    }

    /// <summary>Writes a handler's error, cut to 1,024 characters.</summary>
    public static void WriteError(IBufferWriter<byte> reply, Exception error)
    {
        var text = $"{error.GetType().Name}: {error.Message}";
        reply.GetSpan(1)[0] = Failure;
        reply.Advance(1);
        Encoding.UTF8.GetBytes(text.AsSpan(0, Math.Min(text.Length, ErrorTextCharactersMax)), reply);
    }

    /// <summary>Reads an error's text if the envelope holds one.</summary>
    /// <returns>The exception to throw, or null for an answer whose bytes follow the header.</returns>
    public static BrokerException? ReadError(ReadOnlySpan<byte> envelope)
    {
        if (envelope.IsEmpty) return new BrokerException("An answer without its status byte: the other side is not a Genie listener.", isTransient: false);
        return envelope[0] switch
        {
            Success => null,
            Failure => new RemoteHandlerException(Encoding.UTF8.GetString(envelope[HeaderBytes..])),
            var status => new BrokerException($"An answer with the unknown status {status}: the other side is not a Genie listener.", isTransient: false),
        };
    }
}
