using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

/// <summary>A session whose disposal never completes, as where a handler does not end.</summary>
internal sealed class EndlessSession : ILinkSession
{
    private readonly TaskCompletionSource<Exception> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _leaving = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Task<Exception> Ended => _ended.Task;

    public Task Leaving => _leaving.Task;

    /// <summary>Its server is about to close.</summary>
    public void Leave() => _leaving.TrySetResult();

    public void End() => _ended.TrySetResult(new LinkLostException("test", "cut"));

    public ValueTask CloseAsync(TimeSpan timeout) => ValueTask.CompletedTask;

    public ValueTask DisposeAsync() => new(new TaskCompletionSource().Task);
}
