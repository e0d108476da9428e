namespace Genie.Brokers.Aeron.Tests;

/// <summary>The clients that were built, and brokers through them.</summary>
internal static class Clients
{
    public static IEnumerable<string> Built => AeronDrivers.All.Select(driver => driver.Client);

    public static IBroker Create(string client, AeronOptions options) => AeronDrivers.All.Single(driver => driver.Client == client).Create(options);
}
