namespace Genie.Brokers.ZeroMQ.Wire.Protocol;

/// <summary>What the handshake says about the other side.</summary>
/// <param name="SocketType">Its socket type.</param>
/// <param name="KnowsPing">True from ZMTP 3.1 on.</param>
/// <param name="Version">Its protocol version: <c>3.1</c>.</param>
internal sealed record ZmtpPeer(string SocketType, bool KnowsPing, string Version);
