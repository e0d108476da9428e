using System.Buffers;
using System.Security.Cryptography;

namespace Genie.Brokers.Conformance.Tools;

/// <summary>What the suite's listeners do.</summary>
internal static class Handlers
{
    /// <summary>Answers with the message.</summary>
    public static readonly MessageHandler Echo = static (message, reply, _) =>
    {
        foreach (var segment in message) reply.Write(segment.Span);
        return ValueTask.CompletedTask;
    };

    /// <summary>Answers with the message's SHA-256: for messages as large as a reply may not be.</summary>
    public static readonly MessageHandler Digest = static (message, reply, _) =>
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var segment in message) hash.AppendData(segment.Span);
        reply.Write(hash.GetHashAndReset());
        return ValueTask.CompletedTask;
    };

    /// <summary>Answers with the message after noting it.</summary>
    public static MessageHandler Noting(Arrivals arrivals, int listener = 0) => (message, reply, cancellationToken) =>
    {
        arrivals.Note(message, listener);
        return Echo(message, reply, cancellationToken);
    };
}
