using Genie.Brokers.Aeron.Client;

namespace Genie.Brokers.Aeron.Wire;

/// <summary>A subscription: an image for each publication that reaches it, read round robin.</summary>
internal sealed class WireSubscription(WireClient client, long registrationId) : IAeronSubscription, IWireResource
{
    private readonly List<WireImage> _images = [];
    private readonly Queue<int> _endedSessions = new();
    private BrokerException? _error;
    private bool _isReady;
    private int _next;

    public bool IsReady => _error is not null ? throw _error : _isReady;

    /// <summary>The media driver knows it.</summary>
    public void Open() => _isReady = true;

    public void Refuse(BrokerException error) => _error = error;

    /// <summary>A publication reaches it.</summary>
    public void Add(WireImage image) => _images.Add(image);

    /// <summary>A publication is gone.</summary>
    public void Remove(long imageId)
    {
        var index = _images.FindIndex(image => image.Id == imageId);
        if (index < 0) return;
        _endedSessions.Enqueue(_images[index].SessionId);
        _images[index].Dispose();
        _images.RemoveAt(index);
    }

    public int Poll(IFragmentSink sink, int fragmentsMax)
    {
        var work = 0;
        for (int i = 0, count = _images.Count; i < count && work < fragmentsMax; i++)
        {
            var image = _images[(_next + i) % count];
            work += image.Poll(sink, fragmentsMax - work);
            if (image.WasStopped) break;
        }

        _next = _images.Count > 0 ? (_next + 1) % _images.Count : 0;
        while (_endedSessions.TryDequeue(out var sessionId)) sink.OnSessionEnded(sessionId);
        return work;
    }

    public void Dispose()
    {
        if (!client.Unregister(registrationId)) return;
        client.Commands.RemoveSubscription(registrationId);
        Unmap();
    }

    public void Unmap()
    {
        foreach (var image in _images) image.Dispose();
        _images.Clear();
    }
}
