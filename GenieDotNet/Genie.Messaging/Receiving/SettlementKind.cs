namespace Genie.Messaging.Receiving;

/// <summary>The ways a delivery ends.</summary>
internal enum SettlementKind
{
    Acknowledged,
    Redelivered,
    Dead,
    Abandoned,
}
