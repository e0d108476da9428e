using System.Reflection;
using Genie.Brokers.Drivers;
using NATS.Client.Core;

namespace Genie.Brokers.Nats.Official;

/// <summary>NATS through NATS.Net.</summary>
internal sealed class NatsOfficialDriver : IBrokerDriver
{
    public string Broker => NatsDrivers.Broker;

    public string Client => "official";

    public string ClientVersion { get; } =
        $"NATS.Net {typeof(NatsConnection).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion.Split('+')[0]}";

    public bool InProcess => false;

    public GuaranteeCard Guarantees => NatsGuarantees.Card;

    public Type OptionsType => typeof(NatsOptions);

    public IBroker Create(object options) => new NatsOfficialBroker((NatsOptions)options, ClientVersion);
}
