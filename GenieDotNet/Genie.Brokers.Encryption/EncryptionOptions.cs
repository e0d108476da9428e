using Genie.Genuine.Handshake;
using Genie.Genuine.Identities;
using Genie.Genuine.Ratchet;
using Genie.Genuine.Storage;

namespace Genie.Brokers.Encryption;

/// <summary>Who this side is, and whom it talks to.</summary>
public sealed record EncryptionOptions
{
    /// <summary>This side. It stays the caller's, who disposes of it after the broker.</summary>
    public required IdentityKeyPair Identity { get; init; }

    /// <summary>Who must be listening; needed by connections. Learn it by another way than through the messaging system.</summary>
    public PublicIdentity? Listener { get; init; }

    /// <summary>Which senders a listener admits; asked at every message, with the identity that its encryption proves. Default: everybody.</summary>
    public Func<PublicIdentity, bool> Admits { get; init; } = static _ => true;

    /// <summary>
    /// Where a listener keeps prekeys, sessions and what it has handled. With a durable one, what waits in the messaging system while no
    /// listener runs is read by the next, and listeners that share one share the channel. It stays the caller's. Default: memory, which ends with the process.
    /// </summary>
    public IStateStore? Store { get; init; }

    /// <summary>32 secret bytes, which seal what is in <see cref="Store"/>; needed with one.</summary>
    public ReadOnlyMemory<byte> StorageKey { get; init; }

    /// <summary>How long a listener's prekeys live. Together the two periods must exceed the time for which the system keeps messages.</summary>
    public PreKeyOptions PreKeys { get; init; } = new();

    /// <summary>Sessions that listeners keep; the one unused for longest makes room, and its sender agrees anew. Default 10,000.</summary>
    public int SessionsMax { get; init; } = 10_000;

    /// <summary>The share of one sender. Default 1,000.</summary>
    public int SessionsPerSenderMax { get; init; } = 1_000;

    /// <summary>Senders whose messages listeners know again. Of more, one not heard of for longest is forgotten, and with him all connections that senders who are not known opened before his last. Senders whose clocks run ahead have a half of the room, until their time is there. Default 100,000.</summary>
    public int SendersMax { get; init; } = 100_000;

    /// <summary>Connections of a sender whose messages listeners know again; of more, the one unused for longest is forgotten, and its messages are refused. Default 1,024.</summary>
    public int ConnectionsPerSenderMax { get; init; } = 1_024;

    /// <summary>Both sides: whether messages of a connection are handled in the order sent.</summary>
    public MessageOrder Order { get; init; }

    /// <summary>A sender's: how long after sending a message may be handled; the listener refuses it later. Default: for as long as it can be read.</summary>
    public TimeSpan? TimeToLive { get; init; }

    /// <summary>A listener's: how old a message may be. Default: as old as its sender allows.</summary>
    public TimeSpan? MaxAge { get; init; }

    /// <summary>How far the clocks of two sides may be apart. Default 5 minutes.</summary>
    public TimeSpan MaxClockSkew { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// The channel that gets what listeners of a channel refuse, as it came, before it is settled: a dead-letter channel. It must exist where a
    /// system wants that. Default null: a refused one-way message ends in an error, as one whose handler fails does; where the system would deliver it again without end (<see cref="RedeliveryPolicy.DeliveriesMax"/>) it is settled.
    /// </summary>
    public Func<string, string>? RefusedChannel { get; init; }

    /// <summary>Told of every message refused.</summary>
    public Action<RefusedMessage>? OnRefused { get; init; }

    /// <summary>After this long a sender asks again for the listener's prekeys. Default one minute.</summary>
    public TimeSpan RefreshPeriod { get; init; } = TimeSpan.FromMinutes(1);

    /// <summary>Of the double ratchet; both sides need the same choice of encrypted headers.</summary>
    public RatchetOptions Ratchet { get; init; } = new();

    /// <summary>The clock.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    internal void Validate()
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(SessionsMax);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(SessionsPerSenderMax);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(SendersMax);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(ConnectionsPerSenderMax);
        if (Store is not null) ArgumentOutOfRangeException.ThrowIfNotEqual(StorageKey.Length, 32, nameof(StorageKey));
    }
}
