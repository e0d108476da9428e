using System.Globalization;

namespace Genie.Testing.Runner;

/// <summary>What <c>./genie test</c> was asked for.</summary>
internal sealed record RunOptions
{
    public const string Help = """
        usage: ./genie test [NAME...] [--list] [--install] [--filter EXPRESSION] [--parallel N] [--results DIR]
                            [--timeout MINUTES] [--coverage]
          NAME        only test projects whose name contains it
          --list      only names the test projects
          --install   first installs the Debian packages that the tests need (as root)
          --filter    passed to dotnet test
          --parallel  test projects at once; default 1, because each may start servers
          --results   where the TRX files go; default TestResults
          --timeout   minutes after which a test project is ended and counts as failed, and after a third of which one in which
                      no test begins or ends is; default 15
          --coverage  also says, a library, what part of its lines these tests reach
        """;

    /// <summary>The checkout.</summary>
    public required string RepositoryRoot { get; init; }

    /// <summary>Parts of names of test projects; none means all.</summary>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>Only name the test projects.</summary>
    public bool List { get; init; }

    /// <summary>Install what the tests need.</summary>
    public bool Install { get; init; }

    /// <summary>Measure which lines of the libraries are reached.</summary>
    public bool Coverage { get; init; }

    /// <summary>A filter expression, or null.</summary>
    public string? Filter { get; init; }

    /// <summary>Test projects at once.</summary>
    public int Parallel { get; init; } = 1;

    /// <summary>Where the TRX files go.</summary>
    public required string ResultsFolder { get; init; }

    /// <summary>How long one test project may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(15);

    /// <summary>How long a test project may go without a test that begins or ends.</summary>
    public TimeSpan TestTimeout => Timeout / 3;

    /// <summary>Reads the command line.</summary>
    /// <exception cref="FormatException">An option is unknown or its value cannot be read.</exception>
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
                "--coverage" => options with { Coverage = true },
                "--filter" => options with { Filter = Value(argument, rest) },
                "--parallel" => options with { Parallel = Number(argument, Value(argument, rest)) },
                "--results" => options with { ResultsFolder = Path.GetFullPath(Value(argument, rest)) },
                "--timeout" => options with { Timeout = TimeSpan.FromMinutes(Number(argument, Value(argument, rest))) },
                _ when argument.StartsWith('-') => throw new FormatException($"unknown option '{argument}'"),
                _ => options with { Names = [.. options.Names, argument] },
            };
        }

        return options;
    }

    private static string Value(string option, Queue<string> rest) =>
        rest.TryDequeue(out var value) ? value : throw new FormatException($"{option} needs a value");

    private static int Number(string option, string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number : throw new FormatException($"{option} needs a number above zero, not '{text}'");
}
