using Genie.Brokers.Pulsar.Wire.Protocol;

namespace Genie.Brokers.Pulsar.Wire;

/// <summary>Subscription types as the protocol numbers them.</summary>
internal static class SubscriptionTypes
{
    public static CommandSubscribe.Types.SubType Of(PulsarSubscriptionType type) => type switch
    {
        PulsarSubscriptionType.Exclusive => CommandSubscribe.Types.SubType.Exclusive,
        PulsarSubscriptionType.Failover => CommandSubscribe.Types.SubType.Failover,
        PulsarSubscriptionType.KeyShared => CommandSubscribe.Types.SubType.KeyShared,
        _ => CommandSubscribe.Types.SubType.Shared,
    };
}
