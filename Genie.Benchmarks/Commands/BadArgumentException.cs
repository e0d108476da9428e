namespace Genie.Benchmarks.Commands;

/// <summary>An argument that the parser let through makes no sense; the message says why and what would.</summary>
internal sealed class BadArgumentException(string message, Exception? innerException = null) : Exception(message, innerException);
