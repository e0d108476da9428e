using System.Globalization;
using System.Text;

namespace Genie.Extensions.Genius.Rules.Text;

/// <summary>Takes a rule's text apart. Source of the tokens: CEL's language definition, "Syntax".</summary>
internal sealed class RuleLexer(string text)
{
    private static readonly string[] Symbols = ["&&", "||", "==", "!=", "<=", ">=", "<", ">", "!", "(", ")", "[", "]", ",", ".", "-"];

    private int _position;

    /// <summary>The next token; at the end the end, again and again.</summary>
    public RuleToken Next()
    {
        SkipSpace();
        if (_position >= text.Length) return new RuleToken(RuleTokenKind.End, "", text.Length);
        var first = text[_position];
        if (char.IsAsciiLetter(first) || first == '_') return Take(RuleTokenKind.Identifier, each => char.IsAsciiLetterOrDigit(each) || each == '_');
        if (char.IsAsciiDigit(first) || (first == '.' && _position + 1 < text.Length && char.IsAsciiDigit(text[_position + 1]))) return TakeNumber();
        return first is '"' or '\'' ? TakeText(first) : TakeSymbol();
    }

    /// <summary>A mistake at a position.</summary>
    public RuleTextException Error(int position, string reason, Exception? inner = null)
    {
        var before = text.AsSpan(0, position);
        return new RuleTextException(before.Count('\n') + 1, position - before.LastIndexOf('\n'), reason, inner);
    }

    private void SkipSpace()
    {
        while (_position < text.Length)
        {
            if (char.IsWhiteSpace(text[_position])) _position++;
            else if (text.AsSpan(_position).StartsWith("//")) _position = text.IndexOf('\n', _position) is >= 0 and var end ? end : text.Length;
            else return;
        }
    }

    private RuleToken Take(RuleTokenKind kind, Func<char, bool> belongs)
    {
        var begin = _position;
        while (_position < text.Length && belongs(text[_position])) _position++;
        return new RuleToken(kind, text[begin.._position], begin);
    }

    private RuleToken TakeNumber()
    {
        var begin = _position;
        while (_position < text.Length && (char.IsAsciiLetterOrDigit(text[_position]) || text[_position] == '.' || (text[_position] is '+' or '-' && text[_position - 1] is 'e' or 'E'))) _position++;
        return new RuleToken(RuleTokenKind.Number, text[begin.._position], begin);
    }

    private RuleToken TakeSymbol()
    {
        foreach (var symbol in Symbols)
        {
            if (!text.AsSpan(_position).StartsWith(symbol, StringComparison.Ordinal)) continue;
            _position += symbol.Length;
            return new RuleToken(RuleTokenKind.Symbol, symbol, _position - symbol.Length);
        }

        var one = text[_position];
        throw Error(_position, one is '=' or '&' or '|' ? $"'{one}' alone means nothing here; '{one}{one}' does." : $"'{one}' begins nothing that is known here.");
    }

    private RuleToken TakeText(char quote)
    {
        var begin = _position++;
        var taken = new StringBuilder();
        while (true)
        {
            if (_position >= text.Length || text[_position] is '\n' or '\r') throw Error(begin, $"this text has no closing {quote}.");
            var each = text[_position++];
            if (each == quote) return new RuleToken(RuleTokenKind.Text, taken.ToString(), begin);
            taken.Append(each == '\\' ? TakeEscape() : each);
        }
    }

    private char TakeEscape()
    {
        var begin = _position - 1;
        var letter = _position < text.Length ? text[_position++] : '\0';
        return letter switch
        {
            '\\' or '"' or '\'' or '`' or '?' => letter,
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'a' => '\a',
            'b' => '\b',
            'f' => '\f',
            'v' => '\v',
            'x' or 'X' => TakeHexadecimal(2, begin),
            'u' => TakeHexadecimal(4, begin),
            _ => throw Error(begin, @"a backslash goes before \, "", ', n, r, t, a, b, f, v, x and two, or u and four hexadecimal digits."),
        };
    }

    private char TakeHexadecimal(int digits, int begin)
    {
        if (_position + digits > text.Length || !ushort.TryParse(text.AsSpan(_position, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var code))
            throw Error(begin, $"{digits} hexadecimal digits are expected here.");
        _position += digits;
        return (char)code;
    }
}
