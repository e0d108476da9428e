using System.CommandLine;

namespace Genie.Benchmarks.Commands.Watch;

/// <summary><c>genie watch [FILE]</c>: the report of a measurement that is under way, as a page that follows it.</summary>
internal sealed class WatchCommand
{
    private const string UsualUrl = "http://127.0.0.1:5081";

    private readonly Argument<string> _file = new("FILE") { Description = "What 'genie bench' writes, in the folder that its --out names", DefaultValueFactory = _ => "results.json" };
    private readonly Option<string> _url = new("--url") { Description = "Where to listen; port 0 takes a free one", HelpName = "URL", DefaultValueFactory = static _ => UsualUrl };

    private WatchCommand()
    {
    }

    /// <summary>The command.</summary>
    public static Command Create()
    {
        var watch = new WatchCommand();
        var command = new Command("watch") { watch._file, watch._url };
        command.SetAction(watch.RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellationToken)
    {
        var (file, url) = (Path.GetFullPath(parsed.GetValue(_file)!), parsed.GetValue(_url)!);
        PageUrl.Check(url, UsualUrl);
        if (Directory.Exists(file)) throw new BadArgumentException($"{file} is a folder; name the file in it: {Path.Combine(file, "results.json")}.");
        await using var server = await WatchServer.StartAsync(file, url, cancellationToken).ConfigureAwait(false);
        var output = parsed.InvocationConfiguration.Output;
        if (!File.Exists(file)) await output.WriteLineAsync($"{file} is not there yet; the page shows it when 'genie bench' writes it.".AsMemory(), cancellationToken).ConfigureAwait(false);
        await output.WriteLineAsync($"The page: {server.Address}; Ctrl-C ends.".AsMemory(), cancellationToken).ConfigureAwait(false);
        await Task.Delay(Timeout.Infinite, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return ExitCode.Success;
    }
}
