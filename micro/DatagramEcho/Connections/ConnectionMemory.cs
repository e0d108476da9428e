using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>What a connection takes while nothing happens on it: memory, and processor time for its keep-alive. Both ends are in this process, and one end is told.</summary>
internal static class ConnectionMemory
{
    private const int OpenedAtOnce = 64;
    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(5);

    /// <summary>Opens them in the clear and encrypted, and writes a line for each.</summary>
    /// <param name="count">Connections.</param>
    public static void Measure(int count)
    {
        Console.WriteLine("connections\tencrypted\topened/s\tmanaged bytes an end\tresident bytes an end\tmanaged bytes an end after a message each way\tCPU us an end and second, idle");
        foreach (var isEncrypted in (bool[])[false, true])
        {
            using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
            var identity = ServerIdentity.FromKey(key);
            var handler = new Handler();
            var before = Read();
            using var server = DatagramEndpoint.Listen(new IPEndPoint(IPAddress.Loopback, 0), handler, Options(isEncrypted ? new DatagramSecurity { Identity = identity } : null));
            using var client = DatagramEndpoint.OpenClient(handler, Options(isEncrypted ? new DatagramSecurity { Trust = ServerTrust.ForKey(identity.PublicKey.Span) } : null));
            var begun = Stopwatch.GetTimestamp();
            var links = Open(client, server, handler, count);
            var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
            var opened = Read();
            foreach (var link in links)
            {
                link.Send([1], DeliveryMode.ReliableOrdered);
                Poll(client, server);
            }

            PollUntil(client, server, () => handler.Echoed == count && links.All(link => link.QueuedBytes == 0), "the messages");
            var used = Read();
            var idle = Idle(client, server);
            var ends = 2.0 * count;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{count}\t{(isEncrypted ? "yes" : "no")}\t{count / seconds:F0}\t{(opened.Managed - before.Managed) / ends:F0}\t{(opened.Resident - before.Resident) / ends:F0}\t{(used.Managed - before.Managed) / ends:F0}\t{idle.TotalMicroseconds / ends / IdleTime.TotalSeconds:F1}"));
            GC.KeepAlive(links);
        }
    }

    private static List<DatagramConnection> Open(DatagramEndpoint client, DatagramEndpoint server, Handler handler, int count)
    {
        List<DatagramConnection> links = [];
        while (links.Count < count)
        {
            // As many at once as a server would see of those that come, not all with one flight.
            for (var i = 0; i < OpenedAtOnce && links.Count < count; i++) links.Add(client.Connect(server.LocalAddress.ToEndPoint()));
            PollUntil(client, server, () => handler.Connected >= 2 * links.Count, "the handshakes");
        }

        return links;
    }

    private static TimeSpan Idle(DatagramEndpoint client, DatagramEndpoint server)
    {
        using var process = Process.GetCurrentProcess();
        var used = process.TotalProcessorTime;
        for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < IdleTime; Thread.Sleep(1)) Poll(client, server);
        process.Refresh();
        return process.TotalProcessorTime - used;
    }

    private static void PollUntil(DatagramEndpoint client, DatagramEndpoint server, Func<bool> condition, string what)
    {
        for (var begun = Stopwatch.GetTimestamp(); !condition(); Poll(client, server))
        {
            if (Stopwatch.GetElapsedTime(begun) > Timeout) throw new InvalidOperationException($"After {Timeout.TotalMinutes} minutes {what} are not through.");
        }
    }

    private static void Poll(DatagramEndpoint client, DatagramEndpoint server)
    {
        client.Poll();
        server.Poll();
    }

    private static (long Managed, long Resident) Read()
    {
        var managed = GC.GetTotalMemory(forceFullCollection: true);
        using var process = Process.GetCurrentProcess();
        return (managed, process.WorkingSet64);
    }

    private static DatagramOptions Options(DatagramSecurity? security) => new() { SendImmediately = false, Security = security, IdleTimeout = TimeSpan.FromMinutes(1) };

    /// <summary>Both sides'.</summary>
    private sealed class Handler : IDatagramHandler
    {
        private const byte Message = 1;
        private const byte Echo = 2;

        public int Connected { get; private set; }

        public int Echoed { get; private set; }

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData) => Connected++;

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            if (message[0] == Message) connection.Send([Echo], info.Mode, info.Channel);
            else Echoed++;
        }

        public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
        {
            if (reason is not (DisconnectReason.Local or DisconnectReason.EndpointClosed)) throw new InvalidOperationException($"A connection has ended: {reason}.");
        }
    }
}
