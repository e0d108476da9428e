using System.Diagnostics;
using Genie.Relay.Workers;

namespace Genie.Relay.Balancing;

/// <summary>A call in the queue.</summary>
internal sealed class WaitingCall() : TaskCompletionSource<Worker>(TaskCreationOptions.RunContinuationsAsynchronously)
{
    /// <summary>Since when it waits.</summary>
    public long Since { get; } = Stopwatch.GetTimestamp();
}
