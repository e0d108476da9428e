using Genie.Brokers.Aeron.Client;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>A counter that this client added.</summary>
internal sealed class WireRegistration(WireClient client, long registrationId) : IAeronRegistration, IWireResource
{
    private BrokerException? _error;
    private bool _isReady;

    public bool IsReady => _error is not null ? throw _error : _isReady;

    /// <summary>The media driver has made it.</summary>
    public void Open() => _isReady = true;

    public void Refuse(BrokerException error) => _error = error;

    public void Unmap()
    {
        // A counter is no log.
    }

    public void Dispose()
    {
        if (client.Unregister(registrationId)) client.Commands.RemoveCounter(registrationId);
    }
}
