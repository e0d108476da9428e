using System.Diagnostics;
using Genie.Relay.Telemetry;
using Genie.Relay.Tests.Running;
using Genie.Testing;
using Genie.Testing.Grpc;
using Grpc.Core;
using Microsoft.Extensions.Logging;

namespace Genie.Relay.Tests.Telemetry;

/// <summary>Listeners and loggers that throw whatever they are told: the relay does all that it does without them.</summary>
public sealed class ThrowingObserverTests
{
    [SkippableFact]
    public async Task Calls_go_through_and_workers_come_back_though_every_observer_throws()
    {
        Skip.If(PythonPeer.WhyUnavailable() is not null, PythonPeer.WhyUnavailable());
        using var observers = new ThrowingObservers(RelayMetrics.MeterName, everywhere: true);
        using var loggers = new ThrowingLoggers();
        await using var relay = await TestRelay.StartAsync(
            options => options with
            {
                Queue = options.Queue with { RetryPushback = TimeSpan.Zero },
                HealthCheck = options.HealthCheck with { Interval = TimeSpan.FromHours(1) },
                Clock = new ManualClock(),
            },
            loggers);
        Assert.Equal("hello", await relay.CallAsync("Echo", "hello"));
        Assert.Equal(StatusCode.NotFound, (await relay.StatusOfAsync("Fail", "NOT_FOUND:x")).StatusCode);
        var late = relay.StatusOfAsync("Io", "600000", TestRelay.RelayDeadline);
        await TestRelay.UntilAsync(async () => (await relay.FiguresAsync()).Workers.Any(worker => worker.InFlight > 0));
        relay.Clock!.Advance(TestRelay.BeyondTimeout);
        Assert.Equal(StatusCode.DeadlineExceeded, (await late.WaitAsync(TestRelay.Timeout)).StatusCode);

        // The worker ends in the midst of a call, another one answers, and it is started again.
        Assert.Equal(StatusCode.Unavailable, (await relay.StatusOfAsync("Die", "")).StatusCode);
        await relay.PassTimeUntilAsync(async () => (await relay.FiguresAsync()).Serving.Count == 2);
        var victim = (await relay.FiguresAsync()).Serving[0];
        using (var process = Process.GetProcessById(victim.ProcessId)) process.Kill();
        await relay.PassTimeUntilAsync(async () => await relay.FiguresAsync() is { Serving.Count: 2 } figures && figures.Workers.All(worker => worker.ProcessId != victim.ProcessId));
        relay.Host.ReplaceWorkers();
        await relay.PassTimeUntilAsync(async () => (await relay.FiguresAsync()).Serving.Count(worker => worker.Generation == 1) == 2);
        Assert.Equal("again", await relay.CallAsync("Echo", "again"));
        Assert.True(observers.Thrown > 0);
        Assert.True(loggers.Thrown > 0);
    }

    /// <summary>Loggers that throw.</summary>
    private sealed class ThrowingLoggers : ILoggerFactory, ILogger
    {
        private int _thrown;

        public int Thrown => Volatile.Read(ref _thrown);

        public ILogger CreateLogger(string categoryName) => this;

        public void AddProvider(ILoggerProvider provider)
        {
        }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => throw Count();

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) => throw Count();

        public void Dispose()
        {
        }

        private InvalidOperationException Count()
        {
            Interlocked.Increment(ref _thrown);
            return new InvalidOperationException("A logger threw.");
        }
    }
}
