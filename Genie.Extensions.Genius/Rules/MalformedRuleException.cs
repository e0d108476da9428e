namespace Genie.Extensions.Genius.Rules;

/// <summary>Bytes or a message that are no rule. Sending the same again fails again.</summary>
/// <param name="message">What is wrong.</param>
/// <param name="inner">What found it.</param>
public sealed class MalformedRuleException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Always false: the bytes do not get better.</summary>
    public static bool IsTransient => false;
}
