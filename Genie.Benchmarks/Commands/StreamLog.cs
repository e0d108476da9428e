using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Console;

namespace Genie.Benchmarks.Commands;

/// <summary>The log of a command that does not write to the streams of its process: one event a line, stacks after it.</summary>
/// <param name="error">Where to.</param>
internal sealed class StreamLog(TextWriter error) : ILoggerProvider
{
    /// <summary>Adds a command's log.</summary>
    /// <param name="logging">To what.</param>
    /// <param name="log">What it is; null: the console, on standard error, an event a line.</param>
    /// <param name="configure">What else the console's lines have.</param>
    public static void AddTo(ILoggingBuilder logging, ILoggerProvider? log, Action<SimpleConsoleFormatterOptions>? configure = null)
    {
        if (log is not null)
        {
            logging.AddProvider(log);
            return;
        }

        logging.AddSimpleConsole(console =>
        {
            console.SingleLine = true;
            configure?.Invoke(console);
        });
        logging.Services.Configure<ConsoleLoggerOptions>(static console => console.LogToStandardErrorThreshold = LogLevel.Trace);
    }

    /// <inheritdoc/>
    public ILogger CreateLogger(string categoryName) => new Category(categoryName, error);

    /// <inheritdoc/>
    public void Dispose()
    {
    }

    private sealed class Category(string name, TextWriter error) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => logLevel != LogLevel.None;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{DateTimeOffset.UtcNow:yyyy-MM-ddTHH:mm:ssZ} {logLevel}: {name}[{eventId.Id}] {formatter(state, exception)}{(exception is null ? "" : $" {exception}")}"));
    }
}
