using Genie.Brokers;
using Genie.Brokers.Aeron;

// Another process for the tests: listens on a channel through a client, answers each message with its own process id, and
// ends with its input. Arguments: client, the media driver's folder, channel.
if (args is not [var client, var folder, var channel])
{
    Console.Error.WriteLine("Started by the tests: CLIENT FOLDER CHANNEL");
    return 2;
}

await using var broker = AeronDrivers.All.Single(driver => driver.Client == client).Create(new AeronOptions { Dir = folder });
await using var listener = await broker.ListenAsync(
    channel, new ListenOptions(),
    (message, reply, _) =>
    {
        BitConverter.TryWriteBytes(reply.GetSpan(sizeof(int)), Environment.ProcessId);
        reply.Advance(sizeof(int));
        return ValueTask.CompletedTask;
    },
    CancellationToken.None);
Console.WriteLine("listening");
await Console.In.ReadToEndAsync();
return 0;
