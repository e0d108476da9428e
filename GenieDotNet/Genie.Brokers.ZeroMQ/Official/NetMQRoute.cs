namespace Genie.Brokers.ZeroMQ.Official;

/// <summary>The way back of one message: the routing id of its peer and its correlation, empty where no answer is awaited.</summary>
internal readonly record struct NetMQRoute(byte[] Peer, byte[] Correlation)
{
    public bool WantsReply => Correlation.Length > 0;
}
