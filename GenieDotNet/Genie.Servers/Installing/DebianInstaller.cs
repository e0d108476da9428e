namespace Genie.Servers.Installing;

/// <summary>Installs Debian packages that are missing, all by one call of apt-get.</summary>
/// <param name="place">Where.</param>
/// <param name="say">Takes lines about how far it is.</param>
internal sealed class DebianInstaller(AptPlace place, Action<string> say)
{
    /// <inheritdoc cref="DebianPackages.InstallAsync"/>
    public async Task<InstallOutcome> InstallAsync(IReadOnlyCollection<string> names, CancellationToken cancellationToken)
    {
        var missing = await FindMissingAsync(names, cancellationToken).ConfigureAwait(false);
        if (missing.Count == 0) return InstallOutcome.Nothing;
        if (place.AptGet is not { } program) return Refuse(missing, "only Debian packages can be installed, and there is no apt-get here");
        if (!place.IsPrivileged) return Refuse(missing, $"installing needs root: sudo apt-get install {string.Join(' ', missing.Select(place.SourceOf))}");
        using var held = await FileLock.AcquireAsync(place.LockFile, cancellationToken).ConfigureAwait(false);

        // Another genie may have installed them meanwhile.
        missing = await FindMissingAsync(names, cancellationToken).ConfigureAwait(false);
        if (missing.Count == 0) return InstallOutcome.Nothing;
        using var policy = ServicePolicy.Deny(place.PolicyFile);
        say($"installing {string.Join(", ", missing)}");
        var failures = await InstallMissingAsync(new AptGet(place, program, say), missing, cancellationToken).ConfigureAwait(false);
        return new InstallOutcome([.. missing.Except(failures.Keys)], failures);
    }

    private async Task<IReadOnlyDictionary<string, string>> InstallMissingAsync(AptGet apt, IReadOnlyList<string> missing, CancellationToken cancellationToken)
    {
        // Old lists may still do, as without a network where the packages are in the cache.
        var stale = await apt.UpdateAsync(cancellationToken).ConfigureAwait(false);
        var failure = await apt.InstallAsync(missing.Select(place.SourceOf), holdBackUnfetched: false, cancellationToken).ConfigureAwait(false);
        var left = await FindMissingAsync(missing, cancellationToken).ConfigureAwait(false);
        Dictionary<string, string> failures = [];
        if (left.Count > 0 && failure is { IsLocked: false })
        {
            foreach (var name in left)
            {
                if (await apt.FindObstacleAsync(place.SourceOf(name), cancellationToken).ConfigureAwait(false) is { } obstacle) failures[name] = Unobtainable(name, obstacle, stale);
            }

            if (left.Except(failures.Keys).ToArray() is { Length: > 0 } others)
            {
                say($"apt-get failed; installing {string.Join(", ", others)} without the rest");
                failure = await apt.InstallAsync(others.Select(place.SourceOf), holdBackUnfetched: true, cancellationToken).ConfigureAwait(false) ?? failure;
                left = await FindMissingAsync(missing, cancellationToken).ConfigureAwait(false);
            }
        }

        foreach (var name in left) failures.TryAdd(name, Failed(left, failure));
        return failures;
    }

    private async Task<IReadOnlyList<string>> FindMissingAsync(IReadOnlyCollection<string> names, CancellationToken cancellationToken)
    {
        if (names.Count == 0 || Executables.Find("dpkg-query") is not { } query) return [.. names];
        using var process = place.Start(query, ["--show", "--showformat=${Package} ${db:Status-Status}\n", .. names]);
        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);

        // It complains about names that it does not know, which are missing.
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        await errors.ConfigureAwait(false);
        var installed = (await output.ConfigureAwait(false)).Split('\n').ToHashSet();
        return [.. names.Where(name => !installed.Contains($"{name} installed"))];
    }

    private static InstallOutcome Refuse(IReadOnlyList<string> missing, string reason) => new([], missing.ToDictionary(name => name, _ => reason));

    private static string Unobtainable(string name, string obstacle, string? stale) =>
        $"the Debian package {name} cannot be had from this machine's package sources: {obstacle}"
        + (stale is null ? $"\nLook at 'apt-cache policy {name}' and /etc/apt/sources.list." : $"\nThe package lists could not be read anew: {stale}\nTry 'apt-get update'.");

    private string Failed(IReadOnlyList<string> left, AptFailure? failure)
    {
        var remedy = $"apt-get install {string.Join(' ', left.Select(place.SourceOf))}";
        return failure is { IsLocked: true }
            ? $"{(failure.LockHolder.Length > 0 ? failure.LockHolder : "another program")} had dpkg's lock for {place.LockTimeout.TotalSeconds:0} s. When it has ended: {remedy}"
            : $"apt-get could not install {string.Join(", ", left)}: {failure?.Errors}\nTry it by itself: {remedy}";
    }
}
