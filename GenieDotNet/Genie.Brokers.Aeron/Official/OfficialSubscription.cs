using System.Collections.Concurrent;
using Adaptive.Aeron;
using Adaptive.Aeron.Exceptions;
using Adaptive.Aeron.LogBuffer;
using Adaptive.Agrona;
using Genie.Brokers.Aeron.Client;
using AeronClient = Adaptive.Aeron.Aeron;

namespace Genie.Brokers.Aeron.Official;

/// <summary>A subscription of the library's.</summary>
internal sealed class OfficialSubscription : IAeronSubscription, IControlledFragmentHandler
{
    private readonly AeronClient _aeron;
    private readonly long _registrationId;
    private readonly ConcurrentQueue<int> _endedSessions = new();
    private Subscription? _subscription;
    private IFragmentSink? _sink;

    public OfficialSubscription(AeronClient aeron, string channel, int streamId)
    {
        _aeron = aeron;
        _registrationId = aeron.AsyncAddSubscription(channel, streamId, null, image => _endedSessions.Enqueue(image.SessionId));
    }

    public bool IsReady => (_subscription ??= OfficialClient.Try(() => _aeron.GetSubscription(_registrationId))) is not null;

    public int Poll(IFragmentSink sink, int fragmentsMax)
    {
        _sink = sink;
        var work = _subscription!.ControlledPoll(this, fragmentsMax);
        while (_endedSessions.TryDequeue(out var sessionId))
        {
            sink.OnSessionEnded(sessionId);
            work++;
        }

        return work;
    }

    public unsafe ControlledFragmentHandlerAction OnFragment(IDirectBuffer buffer, int offset, int length, Header header) =>
        _sink!.OnFragment(header.SessionId, header.Flags, new ReadOnlySpan<byte>((byte*)buffer.BufferPointer + offset, length))
            ? ControlledFragmentHandlerAction.CONTINUE : ControlledFragmentHandlerAction.BREAK;

    public void Dispose()
    {
        try
        {
            if (_subscription is not null) _subscription.Dispose();
            else _aeron.AsyncRemoveSubscription(_registrationId);
        }
        catch (AeronException)
        {
            // The client ended before, and its subscriptions with it.
        }
    }
}
