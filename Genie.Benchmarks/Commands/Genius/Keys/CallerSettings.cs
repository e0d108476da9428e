using Genie.Extensions.Genius.AspNetCore.Callers;

namespace Genie.Benchmarks.Commands.Genius.Keys;

/// <summary>What settings say of a caller.</summary>
internal abstract class CallerSettings
{
    /// <summary>Whose it is.</summary>
    public string Name { get; set; } = "";

    /// <summary>What it opens: <see cref="ApiScope.All"/>.</summary>
    public IList<string> Scopes { get; set; } = [];

    /// <summary>Which keys' events it may send and see, as <see cref="NamePatterns"/> has them; null: all.</summary>
    public IList<string>? Keys { get; set; }

    /// <summary>As which consumers it may poll, likewise; null: all.</summary>
    public IList<string>? Consumers { get; set; }

    /// <summary>How many events a second it may bring; 0: any number.</summary>
    public int EventsPerSecond { get; set; }

    /// <summary>What it is limited to.</summary>
    public CallerAccess ToAccess() => new() { Keys = Keys is null ? null : new NamePatterns(Keys), Consumers = Consumers is null ? null : new NamePatterns(Consumers) };

    /// <summary>Checks what all have.</summary>
    /// <exception cref="BadArgumentException">A setting makes no sense.</exception>
    public void Check()
    {
        if (Scopes.FirstOrDefault(scope => !ApiScope.All.Contains(scope)) is { } unknown) throw new BadArgumentException($"Scopes: '{unknown}' of '{Name}' is no scope; there are {string.Join(", ", ApiScope.All)}.");
        if (EventsPerSecond < 0) throw new BadArgumentException("EventsPerSecond is at least 0, which is any number.");
        Check(nameof(Keys), Keys);
        Check(nameof(Consumers), Consumers);
    }

    private void Check(string setting, IList<string>? patterns)
    {
        if (patterns is null) return;
        if (patterns.Any(string.IsNullOrEmpty)) throw new BadArgumentException($"{setting} of '{Name}': an empty name means nothing; leave the setting away for all.");
        if (patterns.FirstOrDefault(static each => each.IndexOf('*', StringComparison.Ordinal) is >= 0 and var star && star < each.Length - 1) is { } wrong)
            throw new BadArgumentException($"{setting} of '{Name}': '{wrong}' has a * that is not its end; 'truck-*' means names that begin with 'truck-'.");
    }
}
