using System.Buffers;

namespace Genie.Brokers.ActiveMQ.Wire.Protocol;

/// <summary>
/// One frame from the server, with the headers that this client acts upon. The spans lie in the receive buffer or the
/// parser's own and hold values as they came: escaped.
/// </summary>
internal ref struct StompFrame
{
    public StompCommand Command;

    /// <summary><c>receipt-id</c> of RECEIPT and ERROR.</summary>
    public ReadOnlySpan<byte> ReceiptId;

    /// <summary><c>ack</c> of MESSAGE: what an ACK or NACK must name.</summary>
    public ReadOnlySpan<byte> Ack;

    /// <summary><c>reply-to</c> of MESSAGE; empty if no answer is wanted.</summary>
    public ReadOnlySpan<byte> ReplyTo;

    public ReadOnlySpan<byte> CorrelationId;

    /// <summary><c>message</c> of ERROR: what went wrong, in short.</summary>
    public ReadOnlySpan<byte> Message;

    /// <summary><c>server</c> of CONNECTED: name and version.</summary>
    public ReadOnlySpan<byte> Server;

    /// <summary><c>version</c> of CONNECTED, and of an ERROR about versions.</summary>
    public ReadOnlySpan<byte> Version;

    /// <summary><c>heart-beat</c> of CONNECTED.</summary>
    public ReadOnlySpan<byte> HeartBeat;

    /// <summary>All header lines as they came.</summary>
    public ReadOnlySpan<byte> Headers;

    public ReadOnlySequence<byte> Body;
}
