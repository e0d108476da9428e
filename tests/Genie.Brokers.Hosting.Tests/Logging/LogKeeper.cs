using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Genie.Brokers.Hosting.Tests.Logging;

/// <summary>Keeps what is logged in the category of brokers.</summary>
public sealed class LogKeeper : ILoggerProvider
{
    private readonly ConcurrentQueue<(int Id, LogLevel Level, string Text)> _events = new();

    public IEnumerable<(int Id, LogLevel Level, string Text)> Events => _events;

    public bool Has(int id) => _events.Any(each => each.Id == id);

    public ILogger CreateLogger(string categoryName) => new Logger(categoryName.StartsWith("Genie.Brokers", StringComparison.Ordinal) ? _events : []);

    public void Dispose()
    {
    }

    public override string ToString() => string.Join('\n', _events);

    private sealed class Logger(ConcurrentQueue<(int Id, LogLevel Level, string Text)> events) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            events.Enqueue((eventId.Id, logLevel, formatter(state, exception)));
    }
}
