using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Genie.Benchmarks.Commands.Genius;

/// <summary>Tells when a check of health finds something else than before; the checks' own log has a line for each probe instead, every five seconds in Kubernetes.</summary>
internal sealed partial class HealthLog(ILogger<HealthLog> logger) : IHealthCheckPublisher
{
    /// <summary>How often it looks.</summary>
    public static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    // One report is published after the other.
    private readonly Dictionary<string, (HealthStatus Status, string? Description)> _last = new(StringComparer.Ordinal);

    /// <inheritdoc/>
    public Task PublishAsync(HealthReport report, CancellationToken cancellationToken)
    {
        foreach (var (name, entry) in report.Entries)
        {
            var now = (entry.Status, entry.Description);
            var before = _last.GetValueOrDefault(name, (HealthStatus.Healthy, null));
            _last[name] = now;
            if (entry.Status == HealthStatus.Healthy)
            {
                if (before.Status != HealthStatus.Healthy) Recovered(name);
            }
            else if (now != before)
            {
                Changed(entry.Status == HealthStatus.Unhealthy ? LogLevel.Error : LogLevel.Warning, name, entry.Status, entry.Description, entry.Exception);
            }
        }

        return Task.CompletedTask;
    }

    [LoggerMessage("{check} is {status}: {description}")]
    private partial void Changed(LogLevel level, string check, HealthStatus status, string? description, Exception? error);

    [LoggerMessage(LogLevel.Warning, "{check} is healthy again")]
    private partial void Recovered(string check);
}
