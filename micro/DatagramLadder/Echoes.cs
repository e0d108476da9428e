namespace DatagramLadder;

/// <summary>What all levels send.</summary>
internal static class Echoes
{
    /// <summary>Bytes of a message.</summary>
    public const int MessageBytes = 64;

    public static void Check(ReadOnlyMemory<byte> sent, ReadOnlySpan<byte> received)
    {
        if (!received.SequenceEqual(sent.Span)) throw new InvalidDataException($"Of {sent.Length} bytes {received.Length} others came back.");
    }

    public static async ValueTask CheckAsync(ReadOnlyMemory<byte> sent, Task<byte[]> answer, CancellationToken cancellationToken) =>
        Check(sent, await answer.WaitAsync(cancellationToken));
}
