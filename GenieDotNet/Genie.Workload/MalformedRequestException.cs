namespace Genie.Workload;

/// <summary>Bytes that are no request. The sender is at fault; nothing is retried.</summary>
public sealed class MalformedRequestException(string message, Exception? innerException = null) : Exception(message, innerException);
