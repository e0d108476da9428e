using System.Buffers;

namespace Genie.Brokers.Encryption.Protocol;

/// <summary>What an answer holds inside its encryption: whether the request was handled, then the handler's answer in its envelope, or why it was refused.</summary>
internal static class AnswerFormat
{
    /// <summary>Bytes before the envelope.</summary>
    public const int HeaderSize = 1;

    private const byte Handled = 0;

    /// <summary>Begins the answer to a request that was handled.</summary>
    public static void Begin(IBufferWriter<byte> answer) => answer.Write([Handled]);

    /// <summary>The answer to one that was refused.</summary>
    public static byte[] Refused(RefusalReason reason) => [(byte)reason];

    /// <summary>Why the request was refused, or null if it was handled.</summary>
    public static RefusalReason? ReadRefusal(ReadOnlySpan<byte> answer) => answer.IsEmpty ? RefusalReason.Unreadable : answer[0] == Handled ? null : (RefusalReason)answer[0];
}
