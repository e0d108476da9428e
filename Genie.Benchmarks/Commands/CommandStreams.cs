using System.CommandLine;
using System.Text;

namespace Genie.Benchmarks.Commands;

/// <summary>What a command reads and writes: the standard streams of its process, or others where it runs within one that has more to do.</summary>
internal sealed class CommandStreams : InvocationConfiguration
{
    private readonly Func<TextReader> _input;
    private readonly Func<Stream> _openInput;
    private readonly Func<Stream> _openOutput;

    private CommandStreams(Func<TextReader> input, Func<Stream> openInput, Func<Stream> openOutput)
    {
        (_input, _openInput, _openOutput) = (input, openInput, openOutput);
        EnableDefaultExceptionHandler = false;

        // The parser's own handling of signals would end a command before it has written what it has.
        ProcessTerminationTimeout = null;
    }

    /// <summary>Standard input as text. A terminal is set up by whoever asks for it, and so no command does that does not read.</summary>
    public TextReader Input => _input();

    /// <summary>True where nobody looks at the output while it is written.</summary>
    public bool IsOutputRedirected { get; private init; } = true;

    /// <summary>The same of <see cref="InvocationConfiguration.Error"/>.</summary>
    public bool IsErrorRedirected { get; private init; } = true;

    /// <summary>The log that goes to <see cref="InvocationConfiguration.Error"/>; null: the console's own writes there, as it does for processes.</summary>
    public StreamLog? Log { get; private init; }

    /// <summary>Those of this process.</summary>
    public static CommandStreams OfProcess() => new(static () => Console.In, Console.OpenStandardInput, Console.OpenStandardOutput)
    {
        Output = Console.Out,
        Error = Console.Error,
        IsOutputRedirected = Console.IsOutputRedirected,
        IsErrorRedirected = Console.IsErrorRedirected,
    };

    /// <summary>Others, which are no terminals; text goes through them as UTF-8. Each stream that is opened may be closed without an end to the others.</summary>
    /// <param name="openInput">Opens what is read.</param>
    /// <param name="openOutput">Opens where the output goes.</param>
    /// <param name="openError">Opens where error texts go.</param>
    public static CommandStreams Of(Func<Stream> openInput, Func<Stream> openOutput, Func<Stream> openError)
    {
        var reader = new Lazy<TextReader>(() => new StreamReader(openInput()));
        var error = WriterOf(openError());
        return new(() => reader.Value, openInput, openOutput) { Output = WriterOf(openOutput()), Error = error, Log = new StreamLog(error) };
    }

    /// <summary>Standard input as bytes. The caller disposes it.</summary>
    public Stream OpenInput() => _openInput();

    /// <summary>The output as bytes. The caller disposes it.</summary>
    public Stream OpenOutput() => _openOutput();

    private static TextWriter WriterOf(Stream stream) => TextWriter.Synchronized(new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false)) { AutoFlush = true });
}
