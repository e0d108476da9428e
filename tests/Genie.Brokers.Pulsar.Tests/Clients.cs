using Genie.Testing;

namespace Genie.Brokers.Pulsar.Tests;

/// <summary>What the tests of the drivers share.</summary>
internal static class Clients
{
    public static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);

    // Callers beyond the bound wait, and go on in no order.
    public static readonly ConnectionOptions LongTimeout = new() { RequestTimeout = SafetyNet, MaxInFlight = 4096 };

    public static MessageHandler Echo => Exchanges.Echo;

    public static IBroker Create(PulsarOptions options, string client = "wire") =>
        PulsarDrivers.All.Single(driver => driver.Client == client).Create(options);

    public static string NewChannel() => Exchanges.NewChannel();

    public static Task ExpectRoundTripAsync(PulsarOptions options, string client = "wire") => Exchanges.ExpectRoundTripAsync(Create(options, client), LongTimeout);

    public static Task ExpectAnswersAsync(IBrokerConnection connection) => Exchanges.ExpectAnswersAsync(connection);

    public static Task ExpectRefusedAsync<TError>(PulsarOptions options, string client = "wire")
        where TError : BrokerException => Exchanges.ExpectRefusedAsync<TError>(Create(options, client));

    /// <summary>Sends numbers, many of them unconfirmed at once.</summary>
    public static async Task SendAsync(IBrokerConnection connection, int from, int count) =>
        await Task.WhenAll(Enumerable.Range(from, count).Select(number => connection.SendAsync(BitConverter.GetBytes(number), default).AsTask()));
}
