using System.Diagnostics;
using System.Text;

namespace Genie.Testing;

/// <summary>A foreign library as the other side: a script of a test project's Peers folder, run by Debian's Python.</summary>
/// <param name="module">The module that it needs.</param>
/// <param name="package">The Debian package that has it.</param>
public sealed class PythonScript(string module, string package)
{
    private readonly Lazy<string?> _interpreter = new(() => new[] { "/usr/bin/python3", "python3" }.FirstOrDefault(python => Has(python, module)));

    /// <summary>A Python that has the module, or null.</summary>
    public string? Executable => _interpreter.Value;

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public string? WhyUnavailable()
    {
        if (Executable is not null) return null;
        var reason = $"no {module} for Python: install Debian's {package}";
        return Environment.GetEnvironmentVariable("CI") is { Length: > 0 }
            ? throw new InvalidOperationException($"In CI nothing that can be installed is skipped: {reason}.")
            : reason;
    }

    /// <summary>Starts a script, all of whose streams are the caller's.</summary>
    /// <param name="script">Its file's name.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="InvalidOperationException">There is no Python with the module.</exception>
    public Process Start(string script, params string[] arguments) =>
        StartPython(Executable ?? throw new InvalidOperationException(WhyUnavailable()), [Path.Combine(AppContext.BaseDirectory, "Peers", script), .. arguments]);

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">Its file's name.</param>
    /// <param name="input">What it reads.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <returns>The lines it wrote.</returns>
    /// <exception cref="InvalidOperationException">It failed, or there is no Python; the message is what it said.</exception>
    public async Task<string[]> RunAsync(string script, string input, params string[] arguments)
    {
        using var process = Start(script, arguments);
        var (output, errors) = (process.StandardOutput.ReadToEndAsync(), process.StandardError.ReadToEndAsync());
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? (await output).Split('\n', StringSplitOptions.RemoveEmptyEntries) : throw new InvalidOperationException(await errors);
    }

    private static bool Has(string python, string module)
    {
        try
        {
            using var process = StartPython(python, ["-c", $"import {module}"]);
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }

    private static Process StartPython(string python, string[] arguments) => Process.Start(new ProcessStartInfo(python, arguments)
    {
        RedirectStandardInput = true,
        RedirectStandardOutput = true,
        RedirectStandardError = true,
        StandardOutputEncoding = Encoding.UTF8,
    })!;
}
