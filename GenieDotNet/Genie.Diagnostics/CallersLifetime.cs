using Microsoft.Extensions.Hosting;

namespace Genie.Diagnostics;

/// <summary>The lifetime of a host that a program starts and stops beside other work: the program handles signals, and a second handler would race it.</summary>
public sealed class CallersLifetime : IHostLifetime
{
    /// <inheritdoc/>
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
