using Genie.Brokers.Aeron.Client;
using Genie.Brokers.Aeron.MediaDriver;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>
/// The client side of Aeron's shared memory: commands go to the media driver by a ring buffer, its answers come by a
/// broadcast, and messages pass through logs that both sides map (ClientConductor and DriverEventsAdapter of Aeron 1.51).
/// </summary>
internal sealed class WireClient : IAeronClient
{
    private const long KeepaliveMilliseconds = 500;
    private const int MessagesAtOnceMax = 64;

    private readonly CncFile _cnc;
    private readonly CommandBuffer _commandBuffer;
    private readonly BroadcastBuffer _broadcasts;
    private readonly long _clientId;
    private readonly Dictionary<long, IWireResource> _registrations = [];
    private long _nextKeepalive;
    private bool _isDisposed;

    public WireClient(CncFile cnc)
    {
        _cnc = cnc;
        _broadcasts = new BroadcastBuffer(cnc.ToClients);
        _commandBuffer = new CommandBuffer(cnc.ToDriver);
        _clientId = _commandBuffer.NextCorrelationId();
        Commands = new CommandWriter(_commandBuffer, _clientId);
    }

    /// <summary>Sends commands.</summary>
    public CommandWriter Commands { get; }

    public int NextStreamId() => StreamIds.Of(_commandBuffer.NextCorrelationId());

    public IAeronPublication AddPublication(string channel, int streamId)
    {
        var id = Commands.AddExclusivePublication(channel, streamId);
        return Add(id, new WirePublication(this, id));
    }

    public IAeronSubscription AddSubscription(string channel, int streamId)
    {
        var id = Commands.AddSubscription(channel, streamId);
        return Add(id, new WireSubscription(this, id));
    }

    public IAeronRegistration AddCounter(int typeId, ReadOnlySpan<byte> key, string label)
    {
        var id = Commands.AddCounter(typeId, key, label);
        return Add(id, new WireRegistration(this, id));
    }

    /// <summary>Something that was added is let go of.</summary>
    /// <returns>False if the client has ended, and the media driver is not to be notified.</returns>
    public bool Unregister(long registrationId) => _registrations.Remove(registrationId) && !_isDisposed;

    public int DoWork()
    {
        var work = 0;
        while (work < MessagesAtOnceMax && _broadcasts.TryReceive(out var type, out var message))
        {
            Take(type, new MessageReader(message));
            work++;
        }

        if (Environment.TickCount64 < _nextKeepalive) return work;
        _nextKeepalive = Environment.TickCount64 + KeepaliveMilliseconds;
        Commands.Keepalive();
        return work + 1;
    }

    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = true;
        foreach (var resource in _registrations.Values) resource.Unmap();
        _registrations.Clear();
        Commands.Close();
    }

    private T Add<T>(long id, T registration)
        where T : IWireResource
    {
        _registrations.Add(id, registration);
        return registration;
    }

    private T? Find<T>(long registrationId)
        where T : class, IWireResource => _registrations.GetValueOrDefault(registrationId) as T;

    // Broadcasts are for all clients: what belongs to another's registration is passed over.
    private void Take(int type, MessageReader message)
    {
        switch (type)
        {
            case ProtocolMessage.OnExclusivePublicationReady:
                OpenPublication(ref message);
                break;
            case ProtocolMessage.OnSubscriptionReady:
                Find<WireSubscription>(message.ReadInt64())?.Open();
                break;
            case ProtocolMessage.OnCounterReady:
                Find<WireRegistration>(message.ReadInt64())?.Open();
                break;
            case ProtocolMessage.OnAvailableImage:
                AddImage(ref message);
                break;
            case ProtocolMessage.OnUnavailableImage:
                var imageId = message.ReadInt64();
                Find<WireSubscription>(message.ReadInt64())?.Remove(imageId);
                break;
            case ProtocolMessage.OnError:
                Refuse(ref message);
                break;
            case ProtocolMessage.OnClientTimeout when message.ReadInt64() == _clientId:
                throw new LinkLostException(AeronDrivers.Name, "the media driver heard nothing of this client for too long");
        }
    }

    private void OpenPublication(ref MessageReader message)
    {
        var registrationId = message.ReadInt64();
        if (Find<WirePublication>(registrationId) is not { } publication) return;
        message.ReadInt64();
        message.ReadInt32();
        message.ReadInt32();
        var limitCounterId = message.ReadInt32();
        message.ReadInt32();
        if (TryOpenLog(message.ReadText()) is { } log) publication.Open(log, _cnc.Counters.Value(limitCounterId));
    }

    private void AddImage(ref MessageReader message)
    {
        var imageId = message.ReadInt64();
        var sessionId = message.ReadInt32();
        message.ReadInt32();
        if (Find<WireSubscription>(message.ReadInt64()) is not { } subscription) return;
        var positionCounterId = message.ReadInt32();
        if (TryOpenLog(message.ReadText()) is { } log) subscription.Add(new WireImage(imageId, sessionId, log, _cnc.Counters.Value(positionCounterId)));
    }

    private void Refuse(ref MessageReader message)
    {
        var registrationId = message.ReadInt64();
        if (_registrations.TryGetValue(registrationId, out var resource)) resource.Refuse(RegistrationError.Of(message.ReadInt32(), message.ReadText()));
    }

    // The media driver may have removed a log again before its message was read: then there is nothing to be read in it.
    private static LogFile? TryOpenLog(string path)
    {
        try
        {
            return new LogFile(path);
        }
        catch (IOException)
        {
            return null;
        }
    }
}
