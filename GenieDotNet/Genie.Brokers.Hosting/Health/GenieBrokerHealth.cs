using Genie.Brokers.Hosting.Listening;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;

namespace Genie.Brokers.Hosting.Health;

/// <summary>Adds brokers to a host's health checks.</summary>
public static class GenieBrokerHealth
{
    private const string CheckName = "genie-broker";
    private const string FallbackChannel = "health";

    /// <summary>
    /// Adds a check of a broker: healthy where no link and no listener is away and a connection could be opened and flushed; degraded while it
    /// reconnects; the failure status when the server refuses the credentials, or nothing was healthy for <see cref="BrokerHealthOptions.UnhealthyAfter"/>.
    /// </summary>
    /// <param name="checks">The host's health checks.</param>
    /// <param name="broker">The broker's name; null is that without a name.</param>
    /// <param name="options">How it is looked at.</param>
    /// <param name="failureStatus">Default <see cref="HealthStatus.Unhealthy"/>.</param>
    /// <param name="tags">The check's tags.</param>
    public static IHealthChecksBuilder AddGenieBroker(
        this IHealthChecksBuilder checks, string? broker = null, BrokerHealthOptions? options = null, HealthStatus? failureStatus = null, IEnumerable<string>? tags = null)
    {
        ArgumentNullException.ThrowIfNull(checks);
        broker ??= Options.DefaultName;
        options ??= new BrokerHealthOptions();
        return checks.Add(new HealthCheckRegistration(broker.Length == 0 ? CheckName : $"{CheckName}-{broker}", Create, failureStatus, tags));

        BrokerHealthCheck Create(IServiceProvider provider)
        {
            var channel = options.Channel ?? provider.GetServices<HostedListener>().FirstOrDefault(listener => listener.Broker == broker)?.Channel ?? FallbackChannel;
            return new BrokerHealthCheck(provider.GetRequiredKeyedService<HostedBroker>(broker), channel, options, provider.GetRequiredService<TimeProvider>());
        }
    }
}
