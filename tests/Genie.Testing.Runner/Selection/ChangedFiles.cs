using System.Diagnostics;

namespace Genie.Testing.Runner.Selection;

/// <summary>What git says has changed.</summary>
internal static class ChangedFiles
{
    /// <summary>Files that differ between a revision and the working tree, those that git does not know yet too; paths from the root of the checkout.</summary>
    /// <exception cref="FormatException">Git does not know the revision, or there is no git.</exception>
    public static async Task<IReadOnlyList<string>> SinceAsync(string repositoryRoot, string revision, CancellationToken cancellationToken) =>
    [
        .. await GitAsync(repositoryRoot, ["diff", "--name-only", "--no-renames", revision, "--"], cancellationToken).ConfigureAwait(false),
        .. await GitAsync(repositoryRoot, ["ls-files", "--others", "--exclude-standard"], cancellationToken).ConfigureAwait(false),
    ];

    private static async Task<string[]> GitAsync(string repositoryRoot, string[] arguments, CancellationToken cancellationToken)
    {
        try
        {
            using var git = Process.Start(new ProcessStartInfo("git", ["-c", "core.quotePath=false", .. arguments]) { WorkingDirectory = repositoryRoot, RedirectStandardOutput = true, RedirectStandardError = true })!;
            var error = git.StandardError.ReadToEndAsync(cancellationToken);
            var output = await git.StandardOutput.ReadToEndAsync(cancellationToken).ConfigureAwait(false);
            await git.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
            if (git.ExitCode != 0) throw new FormatException($"what changed is not known: {(await error.ConfigureAwait(false)).Trim()}");
            return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            throw new FormatException($"what changed is not known: git cannot be started ({missing.Message})", missing);
        }
    }
}
