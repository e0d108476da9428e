using Genie.Brokers;
using Genie.Brokers.Aeron;

// Another process for the tests, which ends with its input. Arguments: client, the media driver's folder, channel. It
// listens and answers each message with its own process id; with a number it sends so many messages instead.
if (args is not [var client, var folder, var channel, .. var count])
{
    Console.Error.WriteLine("Started by the tests: CLIENT FOLDER CHANNEL [COUNT]");
    return 2;
}

await using var broker = AeronDrivers.All.Single(driver => driver.Client == client).Create(new AeronOptions { Dir = folder });
await using IAsyncDisposable part = count is [var number] ? await SendAsync(int.Parse(number, System.Globalization.CultureInfo.InvariantCulture)) : await ListenAsync();
Console.WriteLine("ready");
await Console.In.ReadToEndAsync();
return 0;

async Task<IAsyncDisposable> SendAsync(int messages)
{
    var connection = await broker.ConnectAsync(channel, new ConnectionOptions(), CancellationToken.None);
    for (var i = 0; i < messages; i++) await connection.SendAsync(Genie.Brokers.Aeron.Tests.Numbers.Message(i), CancellationToken.None);
    await connection.FlushAsync(CancellationToken.None);
    return connection;
}

async Task<IAsyncDisposable> ListenAsync() => await broker.ListenAsync(
    channel, new ListenOptions(),
    (message, reply, _) =>
    {
        BitConverter.TryWriteBytes(reply.GetSpan(sizeof(int)), Environment.ProcessId);
        reply.Advance(sizeof(int));
        return ValueTask.CompletedTask;
    },
    CancellationToken.None);
