using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace GameLicenseExample.Tests.Playing;

/// <summary>What a terminal shows of what was written to it: the part of ECMA-48 that the game uses. Anything else is an error.</summary>
internal sealed partial class TerminalScreen(int width) : StringWriter(CultureInfo.InvariantCulture)
{
    private readonly List<StringBuilder> _lines = [new()];
    private int _read;
    private int _row;
    private int _column;

    /// <summary>The lines, without what is blank at their ends.</summary>
    public IReadOnlyList<string> Lines
    {
        get
        {
            Apply();
            return [.. _lines.Select(static each => each.ToString().TrimEnd())];
        }
    }

    private void Apply()
    {
        var text = ToString();
        while (_read < text.Length)
        {
            if (Sequence().Match(text, _read) is { Success: true } match)
            {
                _read += match.Length;
                Control(match.Groups[1].Value, match.Groups[2].Value[0]);
            }
            else
            {
                Write1(text[_read++]);
            }
        }
    }

    private void Write1(char character)
    {
        if (character == '\r') _column = 0;
        else if (character == '\n')
        {
            (_row, _column) = (_row + 1, 0);
            if (_row == _lines.Count) _lines.Add(new StringBuilder());
        }
        else
        {
            Assert.True(_column < width, "A line is wider than the terminal.");
            var line = _lines[_row];
            line.Append(' ', Math.Max(0, _column + 1 - line.Length));
            line[_column++] = character;
        }
    }

    private void Control(string number, char command)
    {
        switch (command)
        {
            case 'm':
                break;
            case 'A':
                _row -= int.Parse(number, CultureInfo.InvariantCulture);
                Assert.True(_row >= 0);
                break;
            case 'K':
                _lines[_row].Length = Math.Min(_lines[_row].Length, _column);
                break;
            case 'J' when number.Length == 0:
                _lines[_row].Length = Math.Min(_lines[_row].Length, _column);
                _lines.RemoveRange(_row + 1, _lines.Count - _row - 1);
                break;
            default:
                Assert.Fail($"The screen is not drawn in place: ESC[{number}{command}");
                break;
        }
    }

    [GeneratedRegex("\\G\u001b\\[([0-9;?]*)([A-Za-z])")]
    private static partial Regex Sequence();
}
