using System.Buffers.Binary;
using System.Net;
using System.Security.Cryptography;
using Genie.Benchmarks.Load.Soak.Udp;
using Genie.Benchmarks.Load.Soak.Udp.Ledger;
using Genie.Benchmarks.Load.Soak.Udp.Peers;
using Genie.Brokers.Frame;
using Genie.Datagrams;

namespace Genie.Benchmarks.Tests.Load.Soak.Udp;

/// <summary>The side that judges, over real sockets, beside one that does what a broken transport would.</summary>
public sealed class SoakPeerTests : IDisposable
{
    private const ulong Run = 0x1000;
    private const uint Number = 5;

    // A safety net only: the machine may be slow and shared.
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);

    private readonly ECDsa _key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
    private readonly SoakPeer _server;
    private readonly DatagramEndpoint _client;

    public SoakPeerTests()
    {
        var identity = ServerIdentity.FromKey(_key);
        var plan = new UdpSoakPlan { DurationSeconds = 1, Connections = 1, RateHertz = 10, Loss = 0, LatencyMilliseconds = 0, VarianceMilliseconds = 0, Seed = 1 };
        _server = SoakPeer.Listen(new SoakPeerStart(plan, Run, 0, []), identity);
        _client = DatagramEndpoint.OpenClient(new Silent(), SoakEndpoints.Client(plan, identity.PublicKey.ToArray(), static (_, _) => { }), new IPEndPoint(IPAddress.Loopback, 0));
        _client.Start();
    }

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
        _key.Dispose();
    }

    [Fact]
    public async Task What_a_broken_transport_would_do_is_found_and_described()
    {
        var link = Connect(Number);
        foreach (var sequence in (ulong[])[0, 1, 1, 3, 2, 5]) Send(link, SoakStream.Ordered, sequence);
        foreach (var sequence in (ulong[])[0, 0]) Send(link, SoakStream.Unordered, sequence);
        Send(link, SoakStream.Fragmented, 0, static message => message[^1] ^= 1);
        Send(link, SoakStream.Fragmented, 0);
        _client.Flush();
        var reading = await ReadAsync(static reading => reading.Received[(int)SoakStream.Fragmented] == 1 && reading.Received[(int)SoakStream.Ordered] == 5 && reading.Anomalies.Doubled == 2);
        Assert.Equal(new SoakAnomalies { Lost = 1, Doubled = 2, OutOfOrder = 1, Corrupted = 1 }, reading.Anomalies);
        Assert.Equal(4, reading.Notes.Length);
        Assert.Contains(reading.Notes, static note => note.StartsWith("OutOfOrder: message 2 of channel 0 (ReliableOrdered)", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_end_that_nobody_asked_for_is_found()
    {
        var link = Connect(Number);
        Send(link, SoakStream.Ordered, 0);
        _client.Flush();
        await ReadAsync(static reading => reading.Received[0] == 1);
        link.Disconnect();
        var reading = await ReadAsync(static reading => reading.Anomalies.Disconnects > 0);
        Assert.Equal(new SoakAnomalies { Disconnects = 1 }, reading.Anomalies);
        Assert.Contains("(Remote)", Assert.Single(reading.Notes), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_error_of_a_handler_is_found()
    {
        _client.Connect(new IPEndPoint(IPAddress.Loopback, _server.Port), handshakeData: [1]);
        var reading = await ReadAsync(static reading => reading.Anomalies.Errors > 0);
        Assert.Equal(1, reading.Anomalies.Errors);
        Assert.Contains(reading.Notes, static note => note.StartsWith("handler: ", StringComparison.Ordinal));
    }

    private DatagramConnection Connect(uint number)
    {
        var hello = new byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(hello, number);
        return _client.Connect(new IPEndPoint(IPAddress.Loopback, _server.Port), hello);
    }

    private static void Send(DatagramConnection link, SoakStream stream, ulong sequence, Action<byte[]>? damage = null)
    {
        var buffer = new byte[SoakMessage.BytesMax];
        var message = buffer[..SoakMessage.Write(buffer, new MessageFrame(Run, ConnectionLedger.SenderOf(Number, stream), sequence, SoakClock.NowNanoseconds))];
        damage?.Invoke(message);
        link.Send(message, stream.Mode(), (byte)stream);
    }

    private async Task<SoakReading> ReadAsync(Func<SoakReading, bool> isEnough)
    {
        for (var waited = TimeSpan.Zero; waited < Timeout; waited += TimeSpan.FromMilliseconds(20))
        {
            if (_server.Read() is { } reading && isEnough(reading)) return reading;
            await Task.Delay(20);
        }

        throw new TimeoutException($"Not within {Timeout}: {_server.Read()}");
    }

    private sealed class Silent : IDatagramHandler
    {
        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
        }
    }
}
