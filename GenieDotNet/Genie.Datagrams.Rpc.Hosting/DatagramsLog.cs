using System.Net;
using Microsoft.Extensions.Logging;

namespace Genie.Datagrams.Rpc.Hosting;

/// <summary>What the host's endpoint logs.</summary>
internal static partial class DatagramsLog
{
    [LoggerMessage(1, LogLevel.Information, "Serving over {Transport} on {Address}")]
    public static partial void Listening(ILogger logger, string transport, IPEndPoint address);

    [LoggerMessage(2, LogLevel.Error, "{Method}, called from {Address}, failed")]
    public static partial void ServiceFailed(ILogger logger, string method, DatagramAddress address, Exception error);
}
