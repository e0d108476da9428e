namespace Genie.Brokers.Orleans.Official;

/// <summary>Says in the contract's errors what Orleans threw.</summary>
internal static class OrleansErrors
{
    /// <summary>What a call ended with.</summary>
    public static BrokerException Translate(Exception error) => error as BrokerException ?? new LinkLostException(OrleansDrivers.Name, FirstLine(error), error);

    /// <summary>What starting a silo or a client ended with.</summary>
    public static BrokerException TranslateConnect(OrleansEndpoint endpoint, Exception error) => ConnectErrors.Find(endpoint.Link, error) ?? Translate(error);

    /// <summary>Its message without further lines, which hold traces.</summary>
    public static string FirstLine(Exception error) => error.Message.Split('\n')[0].TrimEnd('.', '\r', ' ');
}
