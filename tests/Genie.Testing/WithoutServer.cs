namespace Genie.Testing;

/// <summary>Checks of the suite that have nothing to say about systems without a server.</summary>
public static class WithoutServer
{
    /// <summary>Those about a server.</summary>
    public static IReadOnlySet<string> NotApplicable { get; } = new HashSet<string>
    {
        "unreachable-server", "wrong-password", "server-crash-during-requests", "persisted-sends-survive-server-crash", "refused-for-a-while",
        "stalled-server", "deadlines-are-kept", "server-that-closes-at-once", "order-is-kept-across-a-loss", "flush-tells-of-a-loss", "waiting-sends-end-with-the-link", "server-crash-under-load", "disposed-listener-stays-away", "failed-messages-are-redelivered",
        "backlog-does-not-hide-a-loss", "an-ended-session-is-dropped",
    };

    /// <summary>The same where nobody holds messages until a listener comes.</summary>
    public static IReadOnlySet<string> NotApplicableAndNothingHeld { get; } = new HashSet<string>(NotApplicable) { "messages-wait-for-a-listener" };
}
