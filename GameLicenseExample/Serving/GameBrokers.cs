using Genie.Brokers;
using Genie.Brokers.Drivers;
using Genie.Brokers.Mqtt;
using Genie.Brokers.Nats;
using Genie.Brokers.ZeroMQ;

namespace GameLicenseExample.Serving;

/// <summary>The messaging systems that server and game can talk over, by our own protocol code: no client library is needed.</summary>
internal static class GameBrokers
{
    /// <summary>The one that needs no server: the game connects to the licence server's port.</summary>
    public const string Brokerless = "zeromq";

    private static readonly IBrokerDriver[] Drivers = [.. ZeroMQDrivers.All.Concat(NatsDrivers.All).Concat(MqttDrivers.All).Where(driver => driver.Client == "wire")];

    /// <summary>Their names.</summary>
    public static IEnumerable<string> Names => Drivers.Select(driver => driver.Broker);

    /// <summary>A broker. Connects to nothing yet.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="url">Its address; null for its default, or its variable (<c>GENIE_NATS_URL</c>).</param>
    /// <exception cref="BrokerSettingException">The address makes no sense.</exception>
    public static IBroker Create(string name, string? url) =>
        BrokerOptionsBinder.Create(Drivers.First(driver => driver.Broker == name), url is null ? null : new Dictionary<string, string> { [BrokerOptionsBinder.UrlSetting] = url });
}
