using Genie.EventStore;

namespace GameLicenseExample.Tests.Features;

/// <summary>A store that goes away: some appends succeed, then all fail, the first of them before or after it is written.</summary>
internal sealed class FailingStore(IEventStore inner) : EventStoreDecorator(inner)
{
    private int _appends;

    public int AppendsUntilFailure { get; init; } = int.MaxValue;

    public bool IsWrittenBeforeFailure { get; init; }

    public override async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        var isFirst = _appends == AppendsUntilFailure;
        if (_appends++ < AppendsUntilFailure) return await base.AppendAsync(request, cancellationToken);
        if (isFirst && IsWrittenBeforeFailure) await base.AppendAsync(request, cancellationToken);
        throw new EventStoreUnavailableException("the test", "it failed as it was told to.", isTransient: true);
    }
}
