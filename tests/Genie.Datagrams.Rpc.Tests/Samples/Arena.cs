using System.Collections.Concurrent;

namespace Genie.Datagrams.Rpc.Tests.Samples;

/// <summary>Keeps what is called, and does what a test wants.</summary>
internal sealed class Arena(RpcConnection? caller = null) : IArena
{
    public RpcConnection? Caller { get; } = caller;

    public ConcurrentQueue<string> Calls { get; } = new();

    public ConcurrentQueue<int> Numbers { get; } = new();

    public ConcurrentDictionary<int, int> Shots { get; } = new();

    /// <summary>What <see cref="Shoot"/> does.</summary>
    public Func<Shot, CancellationToken, ValueTask<long>> OnShoot { get; set; } = static (shot, _) => ValueTask.FromResult<long>(shot.Target * 2);

    public Func<ValueTask> OnCount { get; set; } = static () => default;

    public Func<string?, CancellationToken, ValueTask<string?>> OnEcho { get; set; } = static (text, _) => ValueTask.FromResult(text);

    public void Move(Position position) => Calls.Enqueue($"move {position.X} {position.Y}");

    public void Look(int player, float angle) => Calls.Enqueue($"look {player} {angle}");

    public void Tell(string text, Medal medal) => Calls.Enqueue($"tell {text} {medal}");

    public ValueTask Count(int number)
    {
        Numbers.Enqueue(number);
        return OnCount();
    }

    public void Jump()
    {
        Calls.Enqueue("jump");
        if (Calls.Count > 1_000_000) throw new InvalidOperationException("too high");
    }

    public ValueTask<long> Shoot(Shot shot, CancellationToken cancellationToken)
    {
        Shots.AddOrUpdate(shot.Target, 1, static (_, count) => count + 1);
        return OnShoot(shot, cancellationToken);
    }

    public ValueTask<int[]> Scores(IReadOnlyList<int> players) => ValueTask.FromResult(players.Select(player => player * 10).ToArray());

    public ValueTask<string?> Echo(string? text, CancellationToken cancellationToken) => OnEcho(text, cancellationToken);

    public ValueTask<Guid> Session(Guid id, Medal @class) => ValueTask.FromResult(@class == Medal.Gold ? id : Guid.Empty);

    public ValueTask<bool> Check(Version version) => ValueTask.FromResult(version.Major > 1);

    public ValueTask<Shot> Last() => ValueTask.FromResult(new Shot(5, new Position(1, 2), null));
}

/// <summary>A client's side of the callbacks.</summary>
internal sealed class PlayerEvents : IPlayerEvents
{
    public ConcurrentQueue<(int By, byte Damage)> Hits { get; } = new();

    public void Hit(int by, byte damage) => Hits.Enqueue((by, damage));

    public ValueTask<int> Ask(string question, CancellationToken cancellationToken) => ValueTask.FromResult(question.Length);
}
