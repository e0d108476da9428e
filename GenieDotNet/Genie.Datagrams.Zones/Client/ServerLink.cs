using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Client;

/// <summary>A client's connection with a zone server.</summary>
internal sealed class ServerLink(DatagramAddress address, RpcConnection connection, long now)
{
    public DatagramAddress Address { get; } = address;

    public RpcConnection Connection { get; } = connection;

    public ZoneCallsClient Calls { get; } = new(connection);

    /// <summary>When it was last wanted.</summary>
    public long WantedAt { get; set; } = now;

    /// <summary>When it was first asked who owns what since its last answer; null: it owes none.</summary>
    public long? AskedAt { get; set; }

    /// <summary>Questions who owns what that it has not answered.</summary>
    public int Unanswered { get; set; }

    public bool IsConnected => Connection.Transport.State == ConnectionState.Connected && Connection.Connected.IsCompletedSuccessfully;

    /// <summary>One-way calls: what cannot be sent now is sent again when the next refresh comes.</summary>
    public bool TrySay(Action<ZoneCallsClient> what)
    {
        try
        {
            what(Calls);
            return true;
        }
        catch (RpcException)
        {
            return false;
        }
    }
}
