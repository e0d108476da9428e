namespace DatagramEcho;

/// <summary>
/// Processor time of a reliable message, of one byte or as many as wanted, sending and receiving with its acknowledgement: a message a round of polling, as a game sends one a tick, and
/// one after the other.
/// </summary>
internal static class ReliableCost
{
    // Below LiteNetLib's window of 64: nobody is measured while it waits for room.
    private const int UnderWayMax = 32;

    // Of messages in many fragments: more would only wait in queues.
    private const int LargeUnderWayMax = 4;
    private const int LargeBytes = 10_000;

    private static readonly TimeSpan LongestRound = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan DrainTime = TimeSpan.FromMilliseconds(100);

    /// <summary>Measures, and writes a line for each library.</summary>
    /// <param name="libraries">By turns.</param>
    /// <param name="messages">Messages of a round.</param>
    /// <param name="rounds">Rounds that count.</param>
    /// <param name="bytes">Of each message.</param>
    /// <returns>Whether all libraries were measured.</returns>
    public static bool Measure(IReadOnlyList<Library> libraries, int messages, int rounds, int bytes)
    {
        Console.WriteLine(ResultTable.Header("message", "messages", "polls without a message"));
        var message = new byte[bytes];
        new Random(bytes).NextBytes(message);
        return ResultTable.Write(Rounds.Measure(libraries, messages, rounds, (pair, count) => RunOnce(pair, count, message)), "P1");
    }

    private static Measured RunOnce(IEchoPair pair, int messages, byte[] message)
    {
        var underWayMax = message.Length < LargeBytes ? UnderWayMax : LargeUnderWayMax;
        using var meter = new Meter();
        var first = pair.Reliable.Count;
        var (sent, idle) = (0L, 0L);
        for (var received = 0L; received < messages; received = pair.Reliable.Count - first)
        {
            if (meter.Elapsed > LongestRound) throw new TimeoutException($"{received:N0} of {messages:N0} reliable messages have come in {LongestRound.TotalSeconds:0} s.");
            if (sent < messages && sent - received < underWayMax)
            {
                pair.Reliable.WriteNext(message);
                pair.SendReliable(message);
                sent++;
            }
            else idle++;

            pair.Poll();
        }

        var measured = meter.Stop(messages, idle / (double)(sent + idle));
        Rounds.Drain(pair, DrainTime);
        return measured;
    }
}
