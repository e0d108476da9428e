using System.Runtime.CompilerServices;
using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;

namespace Genie.Brokers.Redis.Official;

/// <summary>Sends to one stream over a link that is restored when lost.</summary>
internal sealed class RedisConnection : MultiplexedConnection
{
    private readonly RedisEndpoint _endpoint;
    private readonly Action<IAsyncDisposable> _disposed;
    private readonly SupervisedLink<SendingSession> _link;

    public RedisConnection(RedisEndpoint endpoint, string channel, ConnectionOptions options, Action<IAsyncDisposable> disposed)
        : base(RedisDrivers.Broker, options)
    {
        _endpoint = endpoint;
        _disposed = disposed;
        _link = new SupervisedLink<SendingSession>(
            endpoint.Link, token => SendingSession.OpenAsync(endpoint, channel, options.RequestTimeout, OnAnswer, token), FailAll);
    }

    public ValueTask OpenAsync(CancellationToken cancellationToken) => _link.ConnectAsync(cancellationToken);

    public override ValueTask SendAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken) =>
        _endpoint.Limit.TooLarge(message.Length) is { } tooLarge ? ValueTask.FromException(tooLarge) : SendConfirmedAsync(message, cancellationToken);

    public override async ValueTask FlushAsync(CancellationToken cancellationToken)
    {
        var session = await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        await session.FlushAsync(cancellationToken).ConfigureAwait(false);
    }

    protected override async ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (_endpoint.Limit.TooLarge(message.Length) is { } tooLarge) throw tooLarge;
        var session = await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);
        _ = WatchPostAsync(session, session.PostAsync(message.ToArray(), correlation), correlation);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    protected override async ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        var session = await _link.GetAsync(Options.RequestTimeout, cancellationToken).ConfigureAwait(false);

        // A copy: the caller may give up and take the buffer back before the library has written it.
        _ = ConfirmAsync(session, session.SendAsync(message.ToArray()), correlation);
    }

    protected override async ValueTask DisposeCoreAsync()
    {
        await _link.DisposeAsync().ConfigureAwait(false);
        _disposed(this);
    }

    private async Task ConfirmAsync(SendingSession session, Task adding, Correlation correlation)
    {
        try
        {
            await adding.ConfigureAwait(false);
            Confirm(correlation);
        }
        catch (Exception error)
        {
            Confirm(correlation, session.Translate(error));
        }
    }

    private async Task WatchPostAsync(SendingSession session, Task adding, Correlation correlation)
    {
        try
        {
            await adding.ConfigureAwait(false);
        }
        catch (Exception error)
        {
            Fail(correlation, session.Translate(error));
        }
    }

    private void OnAnswer(ReadOnlyMemory<byte> frame)
    {
        if (AnswerFrame.TryRead(frame.Span, out var correlation, out var envelope)) Complete(correlation, envelope);
    }
}
