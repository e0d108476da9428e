using System.CommandLine;
using System.CommandLine.Parsing;
using Genie.Benchmarks.Commands.Secrets;

namespace Genie.Benchmarks.Commands;

/// <summary>An option whose default is a text that is read like any given one, and shown as it is written.</summary>
/// <typeparam name="T">What its value is.</typeparam>
internal sealed class ParsedOption<T> : Option<T>, IParsedOption, IMaskedOption
{
    private readonly Func<string, T> _parse;
    private readonly string? _default;

    /// <summary>An option.</summary>
    /// <param name="name">Its name, with dashes.</param>
    /// <param name="description">What it is for.</param>
    /// <param name="byDefault">Its value if it is not given; null for none.</param>
    /// <param name="parse">Reads a value; its FormatException says what is wrong.</param>
    /// <param name="mask">What anybody may see of a value, where something of it is secret.</param>
    public ParsedOption(string name, string description, string? byDefault, Func<string, T> parse, Func<string, string>? mask = null)
        : base(name)
    {
        _parse = parse;
        _default = byDefault;
        Mask = mask;
        Description = byDefault is null ? description : $"{description} [default: {DefaultText}]";
        CustomParser = Parse;
    }

    /// <inheritdoc/>
    public string? DefaultText => _default is null || Mask is null ? _default : Mask(_default);

    /// <inheritdoc/>
    public Func<string, string>? Mask { get; }

    /// <inheritdoc/>
    public IReadOnlyList<string> Names { get; init; } = [];

    /// <summary>The value given, or the default.</summary>
    public T? Read(ParseResult parsed)
    {
        if (parsed.GetResult(this) is not null) return parsed.GetValue(this);
        return _default is null ? default : _parse(_default);
    }

    /// <summary>Reads a text as this option would.</summary>
    /// <exception cref="FormatException">It says what is wrong.</exception>
    public T Convert(string text) => _parse(text);

    private T? Parse(ArgumentResult result)
    {
        try
        {
            return _parse(result.Tokens[^1].Value);
        }
        catch (Exception error) when (error is FormatException or OverflowException)
        {
            result.AddError($"{Name}: {error.Message}");
            return default;
        }
    }
}
