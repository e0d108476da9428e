using Genie.Benchmarks.Commands.Genius;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Tests.Commands;

public sealed class HealthLogTests
{
    [Fact]
    public async Task What_changes_is_told_once()
    {
        var log = new Lines();
        var health = new HealthLog(log);
        foreach (var (status, description) in ((HealthStatus, string)[])
            [
                (HealthStatus.Healthy, "all run"), (HealthStatus.Degraded, "1 rules"), (HealthStatus.Degraded, "1 rules"), (HealthStatus.Degraded, "2 rules"),
                (HealthStatus.Unhealthy, "gone"), (HealthStatus.Unhealthy, "gone"), (HealthStatus.Healthy, "all run"), (HealthStatus.Healthy, "some run"),
            ])
        {
            var entry = new HealthReportEntry(status, description, TimeSpan.Zero, null, null);
            await health.PublishAsync(new HealthReport(new Dictionary<string, HealthReportEntry> { ["rules"] = entry }, TimeSpan.Zero), default);
        }

        Assert.Equal(["Warning rules is Degraded: 1 rules", "Warning rules is Degraded: 2 rules", "Error rules is Unhealthy: gone", "Warning rules is healthy again"], log.All);
    }

    private sealed class Lines : ILogger<HealthLog>
    {
        public List<string> All { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            All.Add($"{logLevel} {formatter(state, exception)}");
    }
}
