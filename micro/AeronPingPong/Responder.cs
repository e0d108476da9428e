using System.Buffers;
using System.Diagnostics;
using Genie.Brokers;

namespace AeronPingPong;

/// <summary>The other process: answers requests with their bytes, and counts the rest.</summary>
internal sealed class Responder : IAsyncDisposable
{
    public const string Channel = "ping-pong";

    /// <summary>A request of this length is answered with the count of one-way messages.</summary>
    public const int CountRequestBytes = 1;

    private readonly Process _process;

    private Responder(Process process) => _process = process;

    public static async Task<Responder> StartAsync(Arguments arguments)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, arguments.ToServe()) { RedirectStandardInput = true, RedirectStandardOutput = true };
        var responder = new Responder(Process.Start(start) ?? throw new InvalidOperationException("The responder did not start."));
        if (await responder._process.StandardOutput.ReadLineAsync() != "ready") throw new InvalidOperationException("The responder is not ready.");
        return responder;
    }

    public static async Task ServeAsync(Arguments arguments)
    {
        var count = 0L;
        await using var broker = arguments.CreateBroker();
        await using var listener = await broker.ListenAsync(
            Channel, new ListenOptions { InlineHandler = arguments.Inline, Prefetch = 4096 },
            (message, reply, _) =>
            {
                if (message.Length == CountRequestBytes)
                {
                    BitConverter.TryWriteBytes(reply.GetSpan(sizeof(long)), Volatile.Read(ref count));
                    reply.Advance(sizeof(long));
                    return ValueTask.CompletedTask;
                }

                count++;
                foreach (var part in message) reply.Write(part.Span);
                return ValueTask.CompletedTask;
            },
            CancellationToken.None);
        Console.WriteLine("ready");
        await Console.In.ReadToEndAsync();
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }
}
