using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Drivers;

/// <summary>A driver that was built.</summary>
/// <param name="Name"><c>wire</c>, <c>official</c> or a library's own name.</param>
/// <param name="Library">The library with its version.</param>
/// <param name="Guarantees">What delivery means with it.</param>
/// <param name="Allocations">What it allocates at most.</param>
internal sealed record SurveyedClient(string Name, string Library, GuaranteeCard Guarantees, AllocationBounds Allocations);

/// <summary>A client package that the build had to leave out.</summary>
/// <param name="Package">Its name.</param>
/// <param name="Version">The version it would need.</param>
internal sealed record MissingClient(string Package, string Version);

/// <summary>What there is of one messaging system.</summary>
/// <param name="Broker">The system's name.</param>
/// <param name="Clients">Its drivers.</param>
/// <param name="Missing">Packages that were missing.</param>
/// <param name="Reachable">True if a server answers, or none is needed.</param>
/// <param name="Url">Where it answers; null where none does.</param>
/// <param name="Server">The server and where it is, or what to do to have one.</param>
internal sealed record SurveyedSystem(
    string Broker, IReadOnlyList<SurveyedClient> Clients, IReadOnlyList<MissingClient> Missing, bool Reachable, Uri? Url, string Server);
