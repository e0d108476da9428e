using Genie.Extensions.Genius.Streams.Geofences;
using Genie.Extensions.Genius.Streams.Patterns;
using Genie.Extensions.Genius.Streams.Windows;

namespace Genie.Extensions.Genius.Hosting;

/// <summary>What an event did.</summary>
/// <param name="Rules">The rules that it matched when it first came.</param>
/// <param name="Windows">What it changed in windows: the definition's name, the key, the answer.</param>
/// <param name="Fences">What it changed at fences: the definition's name, the answer.</param>
/// <param name="IsRepeat">True if it had been kept before: it changed nothing that it had not changed then.</param>
public sealed record GeniusAnswer(
    IReadOnlyList<string> Rules, IReadOnlyList<(string Name, string Key, WindowAnswer Answer)> Windows, IReadOnlyList<(string Name, FenceAnswer Answer)> Fences, bool IsRepeat)
{
    /// <summary>What it led to in sequences: the definition's name, the key, the answer.</summary>
    public IReadOnlyList<(string Name, string Key, PatternAnswer Answer)> Patterns { get; init; } = [];
}
