using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Nats.Wire.Protocol;

/// <summary>Who is notified when the server has worked through everything up to here: a publication, a flush, or nobody.</summary>
internal readonly record struct NatsConfirmation(Correlation Publication, TaskCompletionSource? Flush, bool IsPublication);
