using System.Globalization;
using Genie.Brokers.Orleans;
using Genie.Testing.Listening;

// Another process for the tests: a silo. Arguments: url, silo port, channel.
if (args is not [var url, var siloPort, var channel])
{
    Console.Error.WriteLine("Started by the tests: URL SILO-PORT CHANNEL");
    return 2;
}

var options = new OrleansOptions { Url = new Uri(url), SiloPort = int.Parse(siloPort, CultureInfo.InvariantCulture), ProbeTimeout = TimeSpan.FromSeconds(1) };
await using var broker = OrleansDrivers.All.Single().Create(options);
await ListeningProgram.RunAsync(broker, channel);
return 0;
