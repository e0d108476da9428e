using Adaptive.Aeron;
using Adaptive.Aeron.Exceptions;
using Genie.Brokers.Aeron.Client;
using AeronClient = Adaptive.Aeron.Aeron;

namespace Genie.Brokers.Aeron.Official;

/// <summary>A counter of the library's.</summary>
internal sealed class OfficialCounter(AeronClient aeron, long registrationId) : IAeronRegistration
{
    private Counter? _counter;

    public bool IsReady => (_counter ??= OfficialClient.Try(() => aeron.GetCounter(registrationId))) is not null;

    public void Dispose()
    {
        try
        {
            if (_counter is not null) _counter.Dispose();
            else aeron.AsyncRemoveCounter(registrationId);
        }
        catch (AeronException)
        {
            // The client ended before, and its counters with it.
        }
    }
}
