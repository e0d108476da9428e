using System.Diagnostics;
using System.Text;
using Genie.Servers;

namespace Genie.Testing;

/// <summary>A program of others as the other side.</summary>
/// <param name="name">Its file's name.</param>
/// <param name="package">The Debian package that has it.</param>
public sealed class ForeignProgram(string name, string package)
{
    private static readonly TimeSpan Timeout = TimeSpan.FromMinutes(2);

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public string? WhyUnavailable() => Executables.Find(name) is null ? Missing($"no {name}: install Debian's {package}") : null;

    /// <summary>Starts it; all its streams are the caller's.</summary>
    public Process Start(params string[] arguments) => Start(Executables.Find(name) ?? throw new InvalidOperationException(WhyUnavailable()), arguments);

    /// <summary>Runs it to its end.</summary>
    /// <param name="input">What it reads.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <returns>The lines it wrote.</returns>
    /// <exception cref="InvalidOperationException">It failed; the message is what it said.</exception>
    /// <exception cref="TimeoutException">It did not end, and was killed.</exception>
    public Task<string[]> RunAsync(string input, params string[] arguments) => RunAsync(Start(arguments), input);

    internal static string Missing(string reason) => Environment.GetEnvironmentVariable("CI") is { Length: > 0 }
        ? throw new InvalidOperationException($"In CI nothing that can be installed is skipped: {reason}.")
        : reason;

    internal static Process Start(string executable, string[] arguments) => Process.Start(new ProcessStartInfo(executable, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        StandardInputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false),
        StandardOutputEncoding = Encoding.UTF8,
    })!;

    /// <summary>Lets a program that was started run to its end.</summary>
    /// <param name="started">The program.</param>
    /// <param name="input">What it reads.</param>
    /// <returns>The lines it wrote from then on.</returns>
    /// <exception cref="InvalidOperationException">It failed; the message is what it said.</exception>
    /// <exception cref="TimeoutException">It did not end, and was killed.</exception>
    public static async Task<string[]> RunAsync(Process started, string input)
    {
        using var process = started;
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        try
        {
            await process.WaitForExitAsync().WaitAsync(Timeout);
        }
        catch (TimeoutException)
        {
            process.Kill();
            throw new TimeoutException($"{process.StartInfo.FileName} did not end within {Timeout.TotalSeconds} s. It said: {await output}{await errors}");
        }

        return process.ExitCode == 0 ? (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries) : throw new InvalidOperationException($"{await output}{await errors}");
    }
}
