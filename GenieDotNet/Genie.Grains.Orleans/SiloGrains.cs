using Genie.Observing;
using Microsoft.Extensions.Logging;

namespace Genie.Grains.Orleans;

/// <summary>
/// The kinds that a silo hosts, and the runtime in which their grains have their turns. One a silo; <see cref="HostedGrain{TMessage, TAnswer}"/>
/// asks for it.
/// </summary>
public sealed partial class SiloGrains : IAsyncDisposable
{
    // When the idle leave is Orleans' to say, by GrainCollectionOptions.
    private static readonly TimeSpan Never = TimeSpan.FromDays(36_500);

    private readonly Dictionary<string, object> _kinds = new(StringComparer.Ordinal);
    private readonly GrainRuntime _runtime;
    private readonly IGrainFactory _factory;
    private readonly GuardedLogger _log;

    internal SiloGrains(IServiceProvider services, IEnumerable<GrainKindRegistration> kinds, GrainRuntimeOptions options, IGrainFactory factory, ILogger<SiloGrains> log)
    {
        (_factory, _log) = (factory, new GuardedLogger(log));
        _runtime = new GrainRuntime(options with
        {
            IdleTime = Never,
            Crashed = (kind, key, error) =>
            {
                Crashed(kind, key, error);
                _log.Tell(options.Crashed, nameof(GrainRuntimeOptions.Crashed), kind, key, error);
            },
        });
        foreach (var kind in kinds) _kinds.Add(kind.Name, kind.Register(services, _runtime, key => _ = KeepTimersAsync(kind.Name, key), key => _ = EvictAsync(kind.Name, key)));
    }

    /// <summary>Grains that are live on this silo.</summary>
    public long LiveGrains => _runtime.LiveGrains;

    /// <summary>Incarnations on this silo that ended with an exception.</summary>
    public long Crashes => _runtime.Crashes;

    internal TimeProvider Clock => _runtime.Options.Clock;

    /// <summary>Passivates what is left; Orleans has deactivated its grains before.</summary>
    public ValueTask DisposeAsync() => _runtime.DisposeAsync();

    /// <summary>A kind that was added to the silo.</summary>
    /// <exception cref="GrainException">It was not, or with other messages.</exception>
    internal GrainKind<TMessage, TAnswer> Kind<TMessage, TAnswer>(string name) => _kinds.GetValueOrDefault(name) switch
    {
        GrainKind<TMessage, TAnswer> kind => kind,
        null => throw new GrainException($"The silo has no kind '{name}': add it by AddGrainKind, under the name of the class' GrainType.", isTransient: false),
        var other => throw new GrainException($"The silo's kind '{name}' is a {other.GetType()}, and its class one of {typeof(TMessage)} and {typeof(TAnswer)}.", isTransient: false),
    };

    private async Task KeepTimersAsync(string kind, string key)
    {
        try
        {
            await _factory.GetGrain<IHostedGrain>(GrainId.Create(kind, key)).TimerSetAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            TimersNotKept(kind, key, error);
        }
    }

    private async Task EvictAsync(string kind, string key)
    {
        try
        {
            await _factory.GetGrain<IHostedGrain>(GrainId.Create(kind, key)).LeaveAsync().ConfigureAwait(false);
        }
        catch (Exception error)
        {
            NotEvicted(kind, key, error);
        }
    }

    [LoggerMessage(1, LogLevel.Warning, "Grain {Kind}/{Key} ended with an exception; its next message finds a new one.")]
    private partial void Crashed(string kind, string key, Exception error);

    [LoggerMessage(2, LogLevel.Warning, "The timers of grain {Kind}/{Key} end when it is deactivated: it could not be kept alive.")]
    private partial void TimersNotKept(string kind, string key, Exception error);

    [LoggerMessage(3, LogLevel.Warning, "Grain {Kind}/{Key} stays until it is idle, though there are too many: it could not be told to leave.")]
    private partial void NotEvicted(string kind, string key, Exception error);
}
