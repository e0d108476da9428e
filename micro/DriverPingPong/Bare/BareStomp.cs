using System.Text;
using Genie.Brokers.ActiveMQ;
using Genie.Brokers.Drivers;
using Genie.Brokers.Links;

namespace DriverPingPong.Bare;

/// <summary>STOMP 1.2 with automatic acknowledgement.</summary>
internal sealed class BareStomp : BareExchange
{
    public BareStomp(Arguments arguments, bool responds)
        : base(responds)
    {
        var options = BrokerOptionsBinder.Bind<ActiveMQOptions>("activemq", arguments.Settings);
        var address = Connect("activemq", options.Url, "stomp", 61613);
        var connected = Encoding.ASCII.GetString(Ask(Frame($"CONNECT\naccept-version:1.2\nhost:/\nheart-beat:0,0\n{Login(options, address)}", ""), IsMessage));
        if (!connected.StartsWith("CONNECTED", StringComparison.Ordinal)) throw new InvalidOperationException($"The server answered: {connected.Trim('\0', '\n')}");
        var isArtemis = connected.Contains("Artemis", StringComparison.Ordinal);
        Ask(Frame($"SUBSCRIBE\nid:0\nack:auto\nreceipt:1\n{Destination(Own, "subscription-type")}", ""), IsMessage);

        // Without zeros in its body a frame ends with the first.
        Message = Frame($"SEND\ncontent-length:{arguments.Size}\n{Destination(Other, "destination-type")}", new string('x', arguments.Size));

        string Destination(string queue, string routing) => isArtemis ? $"destination:{queue}\n{routing}:ANYCAST\n" : $"destination:/queue/{queue}\n";
    }

    protected override bool IsWhole(ReadOnlySpan<byte> received) => received.Contains((byte)0);

    private static string Login(ActiveMQOptions options, BrokerUrl address)
    {
        var (user, password) = options.User.Length > 0 ? (options.User, options.Password) : (address.User, address.Password);
        return user.Length > 0 ? $"login:{user}\npasscode:{password}\n" : "";
    }

    private static byte[] Frame(string head, string body) => [.. Encoding.UTF8.GetBytes($"{head}\n{body}"), 0];

    private bool IsMessage(byte[] received) => IsWhole(received);
}
