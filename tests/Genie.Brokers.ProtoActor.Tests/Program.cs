using Genie.Brokers.ProtoActor;

// Another process for the tests: listens on a channel through a driver, answers each message with its own process id and
// the message, and ends with its input. Arguments: client, url, channel.
if (args is not [var client, var url, var channel])
{
    Console.Error.WriteLine("Started by the tests: CLIENT URL CHANNEL");
    return 2;
}

await using var broker = ProtoActorDrivers.All.Single(driver => driver.Client == client).Create(new ProtoActorOptions { Url = new Uri(url) });
await using var listener = await broker.ListenAsync(
    channel, new Genie.Brokers.ListenOptions { Concurrency = 4 },
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
Console.WriteLine("listening");
await Console.In.ReadToEndAsync();
return 0;
