using Grpc.Core;

namespace Genie.Extensions.Genius.Client;

/// <summary>The server does not know this client, or does not let it do that: give it the API key, the token or the certificate, or a scope or keys, that the call needs.</summary>
/// <param name="message">What is missing.</param>
/// <param name="code"><see cref="StatusCode.Unauthenticated"/> or <see cref="StatusCode.PermissionDenied"/>.</param>
/// <param name="innerException">The call's error.</param>
public sealed class AccessDeniedException(string message, StatusCode code, Exception? innerException = null) : GeniusClientException(message, code, innerException);
