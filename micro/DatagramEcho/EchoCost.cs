using System.Diagnostics;

namespace DatagramEcho;

/// <summary>Echoes a second, and processor time of an unreliable message and its echo, with so many under way.</summary>
internal static class EchoCost
{
    private static readonly int[] UnderWay = [1, 64];
    private static readonly TimeSpan LongestRound = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan LongestSilence = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan LostAfter = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan LongestDrain = TimeSpan.FromMilliseconds(200);

    /// <summary>Measures, and writes a line for each library and number under way.</summary>
    /// <param name="libraries">By turns.</param>
    /// <param name="echoes">Echoes of a round.</param>
    /// <param name="rounds">Rounds that count.</param>
    /// <returns>Whether all libraries were measured.</returns>
    public static bool Measure(IReadOnlyList<Library> libraries, int echoes, int rounds)
    {
        Console.WriteLine($"in flight\t{ResultTable.Header("echo", "echoes", "lost")}");
        var isComplete = true;
        foreach (var underWay in UnderWay)
        {
            var results = Rounds.Measure(libraries, echoes, rounds, (pair, count) => RunOnce(pair, count, underWay));
            isComplete &= ResultTable.Write(results, "F1", $"{underWay}\t");
        }

        return isComplete;
    }

    private static Measured RunOnce(IEchoPair pair, int echoes, int underWay)
    {
        Span<byte> message = stackalloc byte[EchoedMessages.Bytes];
        using var meter = new Meter();
        var first = pair.Echoes.Count;
        var (sent, lost, seen) = (first, 0L, first);
        var (progressAt, echoAt) = (Stopwatch.GetTimestamp(), Stopwatch.GetTimestamp());
        while (seen - first < echoes)
        {
            for (; sent - seen < underWay; sent++)
            {
                pair.Echoes.WriteNext(message);
                pair.Send(message);
            }

            pair.Poll();
            var now = Stopwatch.GetTimestamp();
            var count = pair.Echoes.Count;
            if (count != seen) progressAt = echoAt = now;
            else if (Stopwatch.GetElapsedTime(echoAt, now) > LongestSilence || meter.Elapsed > LongestRound)
            {
                throw new TimeoutException($"{count - first:N0} of {echoes:N0} echoes have come in {meter.Elapsed.TotalSeconds:0} s, and no other in {Stopwatch.GetElapsedTime(echoAt, now).TotalSeconds:0} s.");
            }

            // A message may be lost where socket buffers overflow: it is not waited for.
            else if (Stopwatch.GetElapsedTime(progressAt, now) > LostAfter)
            {
                lost += sent - count;
                sent = count;
                progressAt = now;
            }

            seen = count;
        }

        var measured = meter.Stop(seen - first, lost);
        for (var drained = Stopwatch.GetTimestamp(); pair.Echoes.Count < sent && Stopwatch.GetElapsedTime(drained) < LongestDrain;) pair.Poll();
        return measured;
    }
}
