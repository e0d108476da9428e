using System.Collections.Concurrent;
using System.Diagnostics;
using Genie.Brokers;
using Xunit;

namespace Genie.Testing.Listening;

/// <summary>Connections that request without pause, and who answered them: processes of <see cref="ListeningProgram"/>.</summary>
public sealed class Crowd : IAsyncDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(90);

    private readonly CancellationTokenSource _stopping = new();
    private readonly IBrokerConnection[] _connections;
    private readonly int[] _lastAnsweredBy;
    private readonly ConcurrentQueue<Exception> _strangeErrors = new();
    private readonly Task _running;
    private long _answered;
    private long _failed;

    private Crowd(IBrokerConnection[] connections)
    {
        _connections = connections;
        _lastAnsweredBy = new int[connections.Length];
        _running = Task.WhenAll(Enumerable.Range(0, connections.Length).Select(index => Task.Run(() => RequestAsync(index))));
    }

    public long Answered => Interlocked.Read(ref _answered);

    public long Failed => Interlocked.Read(ref _failed);

    /// <summary>The processes that answered the connections' latest requests.</summary>
    public IReadOnlySet<int> Answerers => _lastAnsweredBy.Where(id => id != 0).ToHashSet();

    /// <param name="broker">Where they connect.</param>
    /// <param name="channel">What they send to.</param>
    /// <param name="size">How many.</param>
    public static async Task<Crowd> StartAsync(IBroker broker, string channel, int size)
    {
        var connections = new IBrokerConnection[size];

        // A time-out that no test reaches: a request that nobody ends is seen as one that hangs.
        var options = new ConnectionOptions { RequestTimeout = TimeSpan.FromHours(1) };
        for (var i = 0; i < size; i++) connections[i] = await broker.ConnectAsync(channel, options, default);
        return new Crowd(connections);
    }

    /// <summary>Waits until each connection's latest answer came from one of these processes, and all of these answer.</summary>
    public async Task AnsweredByAsync(params int[] processes)
    {
        var waited = Stopwatch.StartNew();
        Array.Clear(_lastAnsweredBy);
        while (!Answerers.SetEquals(processes) || _lastAnsweredBy.Contains(0))
        {
            Assert.Empty(_strangeErrors);
            Assert.True(
                waited.Elapsed < Timeout,
                $"last answered by [{string.Join(", ", _lastAnsweredBy)}], 0 for nobody, and not all by [{string.Join(", ", processes)}]; {Answered} answered, {Failed} failed");
            await Task.Delay(20);
        }
    }

    /// <summary>Ends the requests; each must have ended by an answer of its own or by a transient error.</summary>
    public async Task StopAsync()
    {
        await _stopping.CancelAsync();
        await _running.WaitAsync(Timeout);
        Assert.Empty(_strangeErrors);
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        foreach (var connection in _connections) await connection.DisposeAsync();
        await _running;
        _stopping.Dispose();
    }

    private async Task RequestAsync(int index)
    {
        for (long number = 0; !_stopping.IsCancellationRequested; number++)
        {
            try
            {
                var payload = BitConverter.GetBytes((number << 16) | (uint)index);
                using var reply = await _connections[index].RequestAsync(payload, default);
                if (!reply.Payload.Span[sizeof(int)..].SequenceEqual(payload)) throw new InvalidDataException("another's answer");
                Volatile.Write(ref _lastAnsweredBy[index], BitConverter.ToInt32(reply.Payload.Span));
                Interlocked.Increment(ref _answered);
            }
            catch (BrokerException error) when (error.IsTransient)
            {
                Interlocked.Increment(ref _failed);
                await Task.Delay(10);
            }
            catch (ObjectDisposedException) when (_stopping.IsCancellationRequested)
            {
                return;
            }
            catch (Exception error)
            {
                _strangeErrors.Enqueue(error);
                return;
            }
        }
    }
}
