using System.Buffers.Binary;
using Genie.EventStore;
using Orleans.Placement;

namespace Genie.Grains.Orleans.Tests;

/// <summary>A payment, named by its sender and number; one of less than nothing is refused, and one of 13 ends the incarnation.</summary>
[GenerateSerializer, Immutable]
internal readonly record struct Payment([property: Id(0)] uint Sender, [property: Id(1)] ulong Sequence, [property: Id(2)] int Amount);

/// <summary>An account after a payment.</summary>
[GenerateSerializer, Immutable]
internal readonly record struct Balance([property: Id(0)] long Amount, [property: Id(1)] long Version, [property: Id(2)] string Host);

/// <summary>A grain that knows of no host: its state is its stream, whose versions are its fence, and deactivation saves a snapshot.</summary>
internal sealed class Account(string key, IEventStore store, string host) : Grain<Payment, Balance>
{
    public const string Kind = "account";
    public const int UnluckyAmount = 13;
    public const int CausedAmount = 14;

    private long _balance;
    private long _version;

    public static string StreamOf(string key) => $"account/{key}";

    protected override async ValueTask ActivateAsync(GrainCall call)
    {
        if (await store.LoadSnapshotAsync(StreamOf(key), call.Token).ConfigureAwait(false) is { } snapshot)
            (_balance, _version) = (BinaryPrimitives.ReadInt64LittleEndian(snapshot.State.Span), snapshot.Version);
        await foreach (var paid in store.ReadStreamAsync(StreamOf(key), _version + 1, call.Token).ConfigureAwait(false))
            (_balance, _version) = (_balance + BinaryPrimitives.ReadInt32LittleEndian(paid.Payload.Span), paid.Version);
    }

    protected override async ValueTask<Balance> HandleAsync(Payment message, GrainCall call)
    {
        if (message.Amount < 0) throw new GrainRefusalException("An account pays nothing out.");
        if (message.Amount == CausedAmount) throw new GrainException("caused elsewhere", isTransient: true, new Foreign.ForeignException());
        if (message.Amount == UnluckyAmount) throw new InvalidDataException("13");
        var payload = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(payload, message.Amount);
        var request = new AppendRequest(StreamOf(key), new NewEvent[] { new("Paid", payload) }) { ExpectedVersion = _version, Key = new RequestKey(1, message.Sender, message.Sequence) };
        if (!(await store.AppendAsync(request, call.Token).ConfigureAwait(false)).IsRepeat) (_balance, _version) = (_balance + message.Amount, _version + 1);
        return new Balance(_balance, _version, host);
    }

    protected override async ValueTask DeactivateAsync()
    {
        var state = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(state, _balance);
        if (_version > 0) await store.SaveSnapshotAsync(StreamOf(key), new StreamSnapshot(_version, state), CancellationToken.None).ConfigureAwait(false);
    }
}

/// <summary>Its class in Orleans; placed at random, so that each silo gets some, whichever the client is connected to.</summary>
[GrainType(Account.Kind), RandomPlacement]
internal sealed class AccountHost(SiloGrains grains) : HostedGrain<Payment, Balance>(grains);
