using System.Security.Cryptography;

namespace Genie.Benchmarks.Agents.Enrolment;

/// <summary>
/// A secret of 80 bits that a person carries from an agent to the machine that is to use it: <c>K7QM-2XRD-9VPT-4HCA</c>, in Crockford's base 32. Nothing about it can be tried out
/// but at the agent, which stops after a few attempts, or in 2^80 computations of what was overheard.
/// </summary>
internal static class EnrolmentCode
{
    private const string Alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private const int Characters = 16;
    private const int GroupCharacters = 4;

    /// <summary>A new one.</summary>
    public static string Create() => string.Join('-', RandomNumberGenerator.GetString(Alphabet, Characters).Chunk(GroupCharacters).Select(group => new string(group)));

    /// <summary>What was typed, as it was printed: without regard to case, dashes and blanks; O is 0, I and L are 1.</summary>
    /// <exception cref="FormatException">It is no such code.</exception>
    public static string Normalise(string typed)
    {
        var text = string.Concat(typed.Where(character => character != '-' && !char.IsWhiteSpace(character)).Select(char.ToUpperInvariant)).Replace('O', '0').Replace('I', '1').Replace('L', '1');
        if (text.Length != Characters || text.Any(character => !Alphabet.Contains(character, StringComparison.Ordinal)))
            throw new FormatException($"That is no enrolment code: it has {Characters} letters and digits, as in K7QM-2XRD-9VPT-4HCA.");
        return text;
    }
}
