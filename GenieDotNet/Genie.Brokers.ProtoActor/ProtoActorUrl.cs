using Genie.Brokers.Links;

namespace Genie.Brokers.ProtoActor;

/// <summary>Reads the address of the settings.</summary>
internal static class ProtoActorUrl
{
    private const int DefaultPort = 5598;

    /// <exception cref="BrokerSettingException">The URL cannot be used.</exception>
    public static BrokerUrl Parse(ProtoActorOptions options)
    {
        var url = BrokerUrl.Parse(ProtoActorDrivers.Name, options.Url, new BrokerUrlScheme("protoactor", DefaultPort, Tls: false));
        return url.User.Length == 0 ? url : throw new BrokerSettingException("protoactor.url: Proto.Remote knows no user and password. Leave them out, and let nobody else reach the port.");
    }
}
