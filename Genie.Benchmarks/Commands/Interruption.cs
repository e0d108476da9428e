using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Genie.Benchmarks.Commands;

/// <summary>Makes Ctrl-C and SIGTERM a cancellation, so that a command shuts down gracefully; asked again, the process ends at once.</summary>
internal sealed class Interruption : IDisposable
{
    // timeout(1) sends its signal to the process and to its group, and a wrapper may pass on what the terminal sent to all: that is one request, sent twice.
    private static readonly TimeSpan SameWish = TimeSpan.FromSeconds(0.5);

    // Their numbers, which are the same everywhere.
    private const int Interrupt = 2;
    private const int Terminate = 15;

    private readonly CancellationTokenSource _source = new();
    private readonly PosixSignalRegistration[] _registrations;
    private long _firstTimestamp;
    private int _signalNumber;

    /// <summary>Watches the signals.</summary>
    public Interruption() =>
        _registrations = [PosixSignalRegistration.Create(PosixSignal.SIGINT, OnSignal), PosixSignalRegistration.Create(PosixSignal.SIGTERM, OnSignal)];

    /// <summary>Cancelled by the first signal.</summary>
    public CancellationToken Token => _source.Token;

    /// <summary>What a command that was ended early answers to the shell.</summary>
    public int ExitCode => _signalNumber == 0 ? Commands.ExitCode.Interrupted : Commands.ExitCode.SignalBase + _signalNumber;

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var registration in _registrations) registration.Dispose();
        _source.Dispose();
    }

    // The runtime gives one thread for all signals.
    private void OnSignal(PosixSignalContext context)
    {
        var isFirst = _firstTimestamp == 0;
        if (isFirst)
        {
            _firstTimestamp = Stopwatch.GetTimestamp();
            _signalNumber = context.Signal == PosixSignal.SIGTERM ? Terminate : Interrupt;
        }

        context.Cancel = isFirst || Stopwatch.GetElapsedTime(_firstTimestamp) < SameWish;

        // Whoever is cancelled may work in the callback.
        if (isFirst) _ = Task.Run(_source.Cancel);
    }
}
