using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>The server cannot take the request as it is: a field is wrong, or there is no such position. Correct it; sent again, it fails again.</summary>
/// <param name="message">What is wrong.</param>
/// <param name="violations">The fields that are; empty where the server names none.</param>
/// <param name="innerException">The call's error.</param>
public sealed class InvalidRequestException(string message, IReadOnlyList<FieldViolation> violations, Exception? innerException = null)
    : GeniusClientException(message, StatusCode.InvalidArgument, innerException)
{
    /// <summary>The fields that are wrong; empty where the server names none.</summary>
    public IReadOnlyList<FieldViolation> Violations { get; } = violations;
}
