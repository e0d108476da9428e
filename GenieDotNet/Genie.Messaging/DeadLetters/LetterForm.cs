namespace Genie.Messaging.DeadLetters;

/// <summary>How much of a dead letter is said, from all to nothing but the message.</summary>
internal enum LetterForm
{
    /// <summary>The message, with all that is said about it as further headers.</summary>
    Plain,

    /// <summary>The same with the message as the body, in an envelope: its headers, id and key may be what no system takes.</summary>
    Wrapped,

    /// <summary>As <see cref="Plain"/>, with a reason as short as it must be, and without what readers know otherwise.</summary>
    PlainShortened,

    /// <summary>As <see cref="Wrapped"/>, with a reason as short as it must be, and without what readers know otherwise.</summary>
    WrappedShortened,

    /// <summary>The message as it came, with nothing said about it.</summary>
    AsItCame,

    /// <summary>As <see cref="WrappedShortened"/>, with the beginning of the message's body: where dead letters may be smaller than messages.</summary>
    Cut,
}
