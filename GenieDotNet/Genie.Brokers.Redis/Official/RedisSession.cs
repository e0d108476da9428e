using Genie.Brokers.Links;
using StackExchange.Redis;

namespace Genie.Brokers.Redis.Official;

/// <summary>The multiplexers of one connection or listener, from their greeting to the end of the first of them.</summary>
internal abstract class RedisSession : ClientSession
{
    private readonly RedisEndpoint _endpoint;
    private readonly ConnectionMultiplexer[] _links;

    protected RedisSession(RedisEndpoint endpoint, params ConnectionMultiplexer[] links)
        : base(endpoint.Link.Broker)
    {
        _endpoint = endpoint;
        _links = links;
        foreach (var link in links)
        {
            link.ConnectionFailed += (_, lost) => End(RedisErrors.Lost(endpoint, lost));
            if (!link.IsConnected) End(new LinkLostException(endpoint.Link.Broker, "it ended while it was set up"));
        }
    }

    /// <summary>The contract's error for what the library threw.</summary>
    public Exception Translate(Exception error) => Cause ?? RedisErrors.Translate(_endpoint, error);

    protected override async ValueTask DisconnectAsync()
    {
        foreach (var link in _links) await link.CloseAsync(allowCommandsToComplete: false).ConfigureAwait(false);
    }
}
