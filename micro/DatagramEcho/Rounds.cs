using System.Diagnostics;

namespace DatagramEcho;

/// <summary>What a library had in the rounds that count.</summary>
internal sealed class LibraryResult(Library library)
{
    public Library Library { get; } = library;

    public string Name { get; set; } = library.Id;

    public List<Measured> Measured { get; } = [];

    /// <summary>Why there are no more rounds; <see langword="null"/> if there were all.</summary>
    public string? Failure { get; set; }
}

/// <summary>Round by round, one library after the other: what the machine does beside them meets all alike.</summary>
internal static class Rounds
{
    // Of a round, so that a fresh connection has its buffers before it is measured.
    private const int WarmUpPart = 10;
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(30);

    /// <summary>Measures. A library whose messages do not come, or come wrong, is not measured any further.</summary>
    /// <param name="libraries">Each opens a pair for each round: libraries end a connection that was not polled while others were measured.</param>
    /// <param name="messages">Messages of a round.</param>
    /// <param name="rounds">Rounds that count, after one to warm up.</param>
    /// <param name="measure">Measures so many messages of a connected pair.</param>
    public static IReadOnlyList<LibraryResult> Measure(IReadOnlyList<Library> libraries, int messages, int rounds, Func<IEchoPair, int, Measured> measure)
    {
        var results = libraries.Select(library => new LibraryResult(library)).ToList();
        for (var round = 0; round <= rounds; round++)
        {
            foreach (var result in results.Where(result => result.Failure is null))
            {
                try
                {
                    using var pair = result.Library.Open();
                    result.Name = pair.Name;
                    Connect(pair);
                    measure(pair, Math.Max(1, messages / WarmUpPart));
                    var measured = measure(pair, messages);
                    if (round > 0) result.Measured.Add(measured);
                }
                catch (Exception failure) when (failure is TimeoutException or InvalidDataException or InvalidOperationException)
                {
                    result.Failure = failure.Message;
                }
            }
        }

        return results;
    }

    /// <summary>Polls for a while, so that what is measured next begins with nothing under way, acknowledgements included.</summary>
    public static void Drain(IEchoPair pair, TimeSpan time)
    {
        for (var drained = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(drained) < time;) pair.Poll();
    }

    private static void Connect(IEchoPair pair)
    {
        for (var started = Stopwatch.GetTimestamp(); !pair.IsConnected; pair.Poll())
        {
            if (Stopwatch.GetElapsedTime(started) > ConnectTimeout) throw new TimeoutException($"It does not connect over loopback within {ConnectTimeout.TotalSeconds:0} s.");
        }
    }
}
