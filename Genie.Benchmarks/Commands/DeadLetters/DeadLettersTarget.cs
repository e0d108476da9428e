using System.CommandLine;
using Genie.Benchmarks.Drivers;
using Genie.Brokers.Drivers;
using Genie.Messaging;
using Genie.Messaging.DeadLetters;

namespace Genie.Benchmarks.Commands.DeadLetters;

/// <summary>Which dead letters a command is about, and how many.</summary>
internal sealed class DeadLettersTarget
{
    private readonly Argument<string> _broker = new("BROKER") { Description = $"The messaging system: {string.Join(", ", DriverCatalogue.Brokers)}." };
    private readonly Argument<string> _channel = new("CHANNEL") { Description = "The channel whose messages could not be handled." };
    private readonly Option<string?> _client = new("--client") { Description = "wire or official; by default the first that was built.", HelpName = "NAME" };
    private readonly ParsedOption<long> _count = Options.OfCount("--count", "So many at most", "100", min: 1, max: 1000);
    private readonly ParsedOption<TimeSpan> _quiet = Options.OfDuration("--quiet-time", "Ends when no dead letter has come for so long", "2s");
    private readonly BrokerOptions _settings = new();

    /// <summary>Adds arguments and options.</summary>
    public void AddTo(Command command)
    {
        command.Add(_broker);
        command.Add(_channel);
        command.Add(_client);
        command.Add(_count);
        command.Add(_quiet);
        _settings.AddTo(command);
    }

    /// <summary>Does something with the dead letters.</summary>
    /// <exception cref="BadArgumentException">The system keeps none, or none of its clients was built.</exception>
    public async Task<T> UseAsync<T>(ParseResult parsed, Func<DeadLetterChannel, int, TimeSpan, Task<T>> use)
    {
        var broker = parsed.GetValue(_broker)!;
        var drivers = parsed.GetValue(_client) is { } client ? [DriverCatalogue.Find(broker, client)] : DriverCatalogue.Of(broker);
        if (drivers.Count == 0) throw new BadArgumentException($"No client of {broker} was built; './genie brokers' names the missing package.");
        var settings = _settings.Read(parsed, [broker])[broker].ToDictionary();
        await using var messages = new MessageClient(BrokerOptionsBinder.Create(drivers[0], settings));
        if (!messages.Traits.HoldsWithoutListener) throw new BadArgumentException($"{broker} keeps no message that nobody listens to, so it has no dead letters.");
        return await use(messages.DeadLettersOf(parsed.GetValue(_channel)!), (int)_count.Read(parsed), _quiet.Read(parsed)).ConfigureAwait(false);
    }
}
