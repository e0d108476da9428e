namespace Genie.Servers;

/// <summary>A server could not be started, found or ended; the message says why and what to do.</summary>
public sealed class ServerException(string message, Exception? innerException = null) : Exception(message, innerException);
