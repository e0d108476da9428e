namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>What a server may send (STOMP 1.2, "Server Frames").</summary>
internal enum StompCommand
{
    Connected,
    Message,
    Receipt,
    Error,
}
