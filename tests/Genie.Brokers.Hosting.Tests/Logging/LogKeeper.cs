using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Genie.Brokers.Hosting.Tests.Logging;

/// <summary>Keeps what is logged in the category of brokers.</summary>
public sealed class LogKeeper : ILoggerProvider
{
    private readonly ConcurrentQueue<(int Id, LogLevel Level, string Text)> _events = new();

    public IEnumerable<(int Id, LogLevel Level, string Text)> Events => _events;

    /// <summary>Throws whatever it has kept.</summary>
    public bool Throws { get; init; }

    public bool Has(int id) => _events.Any(each => each.Id == id);

    public ILogger CreateLogger(string categoryName) =>
        categoryName.StartsWith("Genie.Brokers", StringComparison.Ordinal) ? new Logger(_events, Throws) : new Logger([], throws: false);

    public void Dispose()
    {
    }

    public override string ToString() => string.Join('\n', _events);

    private sealed class Logger(ConcurrentQueue<(int Id, LogLevel Level, string Text)> events, bool throws) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            events.Enqueue((eventId.Id, logLevel, formatter(state, exception)));
            if (throws) throw new NotSupportedException("A logger that throws ends nothing.");
        }
    }
}
