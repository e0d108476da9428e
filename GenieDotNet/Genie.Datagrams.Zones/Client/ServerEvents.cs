using Genie.Datagrams.Rpc;
using Genie.Datagrams.Zones.Wire;

namespace Genie.Datagrams.Zones.Client;

/// <summary>What a server calls at a client.</summary>
internal sealed class ServerEvents(ClientCore core, SerialQueue queue, RpcConnection connection) : IZoneEvents
{
    public void Deliver(long number, ReadOnlyMemory<byte> message) => queue.Post(() => core.OnDelivered(connection, number, message));

    public void Confirm(long number) => queue.Post(() => core.OnConfirmed(number));

    public void Resend(long received) => queue.Post(() => core.OnResend(connection, received));

    public void Redirect(int zone, long epoch, DatagramAddress owner) => queue.Post(() => core.OnRedirected(connection, new Redirection(zone, epoch, owner)));

    public void Refuse(int zone, long epoch) => queue.Post(() => core.OnRefused(connection));

    public void Publish(ReadOnlyMemory<byte> message) => queue.Post(() => core.Call(handler => handler.OnPublished(message.Span)));
}
