using Genie.Brokers.Links;
using Genie.Brokers.Multiplexing;
using Genie.Brokers.Orleans.Official.Streams;

namespace Genie.Brokers.Orleans.Official.Sending;

/// <summary>Sends to one grain of a channel.</summary>
internal sealed class StreamConnection : LinkedConnection<StreamSession>
{
    private readonly string _channel;
    private readonly PayloadLimit _limit;

    public StreamConnection(OrleansEndpoint endpoint, ClusterClient client, string channel, int stream, ConnectionOptions options)
        : base(OrleansDrivers.Name, options)
    {
        (_channel, _limit) = (channel, endpoint.Limit);
        var key = StreamKeys.Of(channel, stream);
        Link = new SupervisedLink<StreamSession>(endpoint.Link, token => StreamSession.OpenAsync(endpoint, client, key, options.MaxInFlight, token), OnLost);
    }

    protected override SupervisedLink<StreamSession> Link { get; }

    /// <summary>Connects; where no silo is yet, the connection is there all the same, and messages wait for it.</summary>
    public override ValueTask OpenAsync(CancellationToken cancellationToken) => Link.ConnectOrSeekAsync(cancellationToken);

    protected override ValueTask SendCoreAsync(ReadOnlyMemory<byte> message, CancellationToken cancellationToken)
    {
        if (_limit.TooLarge(message.Length) is { } tooLarge) return ValueTask.FromException(tooLarge);
        if (Options.Confirmation == Confirmation.Accepted) return SendConfirmedAsync(message, cancellationToken);
        if (!Link.TryGet(out var session)) return SendAfterAsync(SessionAsync(cancellationToken), message, cancellationToken);
        var sending = session.SendAsync(message, cancellationToken);
        NoteUnconfirmed(session);
        return sending;
    }

    protected override ValueTask FlushAsync(StreamSession session, CancellationToken cancellationToken) => WithinTimeoutAsync(session.FlushAsync, cancellationToken);

    protected override ValueTask PostAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (_limit.TooLarge(message.Length) is { } tooLarge) return ValueTask.FromException(tooLarge);
        if (!Link.TryGet(out var session)) return PostAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);
        _ = CompleteAsync(session.Grain.RequestAsync(StreamMessage.CopyOf(message)), correlation);
        return ValueTask.CompletedTask;
    }

    protected override ValueTask PublishAsync(ReadOnlyMemory<byte> message, Correlation correlation, CancellationToken cancellationToken)
    {
        if (!Link.TryGet(out var session)) return PublishAfterAsync(SessionAsync(cancellationToken), message, correlation, cancellationToken);
        _ = ConfirmAsync(session.Grain.SendAsync(StreamMessage.CopyOf(message)), correlation);
        return ValueTask.CompletedTask;
    }

    private async Task CompleteAsync(ValueTask<StreamAnswer> answering, Correlation correlation)
    {
        try
        {
            var answer = await answering.ConfigureAwait(false);
            if (answer.Envelope is { } envelope) Complete(correlation, envelope);
            else Fail(correlation, new UnroutableException(Broker, _channel));
        }
        catch (Exception error)
        {
            Fail(correlation, OrleansErrors.Translate(error));
        }
    }

    private async Task ConfirmAsync(ValueTask<bool> taking, Correlation correlation)
    {
        try
        {
            Confirm(correlation, await taking.ConfigureAwait(false) ? null : new UnroutableException(Broker, _channel));
        }
        catch (Exception error)
        {
            Confirm(correlation, OrleansErrors.Translate(error));
        }
    }
}
