using Genie.Datagrams.Rpc;

namespace Genie.Datagrams.Zones;

/// <summary>Settings of a zone server.</summary>
public sealed record ZoneServerOptions
{
    /// <summary>The fewest bytes of <see cref="ServerKey"/>.</summary>
    public const int MinServerKeyBytes = 16;

    /// <summary>See <see cref="ZoneServerInfo.Name"/>.</summary>
    public string Name { get; init; } = Guid.NewGuid().ToString("N");

    /// <summary>What servers show each other in the handshake, at least 16 random bytes: whoever has it may hand entities over. Encrypt the endpoints where others can listen.</summary>
    public required ReadOnlyMemory<byte> ServerKey { get; init; }

    /// <summary>Where clients and other servers reach this one; null: where its endpoint is bound.</summary>
    public DatagramAddress? PublicAddress { get; init; }

    /// <summary>
    /// How often the lease is renewed, and dead owners are looked for: at most a third of <see cref="IZoneDirectory.LeaseTime"/>. The zones of a dead server have a new
    /// owner after that and a lease at the latest; after two of these and a lease if the server that has room for them does not take them.
    /// </summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromMilliseconds(300);

    /// <summary>How far an entity may leave its zone before it is handed over, metres, so that one that walks along a border is not handed to and fro.</summary>
    public double HandoverMarginMetres { get; init; } = 20;

    /// <summary>How long another server may take to accept an entity, before it is asked again.</summary>
    public TimeSpan TransferTimeout { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>An entity whose client is away for so long is forgotten here; the store keeps it.</summary>
    public TimeSpan DetachedTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>True: a zone is given to a server that has two fewer.</summary>
    public bool BalancesZones { get; init; } = true;

    /// <summary>Decides who may connect; null: everybody.</summary>
    public RpcAdmission? Admit { get; init; }

    /// <summary>Decides whether a client, known by <see cref="RpcConnection.HandshakeData"/>, may have an entity; null: everybody may have all.</summary>
    public Func<RpcConnection, ulong, bool>? MayAttach { get; init; }

    /// <summary>Told of what went wrong and is tried again or was skipped. Must not throw.</summary>
    public Action<Exception>? Failed { get; init; }

    /// <summary>The clock. On a simulated network it is the network's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    internal void Check(TimeSpan leaseTime)
    {
        ArgumentException.ThrowIfNullOrEmpty(Name);
        ArgumentOutOfRangeException.ThrowIfLessThan(ServerKey.Length, MinServerKeyBytes, nameof(ServerKey));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(HeartbeatInterval, TimeSpan.Zero, nameof(HeartbeatInterval));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(HeartbeatInterval, leaseTime / 3, nameof(HeartbeatInterval));
        ArgumentOutOfRangeException.ThrowIfNegative(HandoverMarginMetres);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(TransferTimeout, TimeSpan.Zero, nameof(TransferTimeout));
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(DetachedTimeout, TimeSpan.Zero, nameof(DetachedTimeout));
    }
}
