using System.Diagnostics;

namespace Genie.Fuzzing.Tests;

/// <summary>What became of an input, as a text that is the same for inputs that went the same way: what it held, or where it was refused.</summary>
internal static class Outcome
{
    private const int FramesMax = 2;

    /// <summary>Of an input that was read.</summary>
    public static string Of(string held) => "read " + held;

    /// <summary>Of one that was refused: the exception's type, and the innermost places in the libraries' own code.</summary>
    public static string Of(Exception refusal)
    {
        var frames = new StackTrace(refusal, fNeedFileInfo: false).GetFrames()
            .Where(frame => DiagnosticMethodInfo.Create(frame)?.DeclaringAssemblyName.StartsWith("Genie.", StringComparison.Ordinal) == true)
            .Take(FramesMax).Select(frame => $"{DiagnosticMethodInfo.Create(frame)!.Name}:{frame.GetILOffset()}");
        return $"{refusal.GetType().Name} {string.Join(' ', frames)}";
    }
}
