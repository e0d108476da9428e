using Genie.EventStore;
using Genie.Workload.Grains;

namespace Genie.Benchmarks.Tests.Load.Effects;

/// <summary>A store that now and then forgets an effect, or keeps it twice, so that an audit has something to find.</summary>
internal sealed class FaultyEventStore(IEventStore inner) : EventStoreDecorator(inner)
{
    private long _appends;

    /// <summary>Every so many appends one effect is forgotten; 0 for never.</summary>
    public int ForgetEvery { get; init; }

    /// <summary>Every so many appends one effect is kept twice; 0 for never.</summary>
    public int DoubleEvery { get; init; }

    public long Forgotten { get; private set; }

    public long Doubled { get; private set; }

    public override async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        var number = Interlocked.Increment(ref _appends);
        if (ForgetEvery > 0 && number % ForgetEvery == 0)
        {
            Forgotten++;
            return await base.AppendAsync(request with { Events = request.Events.ToArray().Select(each => each with { Type = "Forgotten" }).ToArray() }, cancellationToken);
        }

        if (DoubleEvery > 0 && number % DoubleEvery == 0)
        {
            Doubled++;
            await base.AppendAsync(request with { Stream = PartyEvents.StreamOf($"double-{number}"), ExpectedVersion = 0 }, cancellationToken);
        }

        return await base.AppendAsync(request, cancellationToken);
    }
}
