using System.Runtime.InteropServices;

namespace Genie.Benchmarks.Commands;

/// <summary>Makes Ctrl-C and SIGTERM a cancellation, so that a command ends in order; asked a second time, the process ends at once.</summary>
internal sealed class Interruption : IDisposable
{
    private readonly CancellationTokenSource _source;
    private readonly PosixSignalRegistration[] _registrations;

    /// <summary>Watches the signals.</summary>
    /// <param name="cancellationToken">Cancels as well.</param>
    public Interruption(CancellationToken cancellationToken)
    {
        _source = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _registrations = [PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal), PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal)];
    }

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _source.Token;

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var registration in _registrations) registration.Dispose();
        _source.Dispose();
    }

    private void OnSignal(PosixSignalContext context)
    {
        if (_source.IsCancellationRequested) return;
        context.Cancel = true;

        // Whoever is cancelled may work in the callback, which the runtime gives one thread for all signals.
        _ = Task.Run(_source.Cancel);
    }
}
