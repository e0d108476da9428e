namespace Genie.Datagrams.Reliability;

/// <summary>A message that is being sent. Pooled: it goes back when its last fragment is acknowledged, or sent once if it is unreliable.</summary>
internal sealed class OutgoingMessage
{
    public byte[] Buffer { get; set; } = [];

    public int Length { get; set; }

    public DeliveryMode Mode { get; set; }

    public byte Channel { get; set; }

    public long Id { get; set; }

    public Udp.UdpConnection? Connection { get; set; }

    /// <summary>Fragments whose fate is open.</summary>
    public int OpenFragments { get; set; }

    public bool IsLost { get; set; }

    public bool IsCompressed { get; set; }

    /// <summary>The next in the inbox, or in the pool.</summary>
    public OutgoingMessage? Next { get; set; }

    public bool IsReliable => Mode >= DeliveryMode.ReliableUnordered;
}
