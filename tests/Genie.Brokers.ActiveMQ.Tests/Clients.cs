using Genie.Testing;

namespace Genie.Brokers.ActiveMQ.Tests;

/// <summary>What the tests of the drivers share.</summary>
internal static class Clients
{
    public static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    public static MessageHandler Echo => Exchanges.Echo;

    public static IBroker Create(ActiveMQOptions options, string client = "wire") =>
        ActiveMQDrivers.All.Single(driver => driver.Client == client).Create(options);

    public static string NewChannel() => Exchanges.NewChannel();

    public static Task ExpectRoundTripAsync(ActiveMQOptions options) => Exchanges.ExpectRoundTripAsync(Create(options));

    public static Task ExpectAnswersAsync(IBrokerConnection connection) => Exchanges.ExpectAnswersAsync(connection);

    public static Task ExpectRefusedAsync<TError>(ActiveMQOptions options)
        where TError : BrokerException => Exchanges.ExpectRefusedAsync<TError>(Create(options));
}
