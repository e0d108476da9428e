using Genie.Relay.Configuration;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;

namespace Genie.Relay.Hosting;

/// <summary>Logs as the settings say: to standard output, one JSON object a line, or text.</summary>
public static class RelayLogging
{
    private const string OwnCategories = "Genie";

    // It warns of each call that a worker loses, with its stack; the relay has a line of its own for that.
    private const string Forwarder = "Yarp.ReverseProxy.Forwarder";
    private const string TimeFormat = "yyyy-MM-ddTHH:mm:ss.fffZ";

    /// <summary>Makes the loggers; whoever asks for them disposes of them.</summary>
    /// <param name="options">The settings, asked for at each line's level.</param>
    public static ILoggerFactory Create(Func<LogOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return LoggerFactory.Create(logging =>
        {
            logging.SetMinimumLevel(LogLevel.Trace);
            logging.AddFilter((category, level) => level >= options().Level && (level >= LogLevel.Warning || category?.StartsWith(OwnCategories, StringComparison.Ordinal) == true));
            logging.AddFilter(Forwarder, LogLevel.Error);
            if (options().Format == LogFormat.Json) logging.AddJsonConsole(console => (console.UseUtcTimestamp, console.TimestampFormat) = (true, TimeFormat));
            else logging.AddSimpleConsole(console => (console.SingleLine, console.UseUtcTimestamp, console.TimestampFormat, console.ColorBehavior) = (true, true, TimeFormat + " ", LoggerColorBehavior.Disabled));
        });
    }
}
