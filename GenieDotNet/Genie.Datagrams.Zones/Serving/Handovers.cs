using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Serving;

/// <summary>Entities that go to other servers, and come from them. On the server's queue, but where it says otherwise.</summary>
internal sealed class Handovers(ServerContext context)
{
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    private readonly Dictionary<DatagramAddress, RpcConnection> _servers = [];

    /// <summary>Connects to another server. Set when the server has its endpoint.</summary>
    public Func<DatagramAddress, RpcConnection>? Connect { get; set; }

    /// <summary>Hands an entity over if its zone is not this server's any more.</summary>
    public void Check(ZoneEntity entity)
    {
        if (entity.IsLeaving || !context.Ownership.IsLeaseRunning) return;
        if (context.Ownership.ZoneFor(entity.Position, entity.Zone) is { } zone)
        {
            entity.Zone = zone;
            return;
        }

        entity.IsLeaving = true;
        context.Queue.Start(() => HandOverAsync(entity));
    }

    /// <summary>Takes an entity over from another server.</summary>
    public async Task<TransferStatus> TakeAsync(EntityRecord record)
    {
        if (context.Ownership.ZoneFor(record.Position) is null) return TransferStatus.NotOwner;
        if (context.Entities.Find(record.Entity) is { } held)
        {
            // Asked for a second time, or the client was faster, and whether it has gone on since does not matter. If not, it was here before, and this server has missed that it went:
            // two servers that each wait for the other to take what they have would wait for ever.
            if (held.Version >= record.Version) return TransferStatus.Taken;
            context.Entities.Fence(held);
        }

        if (await context.Entities.OpenAsync(record.Entity, record, record.Position) is null) return TransferStatus.Busy;
        context.Counters.CountTakenOver();
        return TransferStatus.Taken;
    }

    /// <summary>Until another server has the entity, or its zone is this server's again. Nothing is taken from the client meanwhile; it sends it again.</summary>
    private async Task HandOverAsync(ZoneEntity entity)
    {
        await entity.Saving;
        while (true)
        {
            await context.Queue.EnterAsync();
            if (!context.Entities.Holds(entity)) return;
            if (context.Ownership.ZoneFor(entity.Position) is { } own)
            {
                Resume(entity, own);
                return;
            }

            if (context.Ownership.Map?.FindAt(entity.Position) is { IsLive: true, Owner: { } owner } target && owner.Name != context.Options.Name && await OfferAsync(entity, owner.Address))
            {
                await context.Queue.EnterAsync();
                if (!context.Entities.Holds(entity)) return;
                context.Counters.CountHandedOver();
                entity.Link?.Redirect(target);
                context.Entities.Remove(entity);
                return;
            }

            await Task.Delay(RetryDelay, context.Options.Time, context.Stop);
        }
    }

    private static void Resume(ZoneEntity entity, int zone)
    {
        (entity.Zone, entity.IsLeaving) = (zone, false);
        entity.Link?.Resume();
        entity.Change();
    }

    private async Task<bool> OfferAsync(ZoneEntity entity, DatagramAddress address)
    {
        var connection = ConnectionTo(address);
        var heardBytes = connection.Transport.State == ConnectionState.Connected ? connection.Transport.GetStatistics().BytesReceived : (long?)null;
        try
        {
            var status = await new ZonePeersClient(connection).Transfer(entity.ToRecord().ToPacket(), context.Stop);
            if (status == TransferStatus.Denied) context.Report(new ZoneException($"{address} takes no entities from this server: give all servers of a world the same ServerKey.", isTransient: false));
            return status == TransferStatus.Taken;
        }
        catch (DatagramException error)
        {
            // Where nothing was heard at all another server may have come at that address, which cannot say that it does not know the connection: the next try makes one.
            if (error is RpcException { Code: RpcErrorCode.TimedOut } && connection.Transport.GetStatistics().BytesReceived == heardBytes) connection.Disconnect();
            context.Report(error);
            return false;
        }
    }

    /// <summary>The connection with another server. From any thread.</summary>
    public RpcConnection ConnectionTo(DatagramAddress address)
    {
        lock (_servers)
        {
            if (_servers.TryGetValue(address, out var known) && known.Transport.State is ConnectionState.Connecting or ConnectionState.Connected) return known;
            return _servers[address] = Connect!(address);
        }
    }
}

/// <summary>A connection from another server, or what says it is one.</summary>
internal sealed class PeerLink(ServerContext context, RpcConnection connection) : IZonePeers
{
    public ValueTask<TransferStatus> Transfer(EntityPacket entity, CancellationToken cancellationToken)
    {
        if (!System.Security.Cryptography.CryptographicOperations.FixedTimeEquals(connection.HandshakeData.Span, context.Options.ServerKey.Span))
        {
            context.Counters.CountRefused();
            return ValueTask.FromResult(TransferStatus.Denied);
        }

        var answer = new TaskCompletionSource<TransferStatus>();
        context.Queue.Start(async () =>
        {
            try
            {
                answer.TrySetResult(await context.Handovers.TakeAsync(EntityRecord.Of(entity)));
            }
            catch (Exception error)
            {
                context.Report(error);
                answer.TrySetResult(TransferStatus.Busy);
            }
        });
        return new ValueTask<TransferStatus>(answer.Task);
    }
}
