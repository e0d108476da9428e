using Genie.Geocoding;
using Genie.Workload.Changes;

namespace Genie.Workload.Avro;

/// <summary>What an answer says, as the worker holds it.</summary>
/// <param name="Sender">The request's sender.</param>
/// <param name="Sequence">The request's number.</param>
/// <param name="PartyId">The party.</param>
/// <param name="Place">What lies at its primary address.</param>
/// <param name="Changes">What changed.</param>
public readonly record struct AnswerContent(uint Sender, ulong Sequence, string PartyId, PlaceAnswer Place, ChangeList Changes);
