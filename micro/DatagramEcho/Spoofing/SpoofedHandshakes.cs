using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>
/// First datagrams of handshakes from ever other addresses of 127.0.0.0/8, none of which goes on: what a listening endpoint keeps of them, and what a live link beside
/// them notices. Rounds with and without them, and with as many for another port, alternate.
/// </summary>
internal static class SpoofedHandshakes
{
    /// <summary>Rounds of a rate.</summary>
    public const int Rounds = 10;

    private const int AddressesMax = 1 << 24;
    private static readonly TimeSpan Pace = TimeSpan.FromMicroseconds(200);
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    /// <summary>Measures, and writes what was found: in sentences for one rate, in a line each for several.</summary>
    /// <param name="handshakes">In all; each rate has its part of them, and so the same time.</param>
    /// <param name="rates">Handshakes a second.</param>
    public static void Measure(int handshakes, IReadOnlyList<int> rates)
    {
        var first = Capture();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Echo());
        server.Start();
        using var link = new LiveLink(server.LocalAddress.ToEndPoint());
        link.Measure(WarmUp);
        var answered = Answer(first, server);
        var before = Memory();
        var sent = 0;
        if (rates.Count > 1) Console.WriteLine(SpoofedResult.Header);
        foreach (var rate in rates)
        {
            var perRound = (int)Math.Max(1, (long)handshakes * rate / rates.Sum(each => (long)each) / Rounds);
            var result = MeasureAt(rate, perRound, sent, first, server, link);
            sent += result.Sent;
            if (rates.Count > 1) Console.WriteLine(result.Line);
            else result.WriteSentences(first.Length, answered, server.ConnectionCount);
        }

        var after = Memory();
        if (rates.Count > 1) Console.WriteLine(FormattableString.Invariant($"{sent:N0} handshakes begun, each from another address: {server.ConnectionCount} connection in the end; a first datagram of {first.Length} bytes is answered with {answered}"));
        Console.WriteLine(FormattableString.Invariant($"managed memory {before.Managed / 1024.0:0} KiB before, {after.Managed / 1024.0:0} KiB after; of the process {before.Process / 1048576.0:0.0} and {after.Process / 1048576.0:0.0} MiB"));
    }

    private static SpoofedResult MeasureAt(int rate, int perRound, int begunBefore, byte[] first, DatagramEndpoint server, LiveLink link)
    {
        var time = TimeSpan.FromSeconds((double)perRound / rate);
        var result = new SpoofedResult(rate);

        // What sender and system cost by themselves: the same datagrams for a port where nobody reads them.
        using var sink = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        sink.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        for (var round = 0; round < Rounds; round++)
        {
            result.Quiet.Add(link.Measure(time));
            var from = begunBefore + round * perRound;
            Beside((IPEndPoint)sink.LocalEndPoint!, result.Besides);
            result.Sent += Beside(server.LocalAddress.ToEndPoint(), result.Attacked);

            int Beside(IPEndPoint target, LatencyRounds rounds)
            {
                var sending = Task.Factory.StartNew(() => Send(first, target, from, perRound, rate), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                rounds.Add(link.Measure(time));
                return sending.GetAwaiter().GetResult();
            }
        }

        return result;
    }

    /// <summary>What a client sends first.</summary>
    private static byte[] Capture()
    {
        using var sink = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        sink.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        using var client = DatagramEndpoint.OpenClient(new Echo(), null, new IPEndPoint(IPAddress.Loopback, 0));
        client.Connect((IPEndPoint)sink.LocalEndPoint!);
        client.Poll();
        var bytes = new byte[ushort.MaxValue];
        return bytes[..sink.Receive(bytes)];
    }

    /// <summary>How many bytes a first datagram is answered with.</summary>
    private static int Answer(byte[] first, DatagramEndpoint server)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 1_000 };
        socket.Bind(new IPEndPoint(AddressOf(AddressesMax - 2), 0));
        socket.SendTo(first, server.LocalAddress.ToEndPoint());
        return socket.Receive(new byte[ushort.MaxValue]);
    }

    private static int Send(byte[] first, IPEndPoint server, int from, int count, int perSecond)
    {
        LowestPriority.Take();

        // What is due each time: a burst would be what the live link notices.
        using var socket = new SpoofingSocket(server);
        var begun = Stopwatch.GetTimestamp();
        for (var i = 0; i < count;)
        {
            var due = Math.Min(count, (int)(Stopwatch.GetElapsedTime(begun).TotalSeconds * perSecond));
            for (; i < due; i++) socket.Send(BitConverter.ToUInt32(AddressOf(from + i).GetAddressBytes()), first);
            ShortSleep.For(Pace);
        }

        return count;
    }

    // 127.0.0.1 is the live link's.
    private static IPAddress AddressOf(int number)
    {
        var host = number + 2;
        return new IPAddress([127, (byte)(host >> 16), (byte)(host >> 8), (byte)host]);
    }

    private static (long Managed, long Process) Memory()
    {
        using var self = Process.GetCurrentProcess();
        return (GC.GetTotalMemory(forceFullCollection: true), self.WorkingSet64);
    }

    private sealed class Echo : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => connection.Send(message, info.Mode, info.Channel);
    }
}
