using System.Diagnostics;
using System.Globalization;
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
    private const int PerSecond = 20_000;
    private static readonly TimeSpan Pace = TimeSpan.FromMicroseconds(200);
    private const int Rounds = 10;
    private const int AddressesMax = 1 << 24;
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(2);

    public static void Measure(int handshakes)
    {
        var first = Capture();
        using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), new Echo());
        server.Start();
        using var link = new LiveLink(server.LocalAddress.ToEndPoint());
        link.Measure(WarmUp);
        var (perRound, answered) = (handshakes / Rounds, Answer(first, server));
        var time = TimeSpan.FromSeconds((double)perRound / PerSecond);
        List<double> quiet = [], attacked = [], quietTails = [], attackedTails = [], besides = [], besidesTails = [];

        // What sender and system cost by themselves: the same datagrams for a port where nobody reads them.
        using var sink = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        sink.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        var before = Memory();
        var sent = 0L;
        for (var round = 0; round < Rounds; round++)
        {
            Note(link.Measure(time), quiet, quietTails);
            var from = round * perRound;
            Beside((IPEndPoint)sink.LocalEndPoint!, besides, besidesTails);
            sent += Beside(server.LocalAddress.ToEndPoint(), attacked, attackedTails);

            int Beside(IPEndPoint target, List<double> medians, List<double> tails)
            {
                var sending = Task.Factory.StartNew(() => Send(first, target, from, perRound), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
                Note(link.Measure(time), medians, tails);
                return sending.GetAwaiter().GetResult();
            }
        }

        var after = Memory();
        Console.WriteLine(FormattableString.Invariant($"{sent:N0} handshakes begun, {PerSecond:N0} a second, each from another address: {server.ConnectionCount} connection in the end"));
        Console.WriteLine(FormattableString.Invariant($"a first datagram of {first.Length} bytes is answered with {answered}"));
        Console.WriteLine(FormattableString.Invariant($"live link, p50 us: {Median(quiet):0.0} without, {Median(attacked):0.0} with them: {Median(attacked) / Median(quiet):0.00} times; p99 us: {Median(quietTails):0.0}, {Median(attackedTails):0.0}: {Median(attackedTails) / Median(quietTails):0.00} times (medians of {Rounds} rounds)"));
        Console.WriteLine(FormattableString.Invariant($"with as many for a port where nobody reads: p50 {Median(besides):0.0} us, p99 {Median(besidesTails):0.0} us: {Median(besides) / Median(quiet):0.00} and {Median(besidesTails) / Median(quietTails):0.00} times"));
        Console.WriteLine(FormattableString.Invariant($"managed memory {before.Managed / 1024.0:0} KiB before, {after.Managed / 1024.0:0} KiB after; of the process {before.Process / 1048576.0:0.0} and {after.Process / 1048576.0:0.0} MiB"));
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

    private static int Send(byte[] first, IPEndPoint server, int from, int count)
    {
        // What is due each time: a burst would be what the live link notices.
        using var socket = new SpoofingSocket(server);
        var begun = Stopwatch.GetTimestamp();
        for (var i = 0; i < count;)
        {
            var due = Math.Min(count, (int)(Stopwatch.GetElapsedTime(begun).TotalSeconds * PerSecond));
            for (; i < due; i++) socket.Send(BitConverter.ToUInt32(AddressOf(from + i).GetAddressBytes()), first);
            SpoofingSocket.Sleep(Pace);
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

    private static void Note((double P50, double P99) measured, List<double> medians, List<double> tails)
    {
        medians.Add(measured.P50);
        tails.Add(measured.P99);
    }

    private static double Median(List<double> values) => values.Order().ElementAt(values.Count / 2);

    private sealed class Echo : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => connection.Send(message, info.Mode, info.Channel);
    }

    /// <summary>A client that has one message echoed after the other.</summary>
    private sealed class LiveLink : IDatagramHandler, IDisposable
    {
        private const double MicrosecondsPerSecond = 1e6;
        private const int MessageBytes = 32;
        private static readonly TimeSpan LongestWait = TimeSpan.FromMilliseconds(5);

        private readonly DatagramEndpoint _endpoint;
        private readonly DatagramConnection _connection;
        private long _received;

        public LiveLink(IPEndPoint server)
        {
            _endpoint = DatagramEndpoint.OpenClient(this, null, new IPEndPoint(IPAddress.Loopback, 0));
            _connection = _endpoint.Connect(server);
            while (_connection.State == ConnectionState.Connecting) Wait();
            if (_connection.State != ConnectionState.Connected) throw new InvalidOperationException(string.Create(CultureInfo.InvariantCulture, $"The link is {_connection.State}."));
        }

        public (double P50, double P99) Measure(TimeSpan time)
        {
            List<long> ticks = new(1 << 18);
            Span<byte> message = stackalloc byte[MessageBytes];
            var begun = Stopwatch.GetTimestamp();
            for (var start = begun; Stopwatch.GetElapsedTime(begun, start) < time;)
            {
                var expected = _received + 1;
                _connection.Send(message, DeliveryMode.ReliableOrdered);
                while (_received < expected) Wait();
                var now = Stopwatch.GetTimestamp();
                ticks.Add(now - start);
                start = now;
            }

            ticks.Sort();
            return (At(ticks, 0.5), At(ticks, 0.99));
        }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info) => _received++;

        public void Dispose() => _endpoint.Dispose();

        private static double At(List<long> sorted, double part) => sorted[(int)((sorted.Count - 1) * part)] * MicrosecondsPerSecond / Stopwatch.Frequency;

        private void Wait()
        {
            if (_endpoint.Poll() == 0) _endpoint.Wait(LongestWait);
        }
    }
}
