using Genie.Brokers.ProtoActor;
using Genie.Testing.Listening;

// Another process for the tests. Arguments: client, url, channel.
if (args is not [var client, var url, var channel])
{
    Console.Error.WriteLine("Started by the tests: CLIENT URL CHANNEL");
    return 2;
}

await using var broker = ProtoActorDrivers.All.Single(driver => driver.Client == client).Create(new ProtoActorOptions { Url = new Uri(url) });
await ListeningProgram.RunAsync(broker, channel);
return 0;
