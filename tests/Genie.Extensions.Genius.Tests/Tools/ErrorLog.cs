using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>Keeps the exceptions that a host logs as errors.</summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger
{
    private readonly ConcurrentQueue<Exception> _errors = new();

    public IReadOnlyCollection<Exception> Errors => _errors;

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel >= LogLevel.Error && exception is not null) _errors.Enqueue(exception);
    }

    public void Dispose()
    {
    }
}
