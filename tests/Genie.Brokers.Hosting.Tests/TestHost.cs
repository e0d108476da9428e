using Genie.Brokers.Hosting.Health;
using Genie.Brokers.Hosting.Tests.Logging;
using Genie.Brokers.InMemory;
using Genie.Brokers.Mqtt;
using Genie.Brokers.Nats;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Genie.Brokers.Hosting.Tests;

/// <summary>A host with a broker, whose log is kept.</summary>
internal static class TestHost
{
    public const string Channel = "hosted";

    /// <summary>The longest that any wait may take; what passes takes far less.</summary>
    public static readonly TimeSpan WaitMax = TimeSpan.FromMinutes(1);

    public static IHost Build(Action<GenieBrokerOptions> configure, Action<GenieBrokerBuilder>? add = null, LogKeeper? log = null, BrokerHealthOptions? health = null, TimeSpan? shutdownTimeout = null)
    {
        var builder = Host.CreateApplicationBuilder();
        builder.Logging.ClearProviders();
        if (log is not null) builder.Logging.AddProvider(log);
        if (shutdownTimeout is { } timeout) builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = timeout);
        var broker = builder.Services.AddGenieBroker(configure).AddDrivers(InMemoryDrivers.All).AddDrivers(NatsDrivers.All).AddDrivers(MqttDrivers.All);
        add?.Invoke(broker);
        builder.Services.AddHealthChecks().AddGenieBroker(options: health);
        return builder.Build();
    }

    public static async Task WaitUntilAsync(Func<bool> isTrue, Func<string>? seen = null)
    {
        for (var since = DateTime.UtcNow; !isTrue(); await Task.Delay(20))
            if (DateTime.UtcNow - since > WaitMax) throw new TimeoutException($"Not within {WaitMax.TotalSeconds} s. {seen?.Invoke()}");
    }
}
