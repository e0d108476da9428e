namespace Genie.Benchmarks.Reporting;

/// <summary>A results file that cannot be used; the message says which and why.</summary>
public sealed class ResultsFileException(string message, Exception? innerException = null) : Exception(message, innerException);
