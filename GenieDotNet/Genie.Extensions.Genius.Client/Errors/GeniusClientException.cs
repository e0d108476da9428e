using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>A call of a Genius server failed; what derives from it says what to do.</summary>
/// <param name="message">The server's words, or the transport's.</param>
/// <param name="code">The call's status.</param>
/// <param name="innerException">The call's error.</param>
public class GeniusClientException(string message, StatusCode code, Exception? innerException = null) : Exception(message, innerException)
{
    /// <summary>The call's status.</summary>
    public StatusCode Code { get; } = code;

    /// <summary>True if the same call may succeed later.</summary>
    public virtual bool IsTransient => false;

    /// <summary>Why, for programs, as the server's <c>google.rpc.ErrorInfo</c> has it, such as <c>LIMITED_TO_KEYS</c>; empty where it says nothing.</summary>
    public string Reason { get; init; } = "";
}
