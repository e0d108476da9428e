namespace Genie.EventStore;

/// <summary>Names a request within a stream: the same key again is the same request again, delivered twice.</summary>
/// <param name="Run">Names the numbering of senders; 0 where there is only one.</param>
/// <param name="Sender">The sender.</param>
/// <param name="Sequence">The sender's count.</param>
public readonly record struct RequestKey(ulong Run, uint Sender, ulong Sequence)
{
    /// <summary>How long stores remember keys unless told otherwise: 30 days, longer than anyone repeats a request.</summary>
    public static TimeSpan DefaultMemory { get; } = TimeSpan.FromDays(30);

    /// <summary>The latest time of keys that may be forgotten; the least there is where all are remembered.</summary>
    internal static DateTimeOffset ForgottenUntil(TimeSpan memory, DateTimeOffset now) =>
        memory == Timeout.InfiniteTimeSpan || memory > now - DateTimeOffset.MinValue ? DateTimeOffset.MinValue : now - memory;

    /// <summary>Refuses a memory that is none.</summary>
    internal static void CheckMemory(TimeSpan memory, string name)
    {
        if (memory <= TimeSpan.Zero && memory != Timeout.InfiniteTimeSpan) throw new ArgumentOutOfRangeException(name, memory, $"{name} is more than 0, or Timeout.InfiniteTimeSpan.");
    }
}
