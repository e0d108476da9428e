namespace Genie.Grains;

/// <summary>The turn that a call came from, and the turn that its call came from: a call back to one of them would wait for itself.</summary>
internal sealed class CallChain(Activation grain)
{
    [ThreadStatic]
    private static Activation? t_grain;

    private readonly int _turn = grain.TurnNumber;

    /// <summary>Makes a turn the one that this thread runs, until <see cref="Leave"/>: what it calls before its first wait is known to be its own.</summary>
    public static void Enter(Activation grain) => t_grain = grain;

    /// <summary>The turn returned, whether it is over or waits.</summary>
    public static void Leave() => t_grain = null;

    /// <summary>The chain of a call that is made now, on this thread; null if no turn makes it, as far as is known.</summary>
    public static CallChain? OfThisTurn() => t_grain is { } grain ? new CallChain(grain) : null;

    /// <summary>True if a turn of this grain that is under way waits for the call.</summary>
    public bool Holds(Activation target)
    {
        for (var each = this; each is not null; each = each.Caller)
        {
            if (ReferenceEquals(each.Grain, target) && each._turn == target.TurnNumber) return true;
        }

        return false;
    }

    private Activation Grain { get; } = grain;

    private CallChain? Caller { get; } = grain.Caller;
}
