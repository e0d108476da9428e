using Genie.Relay.Balancing;
using Grpc.Core;

namespace Genie.Relay.Proxying;

/// <summary>How one try of a call has ended.</summary>
/// <param name="Status">The status that the client gets.</param>
/// <param name="Detail">Why, where the relay itself answers; null: the worker has answered, or nobody listens any more.</param>
/// <param name="Outcome">What it says of the worker.</param>
/// <param name="IsRefused">True if the client's request is at fault, and the worker has no part in it.</param>
/// <param name="IsLost">True if the worker will not finish it: another one may be tried, where the client has seen nothing of an answer and the request can be sent whole.</param>
internal readonly record struct CallEnd(StatusCode Status, string? Detail, WorkerOutcome Outcome, bool IsRefused = false, bool IsLost = false);
