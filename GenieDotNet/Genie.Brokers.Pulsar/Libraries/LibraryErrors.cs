namespace Genie.Brokers.Pulsar.Libraries;

/// <summary>What the libraries throw, as this library's errors. Both name their exceptions after the broker's codes.</summary>
internal static class LibraryErrors
{
    /// <summary>Lets go of a task whose end concerns nobody any more.</summary>
    public static async Task ObserveAsync(Task task) => await task.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <summary>The error to report.</summary>
    public static Exception Translate(Exception error)
    {
        var cause = error is AggregateException { InnerException: { } inner } ? inner : error;
        var text = cause.Message.Split('\n')[0].Trim().TrimEnd('.');
        return cause switch
        {
            BrokerException or OperationCanceledException or ObjectDisposedException => cause,
            _ when IsNamed("Authentication") => new BrokerAuthenticationException(PulsarDrivers.Broker, text, cause),
            _ when IsNamed("Authorization") => new BrokerPermissionException(PulsarDrivers.Broker, text),
            _ when IsNamed("Busy") => new BrokerException($"{PulsarDrivers.Broker}: the broker refused: {text}.", isTransient: true, cause),
            _ => new LinkLostException(PulsarDrivers.Broker, text, cause),
        };

        bool IsNamed(string word) => cause.GetType().Name.StartsWith(word, StringComparison.Ordinal) || cause.GetType().Name.EndsWith(word + "Exception", StringComparison.Ordinal);
    }
}
