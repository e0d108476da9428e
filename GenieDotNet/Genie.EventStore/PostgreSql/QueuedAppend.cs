namespace Genie.EventStore.PostgreSql;

/// <summary>An append that waits to be sent.</summary>
internal sealed class QueuedAppend(AppendRequest request) : TaskCompletionSource<AppendResult>(TaskCreationOptions.RunContinuationsAsynchronously)
{
    public AppendRequest Request { get; } = request;
}
