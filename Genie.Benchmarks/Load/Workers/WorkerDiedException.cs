using Genie.Brokers;

namespace Genie.Benchmarks.Load.Workers;

/// <summary>The worker ended while it was needed; the message holds its exit code and last words.</summary>
internal sealed class WorkerDiedException(string message, Exception? innerException = null)
    : BrokerException(message, isTransient: false, innerException);
