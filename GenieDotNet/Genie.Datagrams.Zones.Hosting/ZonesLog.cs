using System.Net;
using Microsoft.Extensions.Logging;

namespace Genie.Datagrams.Zones.Hosting;

/// <summary>What the host's zone server logs.</summary>
internal static partial class ZonesLog
{
    [LoggerMessage(1, LogLevel.Information, "Zone server {Name} listens over {Transport} on {Local}, and is reached at {Public}")]
    public static partial void Listening(ILogger logger, string name, string transport, IPEndPoint local, IPEndPoint @public);

    [LoggerMessage(2, LogLevel.Warning, "Zone server {Name} goes on after an error")]
    public static partial void Failed(ILogger logger, string name, Exception error);

    [LoggerMessage(3, LogLevel.Warning, "Zone server {Name} ends before it has given everything away: its lease ends by itself, and others take its zones then")]
    public static partial void NotAllGiven(ILogger logger, string name, Exception error);

    [LoggerMessage(4, LogLevel.Information, "Zone server {Name} has given its zones away")]
    public static partial void Given(ILogger logger, string name);
}
