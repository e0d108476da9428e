using System.Diagnostics;
using System.Globalization;
using DriverPingPong.Bare;

namespace DriverPingPong;

/// <summary>The other side, in a process of its own: it shares neither threads nor caches of code with the one measured.</summary>
internal sealed class Responder : IAsyncDisposable
{
    private const string Ready = "ready";
    private const int PollsPerSecond = 100;

    private readonly Process _process;

    private Responder(Process process) => _process = process;

    /// <summary>Runs in the second process, until its standard input ends. Prints what it counted on each line it is sent.</summary>
    public static async Task ServeAsync(Arguments arguments)
    {
        if (Candidates.IsBare(arguments))
        {
            await ServeBareAsync(arguments).ConfigureAwait(false);
            return;
        }

        var count = 0L;
        await using var broker = Candidates.Create(arguments);
        await using (await broker.ListenAsync(Candidates.Channel, Candidates.Listener(arguments), arguments.Mode == "serve-rt" ? Candidates.Echo : (_, _, _) =>
        {
            count++;
            return ValueTask.CompletedTask;
        }, default).ConfigureAwait(false))
        {
            Console.WriteLine(Ready);
            while (await Console.In.ReadLineAsync().ConfigureAwait(false) is not null) Console.WriteLine(Volatile.Read(ref count));
        }

        await broker.DeleteChannelAsync(Candidates.Channel, default).ConfigureAwait(false);
    }

    /// <summary>Starts the second process and waits until it listens.</summary>
    public static async Task<Responder> StartAsync(Arguments arguments)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!, arguments.ToServe()) { RedirectStandardInput = true, RedirectStandardOutput = true };
        var responder = new Responder(Process.Start(start) ?? throw new InvalidOperationException("The responder did not start."));
        return await responder._process.StandardOutput.ReadLineAsync().ConfigureAwait(false) == Ready ? responder : throw new InvalidOperationException("The responder did not become ready; above it says why.");
    }

    /// <summary>How many messages have arrived. Waits for the last one; where one was lost, until none came for a second.</summary>
    public async Task<long> CountAsync(long expected)
    {
        var before = -1L;
        while (true)
        {
            var count = 0L;
            for (var poll = 0; poll < PollsPerSecond; poll++)
            {
                await _process.StandardInput.WriteLineAsync().ConfigureAwait(false);
                count = long.Parse((await _process.StandardOutput.ReadLineAsync().ConfigureAwait(false))!, CultureInfo.InvariantCulture);
                if (count >= expected) return count;
                await Task.Delay(TimeSpan.FromSeconds(1) / PollsPerSecond).ConfigureAwait(false);
            }

            if (count == before) return count;
            before = count;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _process.StandardInput.Close();
        await _process.WaitForExitAsync().ConfigureAwait(false);
        _process.Dispose();
    }

    private static async Task ServeBareAsync(Arguments arguments)
    {
        using var bare = BareExchange.Open(arguments, responds: true);
        Console.WriteLine(Ready);
        bare.Begin();
        _ = arguments.Candidate == "bare" ? Task.Factory.StartNew(Block, default, TaskCreationOptions.LongRunning, TaskScheduler.Default) : AwaitAsync();
        await Console.In.ReadToEndAsync().ConfigureAwait(false);
        Environment.Exit(0);

        void Block()
        {
            while (bare.Receive()) bare.Send();
        }

        async Task AwaitAsync()
        {
            while (await bare.ReceiveAsync().ConfigureAwait(false)) await bare.SendAsync().ConfigureAwait(false);
        }
    }
}
