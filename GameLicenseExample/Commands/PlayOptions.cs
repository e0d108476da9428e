using System.CommandLine;
using GameLicenseExample.Game;
using GameLicenseExample.Playing;

namespace GameLicenseExample.Commands;

/// <summary>The options of playing, alike wherever it is played.</summary>
internal sealed class PlayOptions
{
    private readonly Option<string?> _at = new("--at") { Description = "Where the machine stands: degrees, as in 39.9956,-75.1145 (Philadelphia). Asked for where it is not given.", HelpName = "LAT,LON" };
    private readonly Option<bool> _script = new("--script") { Description = "Asks nothing: stakes --risk on --plays plays and leaves. So it is also where there is no terminal." };
    private readonly Option<ulong?> _seed = new("--seed") { Description = "Takes the game's luck from this number: the same game every time. Default: cryptographic random numbers.", HelpName = "N" };
    private readonly Option<long> _credits = new("--credits") { Description = "Credits to begin with", DefaultValueFactory = _ => 100 };
    private readonly Option<int> _risk = new("--risk") { Description = $"Credits to stake on a play, 1 to {SlotGame.RiskMax}", DefaultValueFactory = _ => 1 };
    private readonly Option<int> _plays = new("--plays") { Description = "Plays of a script", DefaultValueFactory = _ => 20 };
    private readonly Option<double> _hold = new("--hold") { Description = $"What the house holds of what is staked, 0 to {PayTable.HoldRateMax}", DefaultValueFactory = _ => PayTable.DefaultHoldRate };
    private readonly Option<int> _wait = new("--wait") { Description = "How long the game waits for its server when that goes away, in seconds", HelpName = "SECONDS", DefaultValueFactory = _ => (int)ServerOutage.DefaultLimit.TotalSeconds };
    private readonly Option<string> _folder = new("--folder") { Description = "Where keys and events are kept", HelpName = "DIR", DefaultValueFactory = _ => GameArguments.DefaultFolder };

    /// <summary>Adds them to a command.</summary>
    public void AddTo(Command command)
    {
        foreach (var option in new Option[] { _at, _script, _seed, _credits, _risk, _plays, _hold, _wait, _folder }) command.Add(option);
    }

    /// <summary>What was asked for.</summary>
    /// <exception cref="GameArgumentException">A value makes no sense.</exception>
    public GamePlan Read(ParseResult parsed)
    {
        var hold = parsed.GetValue(_hold);
        if (!(hold >= 0 && hold <= PayTable.HoldRateMax)) throw new GameArgumentException($"--hold {hold} is no such part: 0 to {PayTable.HoldRateMax}, as in 0.08.");
        return new GamePlan
        {
            At = parsed.GetValue(_at) is { } at ? GameArguments.ReadPlace(at) : null,
            IsScripted = parsed.GetValue(_script) || Console.IsInputRedirected || Console.IsOutputRedirected,
            Seed = parsed.GetValue(_seed),
            Credits = AtLeastOne("--credits", parsed.GetValue(_credits)),
            Risk = (int)AtLeastOne("--risk", parsed.GetValue(_risk)) is var risk && risk <= SlotGame.RiskMax ? risk : throw new GameArgumentException($"--risk {risk} is too much: at most {SlotGame.RiskMax}."),
            Plays = (int)AtLeastOne("--plays", parsed.GetValue(_plays)),
            Wait = TimeSpan.FromSeconds(AtLeastOne("--wait", parsed.GetValue(_wait))),
            HoldRate = hold,
            Folder = GameArguments.ReadFolder(parsed.GetValue(_folder)!),
        };
    }

    private static long AtLeastOne(string name, long value) => value >= 1 ? value : throw new GameArgumentException($"{name} {value} is too little: at least 1.");
}
