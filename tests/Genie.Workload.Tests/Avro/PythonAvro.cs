using System.Diagnostics;
using System.Text;

namespace Genie.Workload.Tests.Avro;

/// <summary>Apache Avro for Python (Debian: python3-avro) in a process of its own.</summary>
internal static class PythonAvro
{
    private static readonly Lazy<string?> Interpreter = new(() =>
        new[] { "/usr/bin/python3", "python3" }.FirstOrDefault(python => Run(python, ["-c", "import avro.io"], "") is (0, _, _)));

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public static string? WhyUnavailable()
    {
        if (Interpreter.Value is not null) return null;
        const string Reason = "no Avro for Python: install Debian's python3-avro";
        return Environment.GetEnvironmentVariable("CI") is { Length: > 0 }
            ? throw new InvalidOperationException($"In CI nothing that can be installed is skipped: {Reason}.")
            : Reason;
    }

    /// <summary>Runs the script with lines as its input and returns the lines of its output.</summary>
    public static string[] RunPeer(string schemaFile, IEnumerable<string> lines)
    {
        var script = Path.Combine(AppContext.BaseDirectory, "Peers", "avro_peer.py");
        var (code, output, errors) = Run(Interpreter.Value!, [script, schemaFile], string.Join('\n', lines) + "\n");
        Assert.True(code == 0, errors);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private static (int Code, string Output, string Errors) Run(string python, string[] arguments, string input)
    {
        var start = new ProcessStartInfo(python, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
        };
        try
        {
            using var process = Process.Start(start)!;
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
            process.StandardInput.Write(input);
            process.StandardInput.Close();
            process.WaitForExit();
            return (process.ExitCode, output.Result, errors.Result);
        }
        catch (System.ComponentModel.Win32Exception error)
        {
            return (-1, "", error.Message);
        }
    }
}
