using Genie.Brokers;
using Genie.Brokers.Conformance;
using Genie.Brokers.Drivers;
using Genie.Servers;
using Genie.Servers.Finding;

namespace Genie.Benchmarks.Commands;

/// <summary>A driver with the server that it is tried against: one of its own, one that was found, or none where it needs none.</summary>
internal sealed class DriverTarget : IAsyncDisposable
{
    private readonly OwnServer? _own;
    private readonly OwnServer? _guarded;
    private readonly FoundServer? _found;

    private DriverTarget(ConformanceSubject subject, IReadOnlyDictionary<string, string> settings, string server, OwnServer? own = null, OwnServer? guarded = null, FoundServer? found = null) =>
        (Subject, Settings, Server, _own, _guarded, _found) = (subject, settings, server, own, guarded, found);

    /// <summary>What the suite checks.</summary>
    public ConformanceSubject Subject { get; }

    /// <summary>The driver's settings, with the server's address.</summary>
    public IReadOnlyDictionary<string, string> Settings { get; }

    /// <summary>Which server it is, for people.</summary>
    public string Server { get; }

    /// <summary>
    /// Takes the server that the settings name; else starts one that may be killed, where it is installed; else takes one
    /// that runs or that docker can start.
    /// </summary>
    /// <param name="driver">The driver.</param>
    /// <param name="settings">Its settings.</param>
    /// <param name="notInstalled">Of systems that could not be installed: why not.</param>
    /// <param name="cancellationToken">Abandons it.</param>
    /// <exception cref="ServerException">There is none and none can be started.</exception>
    /// <exception cref="BrokerSettingException">A setting is unknown or unreadable.</exception>
    public static async Task<DriverTarget> PrepareAsync(
        IBrokerDriver driver, IReadOnlyDictionary<string, string> settings, IReadOnlyDictionary<string, string> notInstalled, CancellationToken cancellationToken)
    {
        // Before a server runs that nobody would end.
        BrokerOptionsBinder.Bind(driver.Broker, driver.OptionsType, settings);
        if (settings.ContainsKey(ServerCatalogue.Find(driver.Broker)?.AddressSetting ?? BrokerOptionsBinder.UrlSetting)) return new DriverTarget(SubjectOf(driver, settings, null, null), settings, "the server of the settings, which is left alone");
        if (notInstalled.GetValueOrDefault(driver.Broker) is { } reason) throw new ServerException($"{driver.Broker}: {reason}");
        if (ServerOf(driver, settings) is not [var system]) return new DriverTarget(SubjectOf(driver, settings, null, null), settings, "no server needed");
        if (system.NativeStart() is { } start)
        {
            var own = await OwnServer.StartAsync(system, start, cancellationToken).ConfigureAwait(false);
            var guarded = await StartGuardedAsync(system, own, cancellationToken).ConfigureAwait(false);
            var url = system.UrlOf(own.Process);
            var ofOwn = With(system, settings, url);
            return new DriverTarget(SubjectOf(driver, ofOwn, system, own, guarded), ofOwn, $"{system.Title} at {system.PlaceOf(url)}, started for this", own, guarded);
        }

        var found = await ServerFinder.EnsureAsync(system, new StartOptions { IsTemporary = true }, cancellationToken).ConfigureAwait(false);
        var ofFound = With(system, settings, found.Url);
        return new DriverTarget(SubjectOf(driver, ofFound, system, null), ofFound, $"{found.Version} at {system.PlaceOf(found.Url)}, which is not killed", found: found);
    }

    /// <summary>The server that a driver needs and its settings do not name: one or none.</summary>
    public static IReadOnlyList<ServerSystem> ServerOf(IBrokerDriver driver, IReadOnlyDictionary<string, string> settings) =>
        !driver.InProcess && ServerCatalogue.Find(driver.Broker) is { } system && !settings.ContainsKey(system.AddressSetting) ? [system] : [];

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_guarded is not null) await _guarded.DisposeAsync().ConfigureAwait(false);
        if (_own is not null) await _own.DisposeAsync().ConfigureAwait(false);
        if (_found is not null) await _found.StopAsync(CancellationToken.None).ConfigureAwait(false);
    }

    // Beside the one that lets everybody in, so that both answers to a password can be had.
    private static async Task<OwnServer?> StartGuardedAsync(ServerSystem system, OwnServer own, CancellationToken cancellationToken)
    {
        if (system.StartGuardedAsync is not { } start || !system.IsInstalled()) return null;
        try
        {
            return await OwnServer.StartAsync(system, start, cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            await own.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    private static ConformanceSubject SubjectOf(IBrokerDriver driver, IReadOnlyDictionary<string, string> settings, ServerSystem? system, OwnServer? own, OwnServer? guarded = null)
    {
        var options = BrokerOptionsBinder.Bind(driver.Broker, driver.OptionsType, settings);
        var isAddressed = system is { FolderOf: null } && !driver.InProcess;
        return new ConformanceSubject
        {
            Driver = driver,
            Options = options,
            CrashAndRestartServer = own is null ? null : own.CrashAndRestartAsync,
            PauseServer = own is null || OperatingSystem.IsWindows() ? null : own.Pause,
            AtPort = isAddressed ? port => Create(driver, system!, settings, system!.LocalUrl(port)) : null,
            ServerPort = isAddressed && own is not null && !system!.TellsAddress ? own.Process.Port : 0,
            WithWrongPassword = isAddressed && own is not null && (system!.AsksForPassword || guarded is not null) ? port => Create(driver, system, settings, system.LocalUrl(port, "genie:wrong")) : null,
            PasswordServerPort = (guarded ?? own)?.Process.Port ?? 0,
            AnyPasswordPort = guarded is null ? 0 : own!.Process.Port,
        };
    }

    private static IBroker Create(IBrokerDriver driver, ServerSystem system, IReadOnlyDictionary<string, string> settings, Uri url) =>
        BrokerOptionsBinder.Create(driver, With(system, settings, url));

    private static Dictionary<string, string> With(ServerSystem system, IReadOnlyDictionary<string, string> settings, Uri url) =>
        new(settings) { [system.AddressSetting] = system.SettingOf(url) };
}
