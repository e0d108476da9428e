using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Genie.Brokers.Hosting;

/// <summary>Creates the brokers before the host's services start, so that a setting that is wrong ends the start, and closes them when all have stopped.</summary>
internal sealed class BrokerLifetime(IServiceProvider provider, IEnumerable<BrokerName> names) : IHostedLifecycleService
{
    private HostedBroker[] _brokers = [];

    public Task StartingAsync(CancellationToken cancellationToken)
    {
        _brokers = [.. names.Select(name => provider.GetRequiredKeyedService<HostedBroker>(name.Name))];
        return Task.CompletedTask;
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) =>
        Task.WhenAll(_brokers.Select(broker => broker.DisposeAsync().AsTask())).WaitAsync(cancellationToken);
}
