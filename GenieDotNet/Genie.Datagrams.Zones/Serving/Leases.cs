namespace Genie.Datagrams.Zones.Serving;

/// <summary>Renews the server's lease, takes zones that nobody owns, and gives away those that others should have. On the server's queue only.</summary>
internal sealed class Leases(ServerContext context, ZoneServerInfo self)
{
    private bool _isRenewing;
    private bool _isAssigning;
    private HashSet<(int Zone, long Epoch)> _free = [];

    /// <summary>True: everything is given away, and nothing taken.</summary>
    public bool IsLeaving { get; set; }

    public async Task BeatAsync()
    {
        // Zones may take longer to be taken than a lease runs, where there are many or the directory is slow: it is renewed meanwhile.
        if (!await TryRenewAsync() || _isAssigning) return;
        _isAssigning = true;
        try
        {
            if (IsLeaving) await GiveAllAsync();
            else
            {
                await TakeFreeAsync();
                if (context.Options.BalancesZones) await BalanceAsync();
            }
        }
        finally
        {
            await context.Queue.EnterAsync();
            _isAssigning = false;
        }
    }

    /// <returns>False if the renewal before this one is under way.</returns>
    private async Task<bool> TryRenewAsync()
    {
        if (_isRenewing) return false;
        _isRenewing = true;
        try
        {
            var begun = context.Options.Time.GetTimestamp();

            // A gift whose answer never came: this map has it, or it did not happen.
            var isGiftOpen = !_isAssigning;
            var map = await WithinLeaseAsync(token => context.Directory.HeartbeatAsync(self with { IsLeaving = IsLeaving }, token));
            await context.Queue.EnterAsync();
            context.Ownership.Renew(begun);
            if (isGiftOpen && !_isAssigning) context.Ownership.EndGiving();
            Learn(map);
            return true;
        }
        finally
        {
            await context.Queue.EnterAsync();
            _isRenewing = false;
        }
    }

    /// <summary>Asks the directory: a question that hangs must not keep the server from asking again.</summary>
    private async Task<T> WithinLeaseAsync<T>(Func<CancellationToken, ValueTask<T>> ask)
    {
        using var tooLate = new CancellationTokenSource(context.Directory.LeaseTime, context.Options.Time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(tooLate.Token, context.Stop);
        return await ask(either.Token);
    }

    /// <summary>
    /// Takes zones without an owner whose lease runs, up to this server's share; whatever its share, those that had none at the beat before: who was to take them, such as
    /// a server that has just come, may not be able to, or not know yet that their owner is dead.
    /// </summary>
    private async Task TakeFreeAsync()
    {
        var free = context.Ownership.Map!.Assignments.Where(one => !one.IsLive).ToList();
        var left = _free;
        _free = [.. free.Select(one => (one.Zone, one.Epoch))];
        foreach (var one in free)
        {
            var (zones, servers) = (context.Ownership.Map.Assignments.Count, Math.Max(1, context.Ownership.Map.Servers.Count(server => !server.IsLeaving)));
            var hasShare = context.Ownership.Owned.Count >= (zones + servers - 1) / servers;
            if (hasShare && !left.Contains((one.Zone, one.Epoch))) continue;
            if (await AssignAsync(one, self.Name)) context.Counters.CountAcquired();
        }
    }

    private async Task BalanceAsync()
    {
        if (Balance.ReceiverOf(self.Name, context.Ownership.Map!) is not { } receiver) return;
        await GiveAsync(context.Ownership.Owned.Max(), receiver);
    }

    private async Task GiveAllAsync()
    {
        foreach (var zone in context.Ownership.Owned.ToList())
        {
            if (FindLeastLoaded() is not { } other) return;
            await GiveAsync(zone, other);
        }
    }

    private string? FindLeastLoaded()
    {
        var map = context.Ownership.Map!;
        return map.Servers.Where(server => server.Name != self.Name && !server.IsLeaving).MinBy(server => map.OwnedBy(server.Name).Count())?.Name;
    }

    /// <summary>Serves a zone no more, then has it assigned to another server; serves it again if that is refused.</summary>
    private async Task GiveAsync(int zone, string to)
    {
        context.Ownership.BeginGiving(zone);
        CheckEntities();
        var isGiven = await AssignAsync(context.Ownership.Map!.Find(zone)!, to);
        context.Ownership.EndGiving();
        if (!isGiven) CheckEntities();
    }

    private async Task<bool> AssignAsync(ZoneAssignment zone, string to)
    {
        var map = await WithinLeaseAsync(token => context.Directory.TryAssignAsync(new ZoneChange(zone.Zone, zone.Epoch, self.Name, to), token));
        await context.Queue.EnterAsync();
        if (map is not null) Learn(map);
        return map is not null;
    }

    private void Learn(ZoneMap map)
    {
        if (context.Ownership.Learn(map)) CheckEntities();
    }

    private void CheckEntities()
    {
        foreach (var entity in context.Entities.All.ToList()) context.Handovers.Check(entity);
    }
}
