namespace Genie.Faults;

/// <summary>What becomes of one datagram.</summary>
internal enum DatagramFate
{
    Delivered,
    Lost,
    TooLarge,
    Duplicated,
    Overtaken,
}
