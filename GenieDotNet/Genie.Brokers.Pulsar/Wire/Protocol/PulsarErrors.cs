namespace Genie.Brokers.Pulsar.Wire.Protocol;

/// <summary>The broker's error codes as exceptions.</summary>
internal static class PulsarErrors
{
    /// <summary>The error of an answer.</summary>
    public static BrokerException Of(ServerError error, string message)
    {
        var text = message.Split('\n')[0].Trim().TrimEnd('.');
        return error switch
        {
            ServerError.AuthenticationError => new BrokerAuthenticationException(PulsarDrivers.Broker, text),
            ServerError.AuthorizationError => new BrokerPermissionException(PulsarDrivers.Broker, text),
            _ => new PulsarRefusedException(error, text, IsTransient(error)),
        };
    }

    private static bool IsTransient(ServerError error) => error is not (ServerError.UnsupportedVersionError or ServerError.InvalidTopicName
        or ServerError.IncompatibleSchema or ServerError.NotAllowedError or ServerError.TopicTerminatedError);
}
