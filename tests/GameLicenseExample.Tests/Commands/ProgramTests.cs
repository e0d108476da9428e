using Genie.Diagnostics.Live;
using Genie.Genuine.Identities;
using Genie.Servers;
using Genie.Testing;

namespace GameLicenseExample.Tests.Commands;

/// <summary>The program: its servers and those whom they are to outlive in real processes, and each of its exit codes once.</summary>
public sealed class ProgramTests : IDisposable
{
    private const string Philadelphia = "39.9956,-75.1145";
    private const string Pentagon = "38.870945,-77.055252";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Demo_in_Philadelphia_is_accepted_and_plays_the_seeds_game_again_and_again()
    {
        var first = await RunProcessAsync("demo", "--at", Philadelphia, "--script", "--seed", "7");
        Assert.Equal("", first.Error);
        Assert.Equal(0, first.ExitCode);
        Assert.Equal("accepted Philadelphia, Pennsylvania, United States of America (county 42101)", first.Lines[0]);
        Assert.Equal(1 + 20 + 1, first.Lines.Length);

        // The second run finds keys and events of the first.
        var second = await RunAsync("demo", "--at", Philadelphia, "--script", "--seed", "7");
        Assert.Equal(first.Lines, second.Lines);
    }

    [Fact]
    public async Task Demo_at_the_Pentagon_is_denied()
    {
        var (exitCode, lines, error) = await RunProcessAsync("demo", "--at", Pentagon, "--script", "--seed", "7");
        Assert.Equal("", error);
        Assert.Equal(4, exitCode);
        Assert.StartsWith("denied Arlington, Virginia, United States of America (county 51013)", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Local_plays_in_one_process_and_rules_stay_on_record()
    {
        Assert.Equal(4, (await RunAsync("--local", "--at", Pentagon, "--script")).ExitCode);
        Assert.Equal(0, (await RunAsync("--local", "--at", Pentagon, "--script", "--plays", "1", "--grant", "state:US-VA")).ExitCode);
        var (exitCode, lines, _) = await RunAsync("--local", "--at", Pentagon, "--script", "--plays", "1");
        Assert.Equal(0, exitCode);
        Assert.Equal("accepted Virginia, United States of America (state US-VA)", lines[0]);
        Assert.Equal(4, (await RunAsync("--local", "--at", Philadelphia, "--script", "--deny", "country:US")).ExitCode);
    }

    [Fact]
    public async Task A_server_of_its_own_is_asked_by_its_key_and_ends_with_its_input()
    {
        var url = $"tcp://127.0.0.1:{Ports.PickFree()}";
        using var server = GameProcess.Start("serve", "--controlled", "--folder", Path.Combine(_folder.Path, "server"), "--url", url);
        var key = (await server.ReadLineAsync())!.Split(' ')[1];
        var played = await RunAsync("--server", key, "--url", url, "--at", Philadelphia, "--script", "--plays", "3");
        Assert.Equal(0, played.ExitCode);
        Assert.Equal(5, played.Lines.Length);
        server.CloseInput();
        Assert.Equal(0, await server.ExitAsync());
    }

    [Fact]
    public async Task A_licence_that_is_revoked_from_outside_ends_the_game()
    {
        var url = $"tcp://127.0.0.1:{Ports.PickFree()}";
        using var server = GameProcess.Start("serve", "--controlled", "--folder", _folder.Path, "--url", url);
        var key = (await server.ReadLineAsync())!.Split(' ')[1];
        using var game = GameProcess.Start("--server", key, "--url", url, "--at", Philadelphia, "--script", "--plays", "2000000000", "--credits", "1000000000", "--folder", _folder.Path);
        Assert.StartsWith("accepted", await game.ReadLineAsync(), StringComparison.Ordinal);

        var revoking = RunAsync("revoke", "--reason", "reported stolen");
        var last = new Queue<string>();
        while (await game.ReadLineAsync() is { } line)
        {
            last.Enqueue(line);
            if (last.Count > 2) last.Dequeue();
        }

        Assert.Equal(0, (await revoking).ExitCode);
        Assert.Matches("^ended .*the licence was revoked: reported stolen", last.Dequeue());
        Assert.Equal(4, await game.ExitAsync());
        await ExpectNotInForceAsync("the licence was revoked: reported stolen");
        var again = await RunAsync("revoke");
        Assert.Equal(4, again.ExitCode);
        Assert.StartsWith("not in force", Assert.Single(again.Lines), StringComparison.Ordinal);
        await ExpectListedAsync(key);
        server.CloseInput();
        Assert.Equal(0, await server.ExitAsync());
        Assert.Contains("No licence server runs", (await RunAsync("revoke")).Error, StringComparison.Ordinal);
    }

    // Elsewhere, where the server's events are not, its signed list says what was taken back.
    private async Task ExpectListedAsync(string key)
    {
        using var elsewhere = new TemporaryFolder();
        var list = Path.Combine(elsewhere.Path, "revoked");
        var (exitCode, lines, error) = await RunAsync("revocations", list);
        Assert.Equal((0, ""), (exitCode, error));
        Assert.StartsWith("1 revoked, number ", Assert.Single(lines), StringComparison.Ordinal);
        foreach (var name in new[] { "machine.key", "machine.licence" }) File.Copy(Path.Combine(_folder.Path, name), Path.Combine(elsewhere.Path, name));
        string[] check = ["licence", "--folder", elsewhere.Path, "--server", key];
        Assert.Equal(0, (await GameRun.RunAsync(check)).ExitCode);
        (exitCode, lines, _) = await GameRun.RunAsync([.. check, "--revocations", list]);
        Assert.Equal(4, exitCode);
        Assert.Matches("^not in force: it was revoked at .*: reported stolen$", Assert.Single(lines));
        foreach (var wrong in new[] { Path.Combine(elsewhere.Path, "machine.licence"), "missing" })
            Assert.Equal(2, (await GameRun.RunAsync([.. check, "--revocations", wrong])).ExitCode);
    }

    [Fact]
    public async Task A_server_that_is_not_there_is_told_in_words()
    {
        using var nobody = IdentityKeyPair.Generate();
        var url = $"tcp://127.0.0.1:{Ports.PickFree()}";
        var (exitCode, _, error) = await RunProcessAsync("--server", nobody.Public.ToString(), "--url", url, "--at", Philadelphia, "--script");
        Assert.Equal(1, exitCode);
        Assert.StartsWith("The game's server does not answer.", error, StringComparison.Ordinal);
        Assert.DoesNotContain("zeromq", error, StringComparison.OrdinalIgnoreCase);

        // As a server leaves it that was killed.
        await File.WriteAllTextAsync(Path.Combine(_folder.Path, "server.address"), $"{nobody.Public} zeromq {url}");
        (exitCode, _, error) = await RunAsync("revoke");
        Assert.Equal(1, exitCode);
        Assert.StartsWith("The game's server does not answer.", error, StringComparison.Ordinal);
    }

    [SkippableTheory]
    [InlineData("demo")]
    [InlineData("serve")]
    public async Task A_folder_in_which_nothing_can_be_kept_is_told_in_words(string command)
    {
        Skip.IfNot(OperatingSystem.IsLinux(), "/proc is Linux's");
        var (exitCode, _, error) = await GameProcess.RunAsync(command, "--folder", "/proc/x");
        Assert.Equal(2, exitCode);
        Assert.StartsWith("--folder /proc/x: no files can be kept there.", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_licence_that_a_machine_carries_is_checked_without_a_server()
    {
        using var other = IdentityKeyPair.Generate();
        Assert.Equal(0, (await RunAsync("demo", "--at", Philadelphia, "--script", "--plays", "1")).ExitCode);
        var held = await RunAsync("licence", "--at", Philadelphia);
        Assert.Equal((0, ""), (held.ExitCode, held.Error));
        Assert.Matches("^in force until .*Z: Philadelphia, Pennsylvania, United States of America \\(county 42101\\)$", Assert.Single(held.Lines));
        await ExpectNotInForceAsync("it is for Philadelphia, Pennsylvania, United States of America \\(county 42101\\), and the machine stands in Arlington", "--at", Pentagon);
        await ExpectNotInForceAsync("it is not by this server, or was changed", "--server", other.Public.ToString());

        // What is changed, or no licence at all, is told from one that holds.
        var path = Path.Combine(_folder.Path, "machine.licence");
        var licence = await File.ReadAllTextAsync(path);
        await File.WriteAllTextAsync(path, licence.Replace(licence[100], licence[100] == 'A' ? 'B' : 'A'));
        await ExpectNotInForceAsync("it is not by this server, or was changed");
        await File.WriteAllTextAsync(path, "no licence");
        await ExpectNotInForceAsync("it is not by this server, or was changed");

        // Another machine cannot show it as its own.
        await File.WriteAllTextAsync(path, licence);
        File.Delete(Path.Combine(_folder.Path, "machine.key"));
        Assert.Equal(4, (await RunAsync("demo", "--at", Pentagon, "--script")).ExitCode);
        await ExpectNotInForceAsync("the machine carries none");
        await File.WriteAllTextAsync(path, licence);
        await ExpectNotInForceAsync("it is another machine's");
    }

    private async Task ExpectNotInForceAsync(string why, params string[] arguments)
    {
        var (exitCode, lines, error) = await RunAsync(["licence", .. arguments]);
        Assert.Equal((4, ""), (exitCode, error));
        Assert.Matches($"^not in force: {why}", Assert.Single(lines));
    }

    [Fact]
    public async Task A_server_with_a_page_shows_the_regions_in_which_it_grants()
    {
        using var server = GameProcess.Start("serve", "--controlled", "--folder", _folder.Path, "--url", $"tcp://127.0.0.1:{Ports.PickFree()}", "--page", "0");
        var page = new Uri((await server.ReadLineAsync())!.Split(' ')[2]);
        Assert.Equal("127.0.0.1", page.Host);
        using var http = new HttpClient();
        Assert.Contains("<canvas", await http.GetStringAsync(page), StringComparison.Ordinal);
        using var events = new StreamReader(await http.GetStreamAsync(new Uri(page, GenieLive.EventsPath)));
        Assert.Equal("event: region", await events.ReadLineAsync());
        Assert.StartsWith("data: {\"name\":\"grant/county-42101\",\"rings\":[[-7", await events.ReadLineAsync(), StringComparison.Ordinal);
        server.CloseInput();
        Assert.Equal(0, await server.ExitAsync());
    }

    [Fact]
    public async Task A_demo_tells_where_its_page_is()
    {
        var (exitCode, lines, error) = await RunAsync("demo", "--at", Philadelphia, "--script", "--plays", "1", "--page", "0");
        Assert.Equal("", error);
        Assert.Equal(0, exitCode);
        Assert.StartsWith("The live page: http://127.0.0.1:", lines[0], StringComparison.Ordinal);
        Assert.Matches("^The game server: http://127.0.0.1:[0-9]+/features#[0-9a-f]{64}$", lines[1]);
        Assert.StartsWith("accepted Philadelphia", lines[2], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("is no port", "--local", "--page", "65536")]
    [InlineData("--at is no place", "--local", "--at", "nowhere")]
    [InlineData("--server KEY", "--script")]
    [InlineData("--server KEY", "licence")]
    [InlineData("is no place", "licence", "--at", "nowhere")]
    [InlineData("no key", "revoke", "--machine", "12")]
    [InlineData("--machine KEY", "revoke")]
    [InlineData("no key", "--server", "12", "--script")]
    [InlineData("at most 100", "--local", "--risk", "101")]
    [InlineData("at least 1", "--local", "--plays", "0")]
    [InlineData("0 to 0.95", "--local", "--hold", "1")]
    [InlineData("no region", "--local", "--grant", "Philadelphia")]
    [InlineData("--sead", "--local", "--sead", "7")]
    public async Task Arguments_that_make_no_sense_are_told(string told, params string[] arguments)
    {
        var (exitCode, lines, error) = await RunAsync(arguments);
        Assert.Equal(2, exitCode);
        Assert.Empty(lines);
        Assert.Contains(told.Split(' ')[^1], error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    private Task<(int ExitCode, string[] Lines, string Error)> RunProcessAsync(params string[] arguments) => GameProcess.RunAsync([.. arguments, "--folder", _folder.Path]);

    private Task<(int ExitCode, string[] Lines, string Error)> RunAsync(params string[] arguments) => GameRun.RunAsync([.. arguments, "--folder", _folder.Path]);
}
