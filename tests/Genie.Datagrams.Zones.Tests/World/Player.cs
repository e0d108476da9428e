using System.Buffers.Binary;
using System.Collections.Concurrent;

namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>A client that counts aloud.</summary>
internal sealed class Player : IZoneClientHandler
{
    private long _next;

    public required ZoneClient Client { get; set; }

    public required DatagramEndpoint Endpoint { get; set; }

    public required ulong Entity { get; init; }

    public MapPosition Position { get; set; }

    public long Said => _next;

    public ConcurrentQueue<long> Heard { get; } = new();

    public ConcurrentQueue<string> Published { get; } = new();

    public ConcurrentQueue<DatagramAddress?> Servers { get; } = new();

    /// <summary>All was said, kept, and the answers have come, each once and in order.</summary>
    public bool IsDone => Client.Confirmed == _next && Heard.Count == (_next + CountingWorld.EchoEvery - 1) / CountingWorld.EchoEvery;

    public void Say()
    {
        Client.Send(CountingWorld.Bytes(_next));
        _next++;
    }

    public void MoveTo(MapPosition position)
    {
        Position = position;
        Client.Move(position);
    }

    public void OnMessage(ReadOnlySpan<byte> message) => Heard.Enqueue(BinaryPrimitives.ReadInt64LittleEndian(message));

    public void OnPublished(ReadOnlySpan<byte> message) => Published.Enqueue(System.Text.Encoding.UTF8.GetString(message));

    public void OnServerChanged(DatagramAddress? server) => Servers.Enqueue(server);
}
