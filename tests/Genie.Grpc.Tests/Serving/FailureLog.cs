using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Genie.Grpc.Tests.Serving;

/// <summary>Keeps what an operator would be woken by: errors, and warnings with an exception.</summary>
public sealed class FailureLog : ILoggerProvider, ILogger
{
    private readonly ConcurrentQueue<string> _entries = new();

    public IReadOnlyCollection<string> Entries => _entries;

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Warning;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel >= LogLevel.Error || (logLevel == LogLevel.Warning && exception is not null)) _entries.Enqueue($"{formatter(state, exception)} {exception}");
    }

    public void Dispose()
    {
    }
}
