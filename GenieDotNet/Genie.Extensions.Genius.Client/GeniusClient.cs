using Genie.Extensions.Genius.Client.Calls;
using Genie.Extensions.Genius.Messages;
using Grpc.Core;
using Grpc.Net.Client;

namespace Genie.Extensions.Genius.Client;

/// <summary>A Genius server, as its clients see it. Safe for concurrent callers; one is enough for a process.</summary>
/// <remarks>What fails for now is tried again, as the options say, where it takes effect once however often it is sent. All methods throw <see cref="GeniusClientException"/> for what does not succeed.</remarks>
public sealed class GeniusClient : IDisposable
{
    private readonly GrpcChannel _channel;
    private readonly Caller _caller;
    private readonly GeniusEvents.GeniusEventsClient _events;
    private readonly RequestKeys _keys = new();

    /// <summary>Of a server that need not be there yet: the first call connects.</summary>
    public GeniusClient(GeniusClientOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _channel = Channels.Open(options);
        _caller = new Caller(options);
        _events = new GeniusEvents.GeniusEventsClient(_channel);
        Rules = new RemoteRules(new GeniusRules.GeniusRulesClient(_channel), _caller);
        Keys = new RemoteKeys(new GeniusKeys.GeniusKeysClient(_channel), _caller);
    }

    /// <summary>The server's rules.</summary>
    public RemoteRules Rules { get; }

    /// <summary>Where keys are.</summary>
    public RemoteKeys Keys { get; }

    /// <summary>The connection, for generated clients of what has no method here. They send no credentials of the options and repeat nothing.</summary>
    public CallInvoker Invoker => _channel.CreateCallInvoker();

    /// <summary>
    /// Sends an event until the server has decided about it. It takes effect once: sent again, by this call or a later one, the decision is that of the first time (<see cref="Decision.IsRepeat"/>).
    /// </summary>
    /// <param name="value">The event. Without a request key (run, sender and sequence are 0) it is given one of this client's, and keeps it.</param>
    /// <param name="cancellationToken">Abandons it; whether it took effect is not known then.</param>
    /// <returns>The decision. One that is not accepted says why: it is no event as the server has them.</returns>
    /// <exception cref="ServerUnavailableException">It could not be sent in time, and may have taken effect. Send the same event again.</exception>
    /// <exception cref="AccessDeniedException">The client may not send it.</exception>
    public Task<Decision> SendAsync(Event value, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(value);
        _keys.Complete(value);
        return _caller.RepeatAsync(options => _events.ProcessOneAsync(value, options), cancellationToken);
    }

    /// <summary>
    /// The facts after a position and those that come, without end, each once and in order. A lost connection, a server that restarts: it goes on behind the last fact, for as long as it takes.
    /// Who keeps the position of the last fact with what it did goes on there after a restart of its own.
    /// </summary>
    /// <exception cref="InvalidRequestException">There is no such position, or the filter is none.</exception>
    /// <exception cref="AccessDeniedException">The client may see no facts, or not a key that the filter names.</exception>
    public IAsyncEnumerable<Output> SubscribeAsync(FactSubscription subscription, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(subscription);
        return new FactStream(_events, _caller, subscription).ReadAsync(cancellationToken);
    }

    /// <summary>One page of what was recorded after the position that a consumer has acknowledged.</summary>
    /// <exception cref="InvalidRequestException">No consumer is named, there is no such position, or the filter is none.</exception>
    /// <exception cref="AccessDeniedException">The client may not poll by that name.</exception>
    public Task<PollResponse> PollAsync(PollRequest request, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(request);
        return _caller.RepeatAsync(options => _events.EventPollAsync(request, options), cancellationToken);
    }

    /// <summary>
    /// Pages of what was recorded, without end, none of them empty. A page is acknowledged when the next one is asked for; one that was not comes again, to this process or the next that polls by that name.
    /// </summary>
    /// <param name="consumer">The name under which the server keeps how far it is.</param>
    /// <param name="filter">Null: events and facts; otherwise the facts that meet it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="ServerUnavailableException">The server was away for longer than the options allow. Begin again.</exception>
    public IAsyncEnumerable<PollResponse> ConsumeAsync(string consumer, FactFilter? filter = null, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(consumer);
        return new RecordPages(_events, _caller).ReadAsync(consumer, filter, cancellationToken);
    }

    /// <inheritdoc/>
    public void Dispose() => _channel.Dispose();
}
