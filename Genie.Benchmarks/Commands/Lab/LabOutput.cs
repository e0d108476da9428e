using Genie.Brokers.Conformance.Laboratory;
using Genie.Brokers.Drivers;

namespace Genie.Benchmarks.Commands.Lab;

/// <summary>Writes what the laboratory showed: a table within 80 columns, or JSON objects, a line each; or both.</summary>
/// <param name="output">Where the table goes, or the objects where no file is named.</param>
/// <param name="asJson">True for objects.</param>
/// <param name="file">Where they go instead; the table is printed then.</param>
internal sealed class LabOutput(TextWriter output, bool asJson, string? file) : IAsyncDisposable
{
    private const int Columns = 80;
    private const string Indent = "    ";

    private readonly StreamWriter? _file = file is null or "-" ? null : new StreamWriter(file) { AutoFlush = true };
    private readonly List<LabResult> _notApplicable = [];
    private readonly List<LabRow> _rows = [];

    /// <summary>All checks that were run.</summary>
    public IReadOnlyList<LabRow> Rows => _rows;

    private bool ShowsTable => !asJson || _file is not null;

    /// <summary>The head of a driver's table.</summary>
    public async Task BeginAsync(IBrokerDriver driver, string server)
    {
        if (!ShowsTable) return;
        await WrapAsync("", $"{driver.Broker}, {driver.Client} ({driver.ClientVersion}), {server}").ConfigureAwait(false);
        await output.WriteLineAsync($"  {"check",-22} {"held",-5} {"recover",8} {"lost",6} {"doubled",8} {"late",5} {"conn/s",7} {"leaked",9}").ConfigureAwait(false);
    }

    /// <summary>A check's line, with what was not as it must be.</summary>
    public async Task EndAsync(IBrokerDriver driver, LabResult result)
    {
        if (result.NotApplicable.Length > 0)
        {
            _notApplicable.Add(result);
            return;
        }

        var row = LabRow.Of(driver, result);
        _rows.Add(row);
        if (asJson) await (_file ?? output).WriteLineAsync(row.ToJson()).ConfigureAwait(false);
        if (!ShowsTable) return;
        await output.WriteLineAsync(Line(driver, result)).ConfigureAwait(false);
        foreach (var failure in result.Failures) await WrapAsync(Indent, failure.Printable().ReplaceLineEndings(" ")).ConfigureAwait(false);
    }

    /// <summary>The end of a driver's table.</summary>
    public async Task EndAsync(IBrokerDriver driver)
    {
        foreach (var reason in _notApplicable.GroupBy(result => result.NotApplicable))
        {
            if (ShowsTable) await WrapAsync(Indent, $"not applicable: {string.Join(", ", reason.Select(result => result.Check.Name))} ({reason.Key})").ConfigureAwait(false);
        }

        _notApplicable.Clear();
    }

    /// <summary>A driver that could not be tried.</summary>
    public static Task LeaveOutAsync(IBrokerDriver driver, string why, TextWriter error) => error.WriteLineAsync($"{driver.Broker}, {driver.Client}: {why.Printable()}");

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _file?.DisposeAsync() ?? ValueTask.CompletedTask;

    // What is marked in brackets is recorded and does not decide.
    private static string Line(IBrokerDriver driver, LabResult result)
    {
        var held = result.Held ? "yes" : LabRules.FailuresThatCount(driver, result).Count > 0 ? "NO" : "(no)";
        return FormattableString.Invariant(
            $"  {result.Check.Name,-22} {held,-5} {result.RecoverMilliseconds / 1000.0,6:0.00} s {result.Lost,6} {result.Doubled,8} {result.LateCallers,5} {result.ConnectionsPerSecond,7:0.0} {result.LeakedBytes / 1024,5} KiB");
    }

    private async Task WrapAsync(string indent, string text)
    {
        var line = indent;
        foreach (var word in text.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line.Length > indent.Length && line.Length + word.Length >= Columns)
            {
                await output.WriteLineAsync(line.TrimEnd()).ConfigureAwait(false);
                line = indent;
            }

            line += word + " ";
        }

        await output.WriteLineAsync(line.TrimEnd()).ConfigureAwait(false);
    }
}
