using System.ComponentModel;
using System.Diagnostics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.History;

/// <summary>Asks Git about the checkout that a folder is in.</summary>
internal static class GitCheckout
{
    private const string Detached = "HEAD";

    /// <summary>Its state, or null: no checkout, no commit yet, or no Git.</summary>
    public static SourceFacts? Read(string folder)
    {
        if (Run(folder, "rev-parse", "--verify", "--quiet", "HEAD") is not { } commit) return null;
        var branch = Run(folder, "rev-parse", "--abbrev-ref", "HEAD");
        var changes = Run(folder, "status", "--porcelain", "--untracked-files=no");
        return new SourceFacts { Commit = commit, Branch = branch is null or Detached ? "" : branch, Modified = changes is { Length: > 0 } };
    }

    /// <summary>The commits of a branch, or of what else names one, the newest first; null where there is none of that name.</summary>
    public static IReadOnlyList<string>? CommitsOf(string folder, string branch) =>
        Run(folder, "rev-list", "--end-of-options", branch)?.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string? Run(string folder, params string[] arguments)
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["-C", folder, .. arguments]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
            git.ErrorDataReceived += (_, _) => { };
            git.BeginErrorReadLine();
            var output = git.StandardOutput.ReadToEnd();
            git.WaitForExit();
            return git.ExitCode == 0 ? output.Trim() : null;
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}
