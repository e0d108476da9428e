using System.Text;
using Apache.NMS;

namespace Genie.Brokers.ActiveMQ.Official;

/// <summary>A message's bytes.</summary>
internal static class NmsBody
{
    /// <summary>The body of a message of bytes or of text, as JMS clients send it, and STOMP clients by leaving content-length out; null for any other kind.</summary>
    public static byte[]? Of(IMessage message) => message switch
    {
        IBytesMessage bytes => bytes.Content ?? [],
        ITextMessage text => Encoding.UTF8.GetBytes(text.Text ?? ""),
        _ => null,
    };
}
