using Genie.EventStore;
using Genie.Workload.Messages;

namespace Genie.Workload.Grains;

/// <summary>A party's new state, as a request brought it.</summary>
/// <param name="Request">The request; nobody changes it any more.</param>
/// <param name="Key">Names the request, so that its repetition is known.</param>
public sealed record PartyCommand(PartyRequest Request, RequestKey Key);
