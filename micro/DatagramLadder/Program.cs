using System.Diagnostics;
using System.Globalization;
using DatagramLadder;
using DatagramLadder.Levels;

const string serveWord = "serve";
const int secondsMax = 3_600;

if (args is [serveWord])
{
    int[] ports = [SocketLevel.Serve(), TransportLevel.Serve(), CallLevel.Serve(), await BrokerLevel.ServeAsync(isLiteNet: false), LiteNetLevel.Serve(), await BrokerLevel.ServeAsync(isLiteNet: true), await GrainLevel.ServeAsync()];
    Console.WriteLine(string.Join(' ', ports));

    // Until the process that measures has ended.
    while (Console.ReadLine() is not null)
    {
    }

    return 0;
}

if (!TryParse(args, out var seconds, out var rounds))
{
    Console.Error.WriteLine($"Usage: DatagramLadder [SECONDS] [ROUNDS]: how long each level is measured in a round, 1 to {secondsMax:N0}, and how many rounds there are, 1 or more.");
    return 2;
}

using var server = Process.Start(new ProcessStartInfo(Environment.ProcessPath!, [.. OwnArguments(), serveWord]) { RedirectStandardInput = true, RedirectStandardOutput = true })!;
var at = ((await server.StandardOutput.ReadLineAsync()) ?? throw new IOException("The other process ended at once.")).Split(' ').Select(port => int.Parse(port, CultureInfo.InvariantCulture)).ToArray();
ILevel[] levels =
[
    new SocketLevel(at[0]), new TransportLevel(at[1], isPolled: true), new TransportLevel(at[1], isPolled: false), await CallLevel.ConnectAsync(at[2]), await BrokerLevel.ConnectAsync(isLiteNet: false, at[3]),
    new LiteNetLevel(at[4]), await BrokerLevel.ConnectAsync(isLiteNet: true, at[5]), await GrainLevel.ConnectAsync(at[6]),
];
await Ladder.MeasureAsync(levels, TimeSpan.FromSeconds(seconds), rounds, Console.Out);
foreach (var level in levels) await level.DisposeAsync();
server.StandardInput.Close();
await server.WaitForExitAsync();
return 0;

static bool TryParse(string[] given, out int seconds, out int rounds)
{
    (seconds, rounds) = (2, 5);
    return given.Length <= 2
        && (given.Length < 1 || (int.TryParse(given[0], NumberStyles.None, CultureInfo.InvariantCulture, out seconds) && seconds is >= 1 and <= secondsMax))
        && (given.Length < 2 || (int.TryParse(given[1], NumberStyles.None, CultureInfo.InvariantCulture, out rounds) && rounds >= 1));
}

// Started as 'dotnet DatagramLadder.dll', the process is dotnet.
static string[] OwnArguments() => Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet" ? [Environment.GetCommandLineArgs()[0]] : [];
