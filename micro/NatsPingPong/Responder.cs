using System.Diagnostics;

namespace NatsPingPong;

/// <summary>The other side, in a process of its own: it shares neither threads nor caches of code with the one measured.</summary>
internal static class Responder
{
    public const string Ready = "ready";

    /// <summary>Runs in the second process, until its standard input ends. Prints what it counted on each line it is sent.</summary>
    public static async Task ServeAsync(Arguments arguments)
    {
        if (Candidates.IsBare(arguments.Candidate))
        {
            await ServeBareAsync(arguments).ConfigureAwait(false);
            return;
        }

        var count = 0L;
        await using var broker = Candidates.Create(arguments);
        await using var echoes = await broker.ListenAsync("ping", Candidates.Listener(arguments), Candidates.Echo, default).ConfigureAwait(false);
        await using var counts = await broker.ListenAsync("count", Candidates.Listener(arguments), (_, _, _) =>
        {
            count++;
            return ValueTask.CompletedTask;
        }, default).ConfigureAwait(false);
        Console.WriteLine(Ready);
        while (await Console.In.ReadLineAsync().ConfigureAwait(false) is not null) Console.WriteLine(Volatile.Read(ref count));
    }

    /// <summary>Starts the second process and waits until it listens.</summary>
    public static async Task<Process> StartAsync(Arguments arguments)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath!) { RedirectStandardInput = true, RedirectStandardOutput = true };
        foreach (var argument in (string[])["serve", arguments.Candidate, "--url", $"{arguments.Url}", "--size", $"{arguments.Size}"]) start.ArgumentList.Add(argument);
        var process = Process.Start(start) ?? throw new InvalidOperationException("The responder did not start.");
        return await process.StandardOutput.ReadLineAsync().ConfigureAwait(false) == Ready ? process : throw new InvalidOperationException("The responder failed.");
    }

    private static async Task ServeBareAsync(Arguments arguments)
    {
        using var bare = new Bare(arguments.Url, "bare.ping", "bare.pong", arguments.Size);
        Console.WriteLine(Ready);
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
