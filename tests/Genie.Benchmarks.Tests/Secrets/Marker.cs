namespace Genie.Benchmarks.Tests.Secrets;

/// <summary>Stands for a password: what is written or shown must not have it.</summary>
internal static class Marker
{
    public const string Text = "hunter2secret";

    public static void AssertNotIn(string? shown, string where)
    {
        var found = shown?.IndexOf(Text, StringComparison.OrdinalIgnoreCase) ?? -1;
        Assert.True(found < 0, $"{where} has the secret: ...{shown?[Math.Max(0, found - 120)..Math.Min(shown.Length, Math.Max(0, found) + 60)]}");
    }
}
