using Genie.Datagrams.Reliability;
using Genie.Observing;

namespace Genie.Datagrams.LiteNetLib;

/// <content>What arrives. Called by LiteNetLib, within a poll.</content>
internal sealed partial class LiteNetConnection
{
    private readonly PacketWindow _unreliableWindow = new();
    private readonly uint[] _sequencedReceived = new uint[byte.MaxValue + 1];
    private long _messagesReceived;

    /// <summary>Hands a message over, unless it is out of date or a duplicate.</summary>
    public void OnReceived(ReadOnlySpan<byte> content)
    {
        if (_state == ConnectionState.Closed) return;
        if (!IsEstablished)
        {
            OnAccept(content);
            return;
        }

        if (!LiteNetFormat.TryReadHead(content, out var mode, out var channel, out var number) || content.Length - LiteNetFormat.HeadBytes(mode) > Options.MaxMessageBytes)
        {
            CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
            return;
        }

        if (!IsNew(mode, channel, number)) return;
        Interlocked.Increment(ref _messagesReceived);
        _endpoint.Received++;
        _endpoint.Counters.MessageReceived();
        try
        {
            _endpoint.Handler.OnMessage(this, content[LiteNetFormat.HeadBytes(mode)..], new MessageInfo(mode, channel));
        }
        catch (Exception error)
        {
            OnHandlerFailed(error);
        }
    }

    private bool IsNew(DeliveryMode mode, byte channel, uint number)
    {
        if (mode == DeliveryMode.Sequenced)
        {
            ref var newest = ref _sequencedReceived[channel];
            if ((int)(number - newest) <= 0) return false;
            newest = number;
        }
        else if (mode == DeliveryMode.Unreliable)
        {
            // The number goes on above 32 bits here, as a packet's of UDP does.
            var full = _unreliableWindow.Largest + (int)(number - (uint)_unreliableWindow.Largest);
            if (_unreliableWindow.Contains(full)) return false;
            _unreliableWindow.Add(full);
        }

        return true;
    }

    private void OnHandlerFailed(Exception error)
    {
        Observers.Tell(Options.HandlerFailed, nameof(DatagramOptions.HandlerFailed), this, error);
        CloseNow(DisconnectReason.ProtocolViolation, DisconnectReason.ProtocolViolation);
    }
}
