using System.Runtime.InteropServices;

namespace Genie.Benchmarks.Commands;

/// <summary>Lets this process outlive a Ctrl-C that was meant for the one that started it.</summary>
internal sealed class IgnoredInterrupt : IDisposable
{
    private readonly PosixSignalRegistration _registration = PosixSignalRegistration.Create(PosixSignal.SIGINT, static context => context.Cancel = true);

    /// <inheritdoc/>
    public void Dispose() => _registration.Dispose();
}
