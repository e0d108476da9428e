using System.Diagnostics;
using System.Globalization;

namespace DatagramEcho;

/// <summary>
/// Processor time of a reliable message, of one byte or as many as wanted, sending and receiving with its acknowledgement: a message a round, as a game sends one a tick, and
/// one round after the other. The libraries take turns.
/// </summary>
internal static class ReliableCost
{
    // Below LiteNetLib's window of 64: nobody is measured while it waits for room.
    private const int UnderWayMax = 32;

    // Of messages in many fragments: more would only wait in queues.
    private const int LargeUnderWayMax = 4;
    private const int LargeBytes = 10_000;

    // Of a turn, so that a fresh connection has its buffers before it is measured.
    private const int WarmUpPart = 10;

    private static readonly TimeSpan LongestTurn = TimeSpan.FromMinutes(5);

    /// <summary>Measures, and writes a line for each library.</summary>
    /// <param name="libraries">Each makes a connected pair. One is made for each turn: libraries end a connection that was not polled while others had theirs.</param>
    /// <param name="messages">Messages of a turn.</param>
    /// <param name="rounds">Turns of each that count, after one to warm up.</param>
    /// <param name="bytes">Of each message.</param>
    public static void Measure(Func<IEchoPair>[] libraries, int messages, int rounds, int bytes)
    {
        Console.WriteLine("library\tCPU us/message (median)\tlowest\thighest\tmessages/s (median)\trounds without a message\tallocated bytes/message");
        var message = new byte[bytes];
        new Random(bytes).NextBytes(message);
        var results = new Dictionary<string, List<(double Cpu, double Rate, double Idle, double Allocated)>>();
        for (var round = 0; round <= rounds; round++)
        {
            foreach (var library in libraries)
            {
                using var pair = library();
                RunOnce(pair, Math.Max(1, messages / WarmUpPart), message);
                var result = RunOnce(pair, messages, message);
                if (!results.TryGetValue(pair.Name, out var turns)) results[pair.Name] = turns = [];
                if (round > 0) turns.Add(result);
            }
        }

        foreach (var (name, turns) in results)
        {
            var cpu = turns.Select(turn => turn.Cpu).Order().ToList();
            var rate = turns.Select(turn => turn.Rate).Order().ElementAt(turns.Count / 2);
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{name}\t{cpu[cpu.Count / 2]:F2}\t{cpu[0]:F2}\t{cpu[^1]:F2}\t{rate:F0}\t{turns.Average(turn => turn.Idle):P1}\t{turns.Average(turn => turn.Allocated):F1}"));
        }
    }

    private static (double Cpu, double Rate, double Idle, double Allocated) RunOnce(IEchoPair pair, int messages, byte[] message)
    {
        var underWayMax = message.Length < LargeBytes ? UnderWayMax : LargeUnderWayMax;
        using var process = Process.GetCurrentProcess();
        var (start, first, cpu, allocated) = (Stopwatch.GetTimestamp(), pair.Received, process.TotalProcessorTime, GC.GetAllocatedBytesForCurrentThread());
        var (sent, idle) = (0L, 0L);
        while (pair.Received - first < messages)
        {
            if (Stopwatch.GetElapsedTime(start) > LongestTurn) throw new TimeoutException($"{pair.Name} has received {pair.Received - first:N0} of {messages:N0} messages in {LongestTurn}.");
            if (sent < messages && sent - (pair.Received - first) < underWayMax)
            {
                pair.SendReliable(message);
                sent++;
            }
            else idle++;

            pair.Poll();
        }

        process.Refresh();
        var result = ((process.TotalProcessorTime - cpu).TotalMicroseconds / messages, messages / Stopwatch.GetElapsedTime(start).TotalSeconds, idle / (double)(sent + idle), (GC.GetAllocatedBytesForCurrentThread() - allocated) / (double)messages);

        // What is measured next begins with nothing under way, acknowledgements included.
        for (var drained = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(drained) < TimeSpan.FromMilliseconds(100);) pair.Poll();
        return result;
    }
}
