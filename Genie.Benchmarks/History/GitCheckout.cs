using System.ComponentModel;
using System.Diagnostics;
using Genie.Benchmarks.Reporting.Model;

namespace Genie.Benchmarks.History;

/// <summary>Asks Git about the checkout that a folder is in.</summary>
internal static class GitCheckout
{
    private const string Commit = "# branch.oid ";
    private const string Branch = "# branch.head ";
    private const string Unborn = "(initial)";
    private const string Detached = "(detached)";

    /// <summary>Its state, or null: no checkout, no commit yet, or no Git. Source: git-status(1), "Porcelain Format Version 2".</summary>
    public static SourceFacts? Read(string folder)
    {
        if (Run(folder, "status", "--porcelain=v2", "--branch", "--untracked-files=no")?.Split('\n') is not { } lines) return null;
        if (HeaderOf(lines, Commit) is not { } commit || commit == Unborn) return null;
        var branch = HeaderOf(lines, Branch);
        return new SourceFacts { Commit = commit, Branch = branch is null or Detached ? "" : branch, Modified = lines.Any(line => !line.StartsWith('#')) };
    }

    /// <summary>The commits of a branch, or of what else names one, the newest first; null where there is none of that name.</summary>
    public static IReadOnlyList<string>? CommitsOf(string folder, string branch) =>
        Run(folder, "rev-list", "--end-of-options", branch)?.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static string? HeaderOf(string[] lines, string header) => lines.FirstOrDefault(line => line.StartsWith(header, StringComparison.Ordinal))?[header.Length..];

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
