using Genie.Relay.Workers;

namespace Genie.Relay.Balancing;

/// <summary>A call in the queue.</summary>
/// <param name="since">When it came there.</param>
internal sealed class WaitingCall(long since) : TaskCompletionSource<Worker>(TaskCreationOptions.RunContinuationsAsynchronously)
{
    /// <summary>Since when it waits.</summary>
    public long Since => since;
}
