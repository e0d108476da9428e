using System.CommandLine;

namespace Genie.Benchmarks.Commands.Secrets;

/// <summary>An option whose values hold secrets: they are used, and shown only through <see cref="Mask"/>.</summary>
/// <typeparam name="T">What its value is.</typeparam>
/// <param name="name">Its name, with dashes.</param>
/// <param name="mask">One of <see cref="SecretText"/>: what anybody may see of a value.</param>
internal sealed class SecretOption<T>(string name, Func<string, string> mask) : Option<T>(name), IMaskedOption
{
    /// <inheritdoc/>
    public Func<string, string> Mask => mask;
}
