namespace Genie.Brokers.Links;

/// <summary>How a session notices that its peer is gone though no packet says so.</summary>
/// <param name="SendEvery">A sign of life is sent this often.</param>
/// <param name="DeadAfter">The link is given up when nothing was received for this long.</param>
public sealed record LinkHeartbeat(TimeSpan SendEvery, TimeSpan DeadAfter);
