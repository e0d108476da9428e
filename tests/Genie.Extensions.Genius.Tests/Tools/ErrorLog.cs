using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Genie.Extensions.Genius.Tests.Tools;

/// <summary>Keeps the exceptions that a host logs as errors.</summary>
internal sealed class ErrorLog : ILoggerProvider, ILogger
{
    private readonly ConcurrentQueue<Exception> _errors = new();

    public IReadOnlyCollection<Exception> Errors => _errors;

    /// <summary>Throws at whatever the libraries log.</summary>
    public bool Throws { get; init; }

    public ILogger CreateLogger(string categoryName) => Throws && !categoryName.StartsWith("Genie.", StringComparison.Ordinal) ? NullLogger.Instance : this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Error;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        if (logLevel >= LogLevel.Error && exception is not null) _errors.Enqueue(exception);
        if (Throws) throw new InvalidDataException("A logger that throws ends nothing.");
    }

    public void Dispose()
    {
    }
}
