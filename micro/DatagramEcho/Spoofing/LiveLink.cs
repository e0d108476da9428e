using System.Diagnostics;
using System.Globalization;
using System.Net;
using Genie.Datagrams;

namespace DatagramEcho;

/// <summary>A client that has one message echoed after the other.</summary>
internal sealed class LiveLink : IDatagramHandler, IDisposable
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
