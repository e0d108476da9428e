using Genie.Extensions.Genius.Hosting;
using Genie.Extensions.Genius.Rules;
using Microsoft.Extensions.DependencyInjection;

namespace Genie.Extensions.Genius.Orleans;

/// <summary>Other silos' events reach a silo as soon as it is a member: it knows its rules, and its definitions, by then.</summary>
internal sealed class RulesBeforeGrains(IServiceProvider services) : ILifecycleParticipant<ISiloLifecycle>
{
    /// <inheritdoc/>
    public void Participate(ISiloLifecycle lifecycle) => lifecycle.Subscribe(nameof(RulesBeforeGrains), ServiceLifecycleStage.ApplicationServices, LoadAsync);

    private async Task LoadAsync(CancellationToken cancellationToken)
    {
        await services.GetRequiredService<RuleStore>().LoadAsync(cancellationToken).ConfigureAwait(false);
        services.GetRequiredService<GeniusProcessor>();
    }
}
