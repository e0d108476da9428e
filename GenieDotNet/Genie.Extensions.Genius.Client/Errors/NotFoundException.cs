using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>There is no such rule, key, event or fact on the server.</summary>
/// <param name="message">What there is not.</param>
/// <param name="innerException">The call's error.</param>
public sealed class NotFoundException(string message, Exception? innerException = null) : GeniusClientException(message, StatusCode.NotFound, innerException);
