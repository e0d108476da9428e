namespace Genie.Benchmarks.Load.Zones;

/// <summary>Who owned which zone, and when, as the servers themselves saw it. Safe for concurrent callers.</summary>
internal sealed class OwnershipLedger
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(int Zone, long Epoch, int Server), (long First, long Last)> _claims = [];
    private readonly Dictionary<string, int> _errors = [];

    /// <summary>What went wrong at servers and was tried again, and how often.</summary>
    public IReadOnlyDictionary<string, int> Errors
    {
        get
        {
            lock (_gate) return new Dictionary<string, int>(_errors);
        }
    }

    /// <summary>Takes what a server has told.</summary>
    public void Add(int server, ZoneServerReport report)
    {
        lock (_gate)
        {
            foreach (var claim in report.Claims)
            {
                // It was certainly so after the first look had ended, or before the last one had begun, whatever halted the process in between.
                var key = (claim.Zone, claim.Epoch, server);
                _claims[key] = _claims.TryGetValue(key, out var known) ? (Math.Min(known.First, claim.To), Math.Max(known.Last, claim.From)) : (claim.To, claim.From);
            }

            foreach (var error in report.Errors) _errors[error] = _errors.GetValueOrDefault(error) + 1;
        }
    }

    /// <summary>When a zone was certainly another owner's, on <see cref="ZoneFaultWorld.Now"/>; null: nobody has told so yet.</summary>
    /// <param name="zone">The zone.</param>
    /// <param name="epoch">The epoch of the owner before.</param>
    /// <param name="server">The server that is asked about; null: whichever.</param>
    public long? OwnedAfter(int zone, long epoch, int? server = null)
    {
        lock (_gate)
        {
            return _claims.Where(claim => claim.Key.Zone == zone && claim.Key.Epoch > epoch && (server is null || claim.Key.Server == server)).Min(static claim => (long?)claim.Value.First);
        }
    }

    /// <summary>Zones that a server still held for its own when another one already did, under a later epoch or the same.</summary>
    public int CountZonesWithTwoOwners()
    {
        lock (_gate)
        {
            return _claims.GroupBy(static claim => claim.Key.Zone).Count(static zone => zone.Any(earlier => zone.Any(later =>
                later.Key.Server != earlier.Key.Server && later.Key.Epoch >= earlier.Key.Epoch && earlier.Value.Last > later.Value.First)));
        }
    }
}
