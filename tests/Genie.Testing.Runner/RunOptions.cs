using System.Globalization;
using Genie.Testing.Runner.Selection;

namespace Genie.Testing.Runner;

/// <summary>What <c>./genie test</c> was asked for.</summary>
internal sealed record RunOptions
{
    public const string Help = """
        usage: ./genie test [NAME...] [--list] [--install] [--all] [--tier TIER] [--changed-since REV]
                            [--filter EXPRESSION] [--parallel N] [--repeat N] [--results DIR]
                            [--timeout MINUTES] [--max-minutes N --turn N] [--coverage]
          NAME             only test projects whose name contains it
          --list           only names what would run
          --install        first installs the Debian packages that the tests need (as root)
          --all            nightly tests too: clusters under kills, long fuzzing, soaks
          --tier           nightly: these alone; commit: all but these, which is the default
          --changed-since  only test projects that are built from what differs from this revision of git
          --filter         passed to dotnet test
          --parallel       test projects at once; default: two a processor, at most 4
          --repeat         runs everything so often and counts what did not fail each time; default 1
          --results        where the TRX files and durations.json go; default TestResults
          --timeout        minutes after which a test project is ended and counts as failed, and after a third of
                           which one in which no test begins or ends is; default 15
          --max-minutes    of the nightly tests only as many as take so long, another part of them each
          --turn           turn; both together
          --coverage       also says, a library, what part of its lines these tests reach
        """;

    private const int MaxDefaultParallel = 4;

    /// <summary>The checkout.</summary>
    public required string RepositoryRoot { get; init; }

    /// <summary>Parts of names of test projects; none means all.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>Only name what would run.</summary>
    public bool List { get; init; }

    /// <summary>Install what the tests need.</summary>
    public bool Install { get; init; }

    /// <summary>Which tests of a project run.</summary>
    public TestTier Tier { get; init; } = TestTier.Commit;

    /// <summary>Only test projects above what changed since this revision, or null.</summary>
    public string? ChangedSince { get; init; }

    /// <summary>Measure which lines of the libraries are reached.</summary>
    public bool Coverage { get; init; }

    /// <summary>A filter expression, or null.</summary>
    public string? Filter { get; init; }

    /// <summary>Test projects at once.</summary>
    public int Parallel { get; init; } = Math.Min(2 * Environment.ProcessorCount, MaxDefaultParallel);

    /// <summary>How often everything runs.</summary>
    public int Repeat { get; init; } = 1;

    /// <summary>Where the TRX files go.</summary>
    public required string ResultsFolder { get; init; }

    /// <summary>How long one test project may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>How long a test project may go without a test that begins or ends.</summary>
    public TimeSpan TestTimeout => Timeout / 3;

    /// <summary>What the nightly tests of one run may take, or null for all of them.</summary>
    public TimeSpan? MaxNightlyTime { get; init; }

    /// <summary>Which part of them it is.</summary>
    public long Turn { get; init; }

    /// <summary>Reads the command line.</summary>
    /// <exception cref="FormatException">An option is unknown, its value cannot be read, or two do not go together.</exception>
    public static RunOptions Parse(string repositoryRoot, IReadOnlyList<string> arguments)
    {
        var options = new RunOptions { RepositoryRoot = repositoryRoot, ResultsFolder = Path.Combine(repositoryRoot, "TestResults") };
        var rest = new Queue<string>(arguments);
        while (rest.TryDequeue(out var argument))
        {
            options = argument switch
            {
                "--list" => options with { List = true },
                "--install" => options with { Install = true },
                "--all" => options with { Tier = TestTier.All },
                "--tier" => options with { Tier = TierOf(Value(argument, rest)) },
                "--changed-since" => options with { ChangedSince = Value(argument, rest) },
                "--coverage" => options with { Coverage = true },
                "--filter" => options with { Filter = Value(argument, rest) },
                "--parallel" => options with { Parallel = Number(argument, Value(argument, rest)) },
                "--repeat" => options with { Repeat = Number(argument, Value(argument, rest)) },
                "--results" => options with { ResultsFolder = Path.GetFullPath(Value(argument, rest)) },
                "--timeout" => options with { Timeout = TimeSpan.FromMinutes(Number(argument, Value(argument, rest))) },
                "--max-minutes" => options with { MaxNightlyTime = TimeSpan.FromMinutes(Number(argument, Value(argument, rest))) },
                "--turn" => options with { Turn = Number(argument, Value(argument, rest)) },
                _ when argument.StartsWith('-') => throw new FormatException($"unknown option '{argument}'"),
                _ => options with { Names = [.. options.Names, argument] },
            };
        }

        if (options.MaxNightlyTime is not null && (options.Tier != TestTier.Nightly || options.Turn == 0)) throw new FormatException("--max-minutes needs --tier nightly and --turn");
        return options;
    }

    private static TestTier TierOf(string text) => text switch
    {
        "nightly" => TestTier.Nightly,
        "commit" => TestTier.Commit,
        _ => throw new FormatException($"--tier needs 'nightly' or 'commit', not '{text}'"),
    };

    private static string Value(string option, Queue<string> rest) =>
        rest.TryDequeue(out var value) ? value : throw new FormatException($"{option} needs a value");

    private static int Number(string option, string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number : throw new FormatException($"{option} needs a number above zero, not '{text}'");
}
