using System.Buffers;
using System.Threading.Channels;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>A listener of the wire driver that keeps what it gets.</summary>
internal sealed class PayloadListener : IAsyncDisposable
{
    private readonly Channel<byte[]> _seen = Channel.CreateUnbounded<byte[]>();
    private readonly string _channel = Clients.NewChannel();
    private readonly IBroker _broker;
    private IAsyncDisposable? _listener;

    private PayloadListener(PulsarOptions options)
    {
        _broker = Clients.Create(options);
        Topic = $"persistent://{options.Tenant}/{options.Namespace}/{options.TopicPrefix}{_channel}";
    }

    /// <summary>Where foreign producers send to.</summary>
    public string Topic { get; }

    public static async Task<PayloadListener> StartAsync(PulsarOptions options)
    {
        var payloads = new PayloadListener(options);
        await payloads.StartAgainAsync();
        return payloads;
    }

    /// <summary>Ends the listener, and starts another of the same group.</summary>
    public async Task StartAgainAsync()
    {
        if (_listener is not null) await _listener.DisposeAsync();
        _listener = await _broker.ListenAsync(_channel, new ListenOptions(), (message, _, _) =>
        {
            _seen.Writer.TryWrite(message.ToArray());
            return ValueTask.CompletedTask;
        }, default);
    }

    public async Task<IReadOnlyList<byte[]>> TakeAsync(int count)
    {
        using var timeout = new CancellationTokenSource(Clients.SafetyNet);
        var taken = new List<byte[]>();
        while (taken.Count < count) taken.Add(await _seen.Reader.ReadAsync(timeout.Token));
        return taken;
    }

    public ValueTask DisposeAsync() => _broker.DisposeAsync();
}
