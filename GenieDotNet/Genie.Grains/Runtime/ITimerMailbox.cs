namespace Genie.Grains;

/// <summary>Where a timer's messages go.</summary>
internal interface ITimerMailbox<TMessage>
{
    /// <summary>Takes a tick, or not, where there is no room.</summary>
    bool TryTick(GrainTimer<TMessage> timer);

    /// <summary>The grain has a timer now, and had none before.</summary>
    void TimerSet();
}
