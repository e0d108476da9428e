namespace Genie.Brokers.Conformance;

/// <summary>A driver breaks the contract: says what was expected and what was seen.</summary>
public sealed class ConformanceException(string expected, string seen, Exception? innerException = null)
    : Exception($"expected: {expected}; seen: {seen}", innerException)
{
    /// <summary>What the contract asks for.</summary>
    public string Expected { get; } = expected;

    /// <summary>What the driver did.</summary>
    public string Seen { get; } = seen;
}
