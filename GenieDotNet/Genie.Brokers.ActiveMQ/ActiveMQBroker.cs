using Genie.Brokers.Drivers;

namespace Genie.Brokers.ActiveMQ;

/// <summary>ActiveMQ through either client: what they have in common is all but their protocol.</summary>
/// <param name="driver">Which client it is.</param>
/// <param name="options">The settings.</param>
/// <param name="remarks">How it sends, for reports.</param>
internal abstract class ActiveMQBroker(DriverDescription driver, ActiveMQOptions options, string remarks) : DriverBroker
{
    private string _server = "";

    public ActiveMQOptions Options => options;

    /// <inheritdoc/>
    public override BrokerTraits Traits => ActiveMQTraits.Of(driver, options, Volatile.Read(ref _server), remarks);

    /// <summary>Nothing: a topic keeps nothing without a durable subscription.</summary>
    protected override ValueTask DeleteBroadcastAsync(string channel, CancellationToken cancellationToken) => ValueTask.CompletedTask;

    /// <summary>Notes the server's name and version, as its greeting says.</summary>
    protected void Greeted(string server) => Volatile.Write(ref _server, server);
}
