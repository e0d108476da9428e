using System.Collections.Concurrent;

namespace Genie.Benchmarks.Load;

/// <summary>What went wrong in a run: each different message once, with how often. Safe for concurrent callers.</summary>
internal sealed class ErrorNotes
{
    private const int DifferentMax = 5;
    private readonly ConcurrentDictionary<string, long> _counts = new();
    private long _count;

    /// <summary>All errors noted.</summary>
    public long Count => Volatile.Read(ref _count);

    /// <summary>Notes an error.</summary>
    public void Add(Exception error) => Add($"{error.GetType().Name}: {error.Message}");

    /// <summary>Notes an error.</summary>
    public void Add(string message)
    {
        Interlocked.Increment(ref _count);
        if (_counts.Count < DifferentMax || _counts.ContainsKey(message)) _counts.AddOrUpdate(message, 1, static (_, count) => count + 1);
    }

    /// <summary>The first few different messages, the most frequent first.</summary>
    public IReadOnlyList<string> Summarize() =>
        [.. _counts.OrderByDescending(note => note.Value).Select(note => note.Value == 1 ? note.Key : $"{note.Value} times {note.Key}")];
}
