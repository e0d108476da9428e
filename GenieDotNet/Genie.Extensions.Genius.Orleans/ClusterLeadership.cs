using Genie.Extensions.Genius.Hosting;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>
/// The silo that has been a member for the longest leads. All silos know that from the table of members, so there is no election; one that was declared dead while
/// it was halted takes itself for the leader until it reads the table again.
/// </summary>
internal sealed class ClusterLeadership(IClusterMembershipService membership, ILocalSiloDetails silo) : IGeniusLeadership
{
    /// <inheritdoc/>
    public async Task LeadAsync(Func<CancellationToken, Task> work, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(work);
        while (true)
        {
            await UntilAsync(leads: true, cancellationToken).ConfigureAwait(false);
            using var term = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            var (working, lost) = (work(term.Token), UntilAsync(leads: false, term.Token));
            var isDone = await Task.WhenAny(working, lost).ConfigureAwait(false) == working;
            await term.CancelAsync().ConfigureAwait(false);
            await lost.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            try
            {
                await working.ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (!isDone && !cancellationToken.IsCancellationRequested)
            {
                // Another leads.
            }

            if (isDone) return;
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    private async Task UntilAsync(bool leads, CancellationToken cancellationToken)
    {
        if (Leads(membership.CurrentSnapshot) == leads) return;
        await foreach (var members in membership.MembershipUpdates.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            if (Leads(members) == leads) return;
        }

        cancellationToken.ThrowIfCancellationRequested();
    }

    private bool Leads(ClusterMembershipSnapshot members) => members.Members.Values
        .Where(static member => member.Status == SiloStatus.Active)
        .Select(static member => member.SiloAddress)
        .OrderBy(static address => address.Generation).ThenBy(static address => address)
        .FirstOrDefault()?.Equals(silo.SiloAddress) ?? false;
}
