using System.Globalization;

namespace DatagramEcho;

/// <summary>What is measured.</summary>
internal enum MeasurementKind
{
    Echoes,
    Reliable,
    Spoofed,
    Connections,
}

/// <summary>The command line.</summary>
internal sealed record Arguments
{
    private const string ReliableWord = "reliable";
    private const string SpoofedWord = "spoofed";
    private const string ConnectionsWord = "connections";
    private const string BesideOption = "--beside";
    private const string RatesOption = "--rates";
    private const int MessagesMax = 10_000_000;
    private const int RoundsMax = 1_000;
    private const int MessageBytesMax = 200_000;
    private const int RateMax = 1_000_000;
    private const int DefaultRate = 20_000;

    /// <summary>How the program is called.</summary>
    public static string Usage { get; } = string.Create(CultureInfo.InvariantCulture, $"""
        Usage:
          DatagramEcho [MESSAGES] [ROUNDS] [{BesideOption} LIBRARIES]
          DatagramEcho {ReliableWord} [MESSAGES] [ROUNDS] [BYTES] [{BesideOption} LIBRARIES]
          DatagramEcho {SpoofedWord} [HANDSHAKES] [{RatesOption} RATES]
          DatagramEcho {ConnectionsWord} [CONNECTIONS]

        MESSAGES    echoed, or sent as reliable ones, in a round: 1 to {MessagesMax:N0} (100,000)
        ROUNDS      that count, of each library: 1 to {RoundsMax:N0} (5)
        BYTES       of a reliable message: 1 to {MessageBytesMax:N0} (1)
        LIBRARIES   {string.Join(',', Libraries.All.Select(library => library.Id))}, or {Libraries.AllWord};
                    ours are measured beside them in any case ({string.Join(',', Libraries.ForEchoes.Select(library => library.Id))}; {ReliableWord}: {string.Join(',', Libraries.ForReliable.Select(library => library.Id))})
        HANDSHAKES  begun and not gone on with, in all: 10 to {MessagesMax:N0} (100,000)
        RATES       handshakes a second, with commas between them, each for the same time and 1 to {RateMax:N0} ({DefaultRate:N0})
        CONNECTIONS opened and left idle, each with both ends in this process: 1 to {MessagesMax:N0} (100,000)
        """);

    public MeasurementKind Kind { get; private init; }

    public int Messages { get; private init; } = 100_000;

    public int Rounds { get; private init; } = 5;

    public int MessageBytes { get; private init; } = 1;

    public IReadOnlyList<Library> Compared { get; private init; } = [];

    public IReadOnlyList<int> Rates { get; private init; } = [DefaultRate];

    /// <summary>Reads it.</summary>
    /// <returns><see langword="null"/> if it is none.</returns>
    public static Arguments? Parse(string[] args)
    {
        var kind = args switch
        {
            [ReliableWord, ..] => MeasurementKind.Reliable,
            [SpoofedWord, ..] => MeasurementKind.Spoofed,
            [ConnectionsWord, ..] => MeasurementKind.Connections,
            _ => MeasurementKind.Echoes,
        };
        var rest = kind == MeasurementKind.Echoes ? args : args[1..];
        var option = Array.FindIndex(rest, argument => argument.StartsWith('-'));
        var numbers = option < 0 ? rest : rest[..option];
        var named = option < 0 ? [] : rest[option..];
        return named is [] or [_, _] && ReadNumbers(new Arguments { Kind = kind }, numbers) is { } arguments ? ReadOption(arguments, named) : null;
    }

    private static Arguments? ReadNumbers(Arguments arguments, string[] numbers)
    {
        var numbersMax = arguments.Kind switch
        {
            MeasurementKind.Echoes => 2,
            MeasurementKind.Reliable => 3,
            _ => 1,
        };
        int messages = arguments.Messages, rounds = arguments.Rounds, bytes = arguments.MessageBytes;
        if (numbers.Length > numbersMax
            || (numbers.Length > 0 && !IsNumber(numbers[0], MessagesMax, out messages))
            || (numbers.Length > 1 && !IsNumber(numbers[1], RoundsMax, out rounds))
            || (numbers.Length > 2 && !IsNumber(numbers[2], MessageBytesMax, out bytes))
            || (arguments.Kind == MeasurementKind.Spoofed && messages < SpoofedHandshakes.Rounds)) return null;
        return arguments with { Messages = messages, Rounds = rounds, MessageBytes = bytes };
    }

    private static Arguments? ReadOption(Arguments arguments, string[] option)
    {
        if (arguments.Kind == MeasurementKind.Connections) return option is [] ? arguments : null;
        if (arguments.Kind == MeasurementKind.Spoofed)
        {
            if (option is []) return arguments;
            return option[0] == RatesOption && ReadRates(option[1]) is { } rates ? arguments with { Rates = rates } : null;
        }

        if (option is []) return arguments with { Compared = arguments.Kind == MeasurementKind.Reliable ? Libraries.ForReliable : Libraries.ForEchoes };
        return option[0] == BesideOption && Libraries.Beside(option[1]) is { } libraries ? arguments with { Compared = libraries } : null;
    }

    private static List<int>? ReadRates(string text)
    {
        List<int> rates = [];
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries))
        {
            if (!IsNumber(part, RateMax, out var rate)) return null;
            rates.Add(rate);
        }

        return rates;
    }

    private static bool IsNumber(string text, int max, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number > 0 && number <= max;
}
