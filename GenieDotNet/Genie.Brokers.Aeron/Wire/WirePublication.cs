using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>An exclusive publication: its log, and the counter by which the media driver says how far it may be filled.</summary>
internal sealed class WirePublication(WireClient client, long registrationId) : IAeronPublication, IWireResource
{
    private LogFile? _log;
    private TermWriter? _writer;
    private SharedMemory _limit;
    private volatile bool _isEnded;

    public bool IsConnected => _log is { IsConnected: true };

    public bool IsEnded => _isEnded;

    public BrokerException? Refusal { get; private set; }

    /// <summary>The media driver has made the log.</summary>
    public void Open(LogFile log, SharedMemory limit) => (_log, _writer, _limit) = (log, new TermWriter(log), limit);

    public void Refuse(BrokerException error) => Refusal = error;

    public OfferOutcome Offer(ulong prefix, ReadOnlySpan<byte> body)
    {
        if (_writer is not { } writer) return _isEnded || Refusal is not null ? OfferOutcome.Ended : OfferOutcome.NotConnected;
        while (!_isEnded)
        {
            if (writer.Position >= _limit.ReadInt64Acquire(0)) return _log!.IsConnected ? OfferOutcome.Refused : OfferOutcome.NotConnected;
            if (writer.TryAppend(prefix, body)) return OfferOutcome.Sent;
            if (writer.IsAtEnd) _isEnded = true;
            else writer.Rotate();
        }

        return OfferOutcome.Ended;
    }

    public void Dispose()
    {
        if (!client.Unregister(registrationId)) return;
        client.Commands.RemovePublication(registrationId);
        Unmap();
    }

    public void Unmap()
    {
        (_isEnded, _writer) = (true, null);
        _log?.Dispose();
        _log = null;
    }
}
