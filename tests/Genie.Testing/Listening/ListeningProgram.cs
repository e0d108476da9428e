using Genie.Brokers;

namespace Genie.Testing.Listening;

/// <summary>The program of a driver's tests, in another process as on another machine: listens on a channel and answers each message with its process id and the message.</summary>
public static class ListeningProgram
{
    private const string Ready = "listening";

    /// <summary>Starts the program of the assembly that a type is of; when the task completes, it listens.</summary>
    public static Task<OtherProcess> StartAsync(Type ofProgram, params string[] arguments) => OtherProcess.StartAsync(ofProgram, Ready, arguments);

    /// <summary>Listens until its input ends.</summary>
    public static async Task RunAsync(IBroker broker, string channel)
    {
        await using var listener = await broker.ListenAsync(
            channel, new ListenOptions { Concurrency = 4 },
            (message, reply, _) =>
            {
                BitConverter.TryWriteBytes(reply.GetSpan(sizeof(int)), Environment.ProcessId);
                reply.Advance(sizeof(int));
                foreach (var part in message)
                {
                    part.Span.CopyTo(reply.GetSpan(part.Length));
                    reply.Advance(part.Length);
                }

                return ValueTask.CompletedTask;
            },
            CancellationToken.None);
        Console.WriteLine(Ready);
        await Console.In.ReadToEndAsync();
    }
}
