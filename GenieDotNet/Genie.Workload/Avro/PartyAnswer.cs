using Genie.Geocoding;
using Genie.Workload.Changes;

namespace Genie.Workload.Avro;

/// <summary>An answer that was read whole.</summary>
/// <param name="Sender">The request's sender.</param>
/// <param name="Sequence">The request's number.</param>
/// <param name="PartyId">The party.</param>
/// <param name="Status">How the look-up ended.</param>
/// <param name="Country">The country, or null.</param>
/// <param name="Division">The first-level division, or null.</param>
/// <param name="County">The county, or null.</param>
/// <param name="Changes">What changed.</param>
public sealed record PartyAnswer(
    long Sender, long Sequence, string PartyId, LookupStatus Status, PartyAnswer.Area? Country, PartyAnswer.Area? Division, PartyAnswer.Area? County,
    IReadOnlyList<PartyAnswer.Change> Changes)
{
    /// <summary>An area around the address.</summary>
    /// <param name="Code">Its code.</param>
    /// <param name="Name">Its name.</param>
    public sealed record Area(string Code, string Name);

    /// <summary>A changed path.</summary>
    /// <param name="Path">The path: see <see cref="ChangeList"/>.</param>
    /// <param name="Kind">What happened.</param>
    /// <param name="Before">What stood there.</param>
    /// <param name="After">What stands there.</param>
    public sealed record Change(string Path, ChangeKind Kind, ChangeValue Before, ChangeValue After);
}
