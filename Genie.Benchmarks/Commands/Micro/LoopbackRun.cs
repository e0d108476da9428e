using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Genie.Benchmarks.Measurement;
using Genie.Servers;

namespace Genie.Benchmarks.Commands.Micro;

/// <summary>The measuring end of the loopback measurement: one message under way at a time.</summary>
internal sealed class LoopbackRun : IAsyncDisposable
{
    /// <summary>The size of a message where none is asked for.</summary>
    public const int UsualBytes = 256;

    private readonly Process _echo;
    private readonly Socket _socket;
    private readonly byte[] _message;
    private readonly byte[] _answer;
    private readonly bool _blocking;

    private LoopbackRun(Process echo, Socket socket, int size, bool blocking)
    {
        _echo = echo;
        _socket = socket;
        _message = new byte[size];
        _answer = new byte[size];
        _blocking = blocking;
        new Random(1).NextBytes(_message);
    }

    /// <summary>Starts the other process and connects to it.</summary>
    public static async Task<LoopbackRun> StartAsync(int size, bool blocking, CancellationToken cancellationToken)
    {
        string[] arguments = ["micro", "loopback", "--echo", .. blocking ? ["--blocking"] : Array.Empty<string>()];
        var start = OwnProgram.StartInfo(typeof(LoopbackRun).Assembly, arguments);
        start.RedirectStandardOutput = true;
        var echo = Process.Start(start) ?? throw new IOException($"{start.FileName} did not start.");
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            var line = await echo.StandardOutput.ReadLineAsync(cancellationToken).ConfigureAwait(false) ?? throw new IOException("The other process ended at once.");
            await socket.ConnectAsync(IPAddress.Loopback, int.Parse(line, CultureInfo.InvariantCulture), cancellationToken).ConfigureAwait(false);
            return new LoopbackRun(echo, socket, size, blocking);
        }
        catch
        {
            socket.Dispose();
            echo.Kill();
            echo.Dispose();
            throw;
        }
    }

    /// <summary>Latencies of the round trips of that time.</summary>
    /// <exception cref="IOException">The other process ended, or sent back other bytes.</exception>
    public async Task<LatencyHistogram> MeasureAsync(TimeSpan time, CancellationToken cancellationToken)
    {
        var latency = new LatencyHistogram();
        var end = Stopwatch.GetTimestamp() + (long)(time.TotalSeconds * Stopwatch.Frequency);
        for (var start = Stopwatch.GetTimestamp(); start < end && !cancellationToken.IsCancellationRequested;)
        {
            if (_blocking) RoundTrip();
            else await RoundTripAsync(cancellationToken).ConfigureAwait(false);
            if (!_answer.AsSpan().SequenceEqual(_message)) throw new IOException("The other process sent back other bytes.");
            var now = Stopwatch.GetTimestamp();
            latency.Record(LatencyRecorder.ToNanoseconds(now - start));
            start = now;
        }

        return latency;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await _echo.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        _echo.Dispose();
    }

    private void RoundTrip()
    {
        _socket.Send(_message);
        for (var read = 0; read < _answer.Length;) read += Progress(_socket.Receive(_answer.AsSpan(read)));
    }

    private async ValueTask RoundTripAsync(CancellationToken cancellationToken)
    {
        await _socket.SendAsync(_message, cancellationToken).ConfigureAwait(false);
        for (var read = 0; read < _answer.Length;)
            read += Progress(await _socket.ReceiveAsync(_answer.AsMemory(read), cancellationToken).ConfigureAwait(false));
    }

    private static int Progress(int read) => read > 0 ? read : throw new IOException("The other process ended.");
}
