using Genie.EventStore;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>A store whose appends fail by chance: before they are written, or after that and before anybody learns of it, as when a process is killed.</summary>
internal sealed class FlakyStore(IEventStore inner, Random random, int oneIn) : EventStoreDecorator(inner)
{
    public int Failures { get; private set; }

    public override async ValueTask<AppendResult> AppendAsync(AppendRequest request, CancellationToken cancellationToken)
    {
        int fate;
        lock (random) fate = random.Next(2 * oneIn);
        if (fate == 0) Fail();
        var result = await base.AppendAsync(request, cancellationToken);
        if (fate == 1) Fail();
        return result;
    }

    private void Fail()
    {
        Failures++;
        throw new EventStoreUnavailableException("a test", "it was killed.", isTransient: true);
    }
}
