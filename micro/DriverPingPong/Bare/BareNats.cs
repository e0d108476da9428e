using System.Text;
using Genie.Brokers.Drivers;
using Genie.Brokers.Nats;

namespace DriverPingPong.Bare;

/// <summary>NATS's text protocol.</summary>
internal sealed class BareNats : BareExchange
{
    public BareNats(Arguments arguments, bool responds)
        : base(responds)
    {
        Connect("nats", BrokerOptionsBinder.Bind<NatsOptions>("nats", arguments.Settings).Url, "nats", 4222);
        Ask([], received => Text(received).EndsWith('\n'));
        Ask(Encoding.ASCII.GetBytes($"CONNECT {{\"verbose\":false}}\r\nSUB {Own} 1\r\nPING\r\n"), received => Text(received).Contains("PONG\r\n", StringComparison.Ordinal));
        Message = [.. Encoding.ASCII.GetBytes($"PUB {Other} {arguments.Size}\r\n"), .. new byte[arguments.Size], .. "\r\n"u8];
    }

    // The line before the payload is longer than the one that is sent.
    protected override bool IsWhole(ReadOnlySpan<byte> received)
    {
        var lineEnd = received.IndexOf((byte)'\n');
        return lineEnd >= 0 && received.Length - lineEnd >= Message.Length - Message.AsSpan().IndexOf((byte)'\n');
    }

    private static string Text(byte[] received) => Encoding.ASCII.GetString(received);
}
