using System.Collections.Concurrent;
using Genie.Servers.Finding;
using Genie.Servers.Installing;
using Genie.Servers.Tests.Finding;

namespace Genie.Servers.Tests.Installing;

/// <summary>With the real apt-get and dpkg, on a system in a folder: see <see cref="AptRoot"/>.</summary>
public sealed class DebianInstallerTests : IDisposable
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(60);

    private readonly AptRoot? _root = AptRoot.WhyUnavailable is null ? new AptRoot() : null;
    private readonly ConcurrentQueue<string> _said = new();

    private AptRoot Root
    {
        get
        {
            Skip.If(_root is null, AptRoot.WhyUnavailable);
            return _root;
        }
    }

    public void Dispose() => _root?.Dispose();

    [SkippableFact]
    public async Task What_is_missing_is_installed_by_one_run_and_then_none_is_needed()
    {
        await OfferAsync("nats-server", "redis-server", "mosquitto");
        var outcome = await InstallAsync("nats-server", "redis-server", "mosquitto");
        Assert.Equal(["nats-server", "redis-server", "mosquitto"], outcome.Installed);
        Assert.Empty(outcome.Failures);
        Assert.True(Root.Has("nats-server") && Root.Has("redis-server") && Root.Has("mosquitto"));
        Assert.Collection(
            Root.Runs,
            update => Assert.StartsWith("update ", update, StringComparison.Ordinal),
            install => Assert.EndsWith(" -o DPkg::Lock::Timeout=300 nats-server redis-server mosquitto", install, StringComparison.Ordinal));
        Assert.Contains("installing nats-server, redis-server, mosquitto", _said);
        Assert.Contains(_said, line => line.StartsWith("installing: 80 %", StringComparison.Ordinal));
        Assert.False(File.Exists(Root.Place.PolicyFile));

        Assert.Equal(InstallOutcome.Nothing, await InstallAsync("nats-server", "redis-server", "mosquitto"));
        Assert.Equal(2, Root.Runs.Count);
    }

    [SkippableFact]
    public async Task Another_program_that_installs_is_waited_for_by_that_one_run()
    {
        await OfferAsync("nats-server", "redis-server");
        var waits = new TaskCompletionSource();
        Task<InstallOutcome> installing;
        using (AptRoot.Hold(Root.DpkgLock))
        {
            installing = new DebianInstaller(Root.Place, line =>
            {
                if (line.Contains($"waiting for process {Environment.ProcessId} ", StringComparison.Ordinal)) waits.TrySetResult();
            }).InstallAsync(["nats-server", "redis-server"], CancellationToken.None);
            await waits.Task.WaitAsync(Timeout);
            Assert.False(Root.Has("nats-server"));
        }

        Assert.Empty((await installing.WaitAsync(Timeout)).Failures);
        Assert.True(Root.Has("nats-server") && Root.Has("redis-server"));
        Assert.Equal(["update", "install"], Commands());
    }

    [SkippableFact]
    public async Task Two_that_install_at_once_run_it_once()
    {
        await OfferAsync("nats-server", "redis-server");
        var outcomes = await Task.WhenAll(InstallAsync("nats-server", "redis-server"), InstallAsync("nats-server", "redis-server"));
        Assert.All(outcomes, outcome => Assert.Empty(outcome.Failures));
        Assert.Equal([0, 2], outcomes.Select(outcome => outcome.Installed.Count).Order());
        Assert.Equal(["update", "install"], Commands());
    }

    [SkippableFact]
    public async Task A_lock_that_is_never_given_back_names_its_holder_and_the_remedy()
    {
        await OfferAsync("nats-server");
        using var held = AptRoot.Hold(Root.DpkgLock);
        var outcome = await new DebianInstaller(Root.Place with { LockTimeout = TimeSpan.FromSeconds(1) }, _said.Enqueue).InstallAsync(["nats-server"], CancellationToken.None);
        var failure = Assert.Single(outcome.Failures);
        Assert.Equal("nats-server", failure.Key);
        Assert.Contains($"process {Environment.ProcessId} ", failure.Value, StringComparison.Ordinal);
        Assert.EndsWith("apt-get install nats-server", failure.Value, StringComparison.Ordinal);
        Assert.Equal(["update", "install"], Commands());
    }

    [SkippableFact]
    public async Task Another_program_that_reads_the_package_lists_is_waited_for()
    {
        await OfferAsync("nats-server");
        Task<InstallOutcome> installing;
        using (AptRoot.Hold(Root.ListsLock))
        {
            installing = InstallAsync("nats-server");
            using var timeout = new CancellationTokenSource(Timeout);
            while (!_said.Any(line => line.Contains($"waiting for process {Environment.ProcessId} ", StringComparison.Ordinal))) await Task.Delay(20, timeout.Token);
        }

        Assert.Empty((await installing.WaitAsync(Timeout)).Failures);
        Assert.Single(_said, line => line.StartsWith("waiting", StringComparison.Ordinal));
        Assert.Single(Commands(), command => command == "install");
    }

    [SkippableFact]
    public async Task A_package_that_no_source_has_costs_the_others_nothing()
    {
        await OfferAsync("nats-server", "redis-server");
        var outcome = await InstallAsync("nats-server", "activemq", "redis-server");
        Assert.Equal(["nats-server", "redis-server"], outcome.Installed);
        var failure = Assert.Single(outcome.Failures);
        Assert.Equal("activemq", failure.Key);
        Assert.Contains("Unable to locate package activemq", failure.Value, StringComparison.Ordinal);
        Assert.Contains("'apt-cache policy activemq'", failure.Value, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_package_that_cannot_be_downloaded_costs_the_others_nothing()
    {
        await OfferAsync("nats-server", "activemq", "redis-server");
        Root.LosePackage("activemq");
        var outcome = await InstallAsync("nats-server", "activemq", "redis-server");
        Assert.Equal(["nats-server", "redis-server"], outcome.Installed);
        var failure = Assert.Single(outcome.Failures);
        Assert.Equal("activemq", failure.Key);
        Assert.Contains("activemq.deb", failure.Value, StringComparison.Ordinal);
        Assert.EndsWith("apt-get install activemq", failure.Value, StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_package_whose_script_fails_costs_the_others_nothing()
    {
        await OfferAsync("nats-server", "redis-server");
        await Root.OfferAsync("activemq", postInstall: "exit 7\n");
        var outcome = await InstallAsync("activemq", "nats-server", "redis-server");
        Assert.Equal(["nats-server", "redis-server"], outcome.Installed);
        Assert.Equal("activemq", Assert.Single(outcome.Failures).Key);
        Assert.Contains("dpkg: error processing package activemq", outcome.Failures["activemq"], StringComparison.Ordinal);
    }

    [SkippableFact]
    public async Task A_system_whose_packages_cannot_be_had_is_named_and_the_others_are_there()
    {
        await OfferAsync("nats-server", "redis-server");
        ServerSystem[] systems = [Missing("nats", "nats-server"), Missing("activemq", "activemq"), Missing("redis", "redis-server")];
        var failures = await ServerInstaller.InstallAsync(systems, new DebianInstaller(Root.Place, _said.Enqueue), _said.Enqueue, CancellationToken.None);
        Assert.Equal("activemq", Assert.Single(failures).Key);
        Assert.All(systems, system => Assert.Equal(system.Name != "activemq", system.IsInstalled()));
    }

    [SkippableFact]
    public async Task What_is_installed_or_named_by_a_start_script_is_not_installed()
    {
        var there = ServerCatalogue.Get("nats") with { IsInstalled = static () => true };
        var named = PrivateState.Alone("redis") with { IsInstalled = static () => false };
        Environment.SetEnvironmentVariable(named.StartVariable, "/bin/true");
        Assert.Empty(await ServerInstaller.InstallAsync([there, named, ServerCatalogue.Get("consul")], new DebianInstaller(Root.Place, _said.Enqueue), _said.Enqueue, CancellationToken.None));
        Assert.Empty(Root.Runs);
    }

    [SkippableFact]
    public async Task Without_root_or_apt_get_the_remedy_is_told_and_nothing_is_run()
    {
        var outcome = await new DebianInstaller(Root.Place with { IsPrivileged = false }, _said.Enqueue).InstallAsync(["nats-server", "redis-server"], CancellationToken.None);
        Assert.Contains("sudo apt-get install nats-server redis-server", outcome.Failures["redis-server"], StringComparison.Ordinal);
        outcome = await new DebianInstaller(Root.Place with { AptGet = null }, _said.Enqueue).InstallAsync(["nats-server"], CancellationToken.None);
        Assert.Contains("no apt-get here", outcome.Failures["nats-server"], StringComparison.Ordinal);
        Assert.Empty(Root.Runs);
    }

    [SkippableFact]
    public async Task Services_are_denied_meanwhile_and_a_policy_of_the_machines_own_stays()
    {
        const string Own = "#!/bin/sh\nexit 0\n";
        await OfferAsync("nats-server");
        await File.WriteAllTextAsync(Root.Place.PolicyFile, Own);
        await InstallAsync("nats-server");
        Assert.Equal(Own, await File.ReadAllTextAsync(Root.Place.PolicyFile));

        // What a program that was killed left is known again and goes.
        File.Delete(Root.Place.PolicyFile);
        _ = ServicePolicy.Deny(Root.Place.PolicyFile);
        Assert.Contains("exit 101", await File.ReadAllTextAsync(Root.Place.PolicyFile), StringComparison.Ordinal);
        ServicePolicy.Deny(Root.Place.PolicyFile).Dispose();
        Assert.False(File.Exists(Root.Place.PolicyFile));
    }

    private ServerSystem Missing(string name, string package) =>
        ServerCatalogue.Get(name) with { Released = null, DebianPackages = [package], IsInstalled = () => Root.Has(package) };

    private async Task OfferAsync(params string[] packages)
    {
        foreach (var package in packages) await Root.OfferAsync(package);
    }

    private Task<InstallOutcome> InstallAsync(params string[] packages) => new DebianInstaller(Root.Place, _said.Enqueue).InstallAsync(packages, CancellationToken.None);

    private IEnumerable<string> Commands() => Root.Runs.Select(run => run.Split(' ')[0]);
}
