using System.Net;
using Genie.Datagrams.Tests;

namespace Genie.Datagrams.LiteNetLib.Tests;

/// <summary>Real sockets between one client and a server, which lose, double and hold back datagrams by chance.</summary>
internal sealed class LossyRelay : IDisposable
{
    private readonly RelaySocket _inner = new();
    private readonly RelaySocket _outer = new();
    private volatile EndPoint? _client;

    public LossyRelay(DatagramAddress server, int seed)
    {
        var (there, back) = (new Way(this, new Random(seed)), new Way(this, new Random(~seed)));
        var address = server.ToEndPoint();
        _inner.Start((bytes, from) =>
        {
            _client = from;
            there.Pass(bytes, passed => _outer.Send(passed, address));
        });
        _outer.Start((bytes, _) => back.Pass(bytes, passed =>
        {
            if (_client is { } client) _inner.Send(passed, client);
        }));
    }

    public IPEndPoint Address => _inner.Address;

    /// <summary>The share of datagrams that are lost; 1 is all.</summary>
    public double Loss { get; set; }

    /// <summary>The share of datagrams that come twice.</summary>
    public double Doubled { get; set; }

    /// <summary>The share of datagrams that come after a later one.</summary>
    public double HeldBack { get; set; }

    public void Dispose()
    {
        _inner.Dispose();
        _outer.Dispose();
    }

    /// <summary>One direction.</summary>
    private sealed class Way(LossyRelay relay, Random random)
    {
        private byte[]? _held;

        public void Pass(byte[] bytes, Action<byte[]> send)
        {
            if (random.NextDouble() < relay.Loss) return;
            if (_held is null && random.NextDouble() < relay.HeldBack)
            {
                _held = bytes;
                return;
            }

            send(bytes);
            if (random.NextDouble() < relay.Doubled) send(bytes);
            if (_held is { } late) send(late);
            _held = null;
        }
    }
}
