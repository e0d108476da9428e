using System.Globalization;
using System.Text;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace GameLicenseExample.Playing;

/// <summary>
/// Draws each picture over the one before, line by line, in one write: nothing is cleared first, so nothing flickers or jumps, and what was printed above stays. By CUU, EL and
/// ED of ECMA-48; on a terminal without them pictures follow each other.
/// </summary>
/// <param name="console">The terminal.</param>
internal sealed class InPlaceScreen(IAnsiConsole console)
{
    private const string EraseLine = "\u001b[K";
    private const string EraseBelow = "\u001b[J";
    private int _lines;
    private int _width;

    /// <summary>Draws.</summary>
    public void Draw(IRenderable picture)
    {
        if (!console.Profile.Capabilities.Ansi)
        {
            console.Write(picture);
            return;
        }

        if (_lines > 0 && _width != console.Profile.Width)
        {
            // The terminal has wrapped the old lines anew: nobody knows where they are.
            console.Clear(home: true);
            _lines = 0;
        }

        // What is higher than the window cannot be drawn over: its upper lines would have left.
        var lines = console.ToAnsi(picture).ReplaceLineEndings("\n").TrimEnd('\n').Split('\n').Take(console.Profile.Height - 1).ToList();
        var text = new StringBuilder();
        if (_lines > 0) text.Append(CultureInfo.InvariantCulture, $"\u001b[{_lines}A\r");
        foreach (var line in lines) text.Append(line).Append(EraseLine).Append('\n');
        console.Write(new ControlCode(text.Append(EraseBelow).ToString()));
        (_lines, _width) = (lines.Count, console.Profile.Width);
    }
}
