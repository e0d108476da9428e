using System.Text;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Genie.Benchmarks.Commands.Scenarios;

/// <summary>A scenario file as it was written: a mapping of option names to values (YAML 1.2; JSON is YAML too).</summary>
/// <remarks>It is read event by event: whatever it nests, or refers to, builds nothing in memory.</remarks>
internal sealed class ScenarioFile
{
    /// <summary>The key of the messaging systems, which the command line has without a name.</summary>
    public const string Systems = "systems";

    /// <summary>The largest file read, in bytes.</summary>
    public const int BytesMax = 1 << 20;

    /// <summary>Keys for the reader, which say nothing of the measurement.</summary>
    public static readonly IReadOnlyList<string> Remarks = ["name", "description"];

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly string _path;
    private readonly List<ScenarioEntry> _entries = [];

    private ScenarioFile(string path) => _path = path;

    /// <summary>What stands in it, without the remarks.</summary>
    public IEnumerable<ScenarioEntry> Entries => _entries.Where(entry => !Remarks.Contains(entry.Key));

    /// <summary>Reads a file.</summary>
    /// <exception cref="BadArgumentException">It cannot be read, or is no mapping; the message begins with the file and the line.</exception>
    public static ScenarioFile Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            var bytes = new byte[BytesMax + 1];
            var read = stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
            return read <= BytesMax ? Parse(path, StrictUtf8.GetString(bytes, 0, read).TrimStart('\uFEFF'))
                : throw new BadArgumentException($"{path}: a scenario has at most {BytesMax >> 20} MiB, and this file has more.");
        }
        catch (DecoderFallbackException)
        {
            throw new BadArgumentException($"{path}: this is no text in UTF-8; save it as such.");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new BadArgumentException($"--scenario {path}: {error.Message} './genie init' writes one.");
        }
    }

    /// <summary>Reads a text.</summary>
    /// <exception cref="BadArgumentException">As <see cref="Read"/>.</exception>
    public static ScenarioFile Parse(string path, string text)
    {
        var file = new ScenarioFile(path);
        try
        {
            file.ReadDocument(new Parser(new StringReader(text)));
            return file;
        }
        catch (YamlException error)
        {
            var tab = TabLine(text, error);
            throw file.Mistake(tab ?? error.Start.Line, $"this is no YAML: {(error.InnerException ?? error).Message}{(tab is null ? "" : " This line is indented by a tab; YAML takes spaces.")}");
        }
    }

    // The parser names the line on which it began to look.
    private static int? TabLine(string text, YamlException error) => text.Split('\n').Index()
        .Where(line => line.Index + 1 >= error.Start.Line && line.Item.TrimStart(' ').StartsWith('\t'))
        .Select(line => (int?)line.Index + 1).FirstOrDefault();

    private void ReadDocument(Parser parser)
    {
        parser.Consume<StreamStart>();
        if (!parser.TryConsume<DocumentStart>(out _)) throw Mistake(1, "the file is empty; a line for each setting is expected, as in 'connections: [1, 8]'.");
        if (!parser.TryConsume<MappingStart>(out _)) throw Mistake(LineOf(parser), "a line for each setting is expected, as in 'connections: [1, 8]'.");
        while (!parser.TryConsume<MappingEnd>(out _)) ReadEntry(parser);
        parser.Consume<DocumentEnd>();
        if (!parser.Accept<StreamEnd>(out _)) throw Mistake(LineOf(parser), "a scenario is one document; here begins a second one.");
    }

    private void ReadEntry(Parser parser)
    {
        var line = LineOf(parser);
        if (!parser.TryConsume<Scalar>(out var key) || key.Value.Length == 0) throw Mistake(line, "a setting's name is expected.");
        if (_entries.Find(entry => entry.Key == key.Value) is { } first) throw Mistake(line, $"'{key.Value}' stands on line {first.Line} already; several values are a list, as in '{key.Value}: [a, b]'.");
        var values = new List<ScenarioValue>();
        var isList = parser.TryConsume<SequenceStart>(out _);
        if (!isList) ReadValue(parser, key.Value, values);
        else while (!parser.TryConsume<SequenceEnd>(out _)) ReadValue(parser, key.Value, values);
        _entries.Add(new ScenarioEntry(key.Value, values, isList, line));
    }

    private void ReadValue(Parser parser, string key, List<ScenarioValue> values)
    {
        var line = LineOf(parser);
        if (!parser.TryConsume<Scalar>(out var scalar)) throw Mistake(line, $"{key}: a value or a list of values is expected.");
        var isNone = scalar.Value.Length == 0 || (scalar is { Style: ScalarStyle.Plain, Value: "~" or "null" });
        if (!isNone) values.Add(new ScenarioValue(scalar.Value, line));
    }

    private BadArgumentException Mistake(long line, string text) => new($"{_path}:{line}: {text}");

    private static int LineOf(Parser parser) => parser.Accept<ParsingEvent>(out var next) ? (int)next.Start.Line : 1;
}
