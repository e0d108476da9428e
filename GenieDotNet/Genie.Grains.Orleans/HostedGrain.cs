using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Orleans.Concurrency;
using Orleans.Timers;

namespace Genie.Grains.Orleans;

/// <summary>
/// The Orleans grain of a kind: Orleans places, activates and deactivates it, and the <see cref="Grain{TMessage, TAnswer}"/> of its key
/// handles the messages. A class of one line for each kind, with the kind's name as its <see cref="GrainTypeAttribute"/>, and whatever other
/// attributes of Orleans are wanted: placement, <see cref="CollectionAgeLimitAttribute"/>.
/// </summary>
/// <remarks>
/// Deactivation lets the mailbox run dry and then calls the grain's DeactivateAsync. A grain with timers is kept alive, and made
/// again on another silo when its own is gone: by a reminder where the silo has a reminder service, else by a timer of Orleans while its silo lives.
/// </remarks>
/// <param name="grains">The silo's kinds.</param>
/// <typeparam name="TMessage">The messages it handles: serializable by Orleans.</typeparam>
/// <typeparam name="TAnswer">What it answers: serializable by Orleans.</typeparam>
[Reentrant]
public abstract class HostedGrain<TMessage, TAnswer>(SiloGrains grains) : Grain, IHostedGrain<TMessage, TAnswer>, IRemindable
{
    /// <summary>The reminder of a grain that has timers.</summary>
    internal const string TimersReminder = "genie.timers";

    private static readonly TimeSpan KeepAlivePeriod = TimeSpan.FromSeconds(30);

    private GrainKind<TMessage, TAnswer> _kind = null!;
    private string _key = "";
    private IGrainTimer? _keepAlive;
    private bool _hasReminder;
    private bool _isWoken;

    /// <inheritdoc/>
    public override Task OnActivateAsync(CancellationToken cancellationToken)
    {
        var id = this.GetGrainId();
        _key = this.GetPrimaryKeyString();
        _kind = grains.Kind<TMessage, TAnswer>(id.Type.ToString()!);
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override Task OnDeactivateAsync(DeactivationReason reason, CancellationToken cancellationToken) =>
        _kind.PassivateAsync(_key).WaitAsync(cancellationToken);

    async ValueTask<TAnswer> IHostedGrain<TMessage, TAnswer>.CallAsync(TMessage message, TimeSpan? remaining, CancellationToken cancellationToken)
    {
        using var call = remaining is { } time ? GrainCall.WithDeadline(time, grains.Clock, cancellationToken) : GrainCall.With(cancellationToken);
        try
        {
            return await _kind.CallAsync(_key, message, call);
        }
        catch (Exception error)
        {
            if (error is GrainMisplacedException) DeactivateOnIdle();
            GrainError.Mark(error);
            throw;
        }
    }

    async ValueTask IHostedGrain<TMessage, TAnswer>.SendAsync(TMessage message, CancellationToken cancellationToken)
    {
        try
        {
            // What is in the mailbox is handled whatever its sender does next.
            var taken = _kind.SendAsync(_key, message, GrainCall.None);
            if (!taken.IsCompletedSuccessfully) await taken.AsTask().WaitAsync(cancellationToken);
        }
        catch (Exception error)
        {
            GrainError.Mark(error);
            throw;
        }
    }

    async Task IHostedGrain.TimerSetAsync()
    {
        _isWoken = false;
        if (_hasReminder || _keepAlive is not null || !_kind.HasTimers(_key)) return;
        if (ServiceProvider.GetService<IReminderRegistry>() is null)
        {
            _keepAlive = this.RegisterGrainTimer(
                KeepAlive, new GrainTimerCreationOptions { DueTime = KeepAlivePeriod, Period = KeepAlivePeriod, KeepAlive = true, Interleave = true });
            return;
        }

        _hasReminder = true;
        try
        {
            var period = ServiceProvider.GetRequiredService<IOptions<ReminderOptions>>().Value.MinimumReminderPeriod;
            await this.RegisterOrUpdateReminder(TimersReminder, period, period);
        }
        catch
        {
            _hasReminder = false;
            throw;
        }
    }

    Task IHostedGrain.LeaveAsync()
    {
        DeactivateOnIdle();
        return Task.CompletedTask;
    }

    async Task IRemindable.ReceiveReminder(string reminderName, TickStatus status)
    {
        if (reminderName != TimersReminder) return;
        _hasReminder = true;
        if (_kind.HasTimers(_key)) return;
        if (!_isWoken)
        {
            // The grain has not lived on this silo yet, or its incarnation ended: its activation sets its timers anew, or needs none any more.
            _isWoken = true;
            await _kind.WakeAsync(_key);
            return;
        }

        if (await this.GetReminder(TimersReminder) is { } reminder) await this.UnregisterReminder(reminder);
        _hasReminder = false;
    }

    private Task KeepAlive()
    {
        if (_kind.HasTimers(_key)) return Task.CompletedTask;
        _keepAlive?.Dispose();
        _keepAlive = null;
        return Task.CompletedTask;
    }
}
