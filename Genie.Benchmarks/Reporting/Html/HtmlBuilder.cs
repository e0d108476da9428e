using System.Globalization;
using System.Net;
using System.Runtime.CompilerServices;
using System.Text;

namespace Genie.Benchmarks.Reporting.Html;

/// <summary>Builds HTML and SVG from interpolated strings whose holes are escaped, so that no name of a server can break the page.</summary>
internal sealed class HtmlBuilder
{
    private readonly StringBuilder _text = new();

    /// <summary>Appends markup; what stands in its holes is text.</summary>
    public HtmlBuilder Add([InterpolatedStringHandlerArgument("")] ref Markup markup) => this;

    /// <summary>Appends text, escaped.</summary>
    public HtmlBuilder AddText(string text)
    {
        _text.Append(WebUtility.HtmlEncode(text));
        return this;
    }

    /// <summary>Appends markup that another builder made.</summary>
    public HtmlBuilder AddMarkup(HtmlBuilder other)
    {
        _text.Append(other._text);
        return this;
    }

    /// <summary>Appends markup that is part of the program: its style sheet and script.</summary>
    public HtmlBuilder AddTrusted(string markup)
    {
        _text.Append(markup);
        return this;
    }

    /// <inheritdoc/>
    public override string ToString() => _text.ToString();

    /// <summary>The pieces of an interpolated string: literals are markup, holes are text.</summary>
    [InterpolatedStringHandler]
    public readonly ref struct Markup(int literalLength, int formattedCount, HtmlBuilder builder)
    {
        private readonly StringBuilder _text = builder._text.EnsureRoom(literalLength + (16 * formattedCount));

        /// <summary>Markup.</summary>
        public void AppendLiteral(string value) => _text.Append(value);

        /// <summary>Text.</summary>
        public void AppendFormatted(string? value) => _text.Append(WebUtility.HtmlEncode(value));

        /// <summary>A number; in drawings a decimal is finer than a screen.</summary>
        public void AppendFormatted(double value) => _text.Append(Math.Round(value, 1).ToString(CultureInfo.InvariantCulture));

        /// <summary>A number.</summary>
        public void AppendFormatted(int value) => _text.Append(value);
    }
}
