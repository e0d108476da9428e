using System.Diagnostics;

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
    public string? WhyUnavailable() => Executable is null ? ForeignProgram.Missing($"no {module} for Python: install Debian's {package}") : null;

    /// <summary>Starts a script, all of whose streams are the caller's.</summary>
    /// <param name="script">Its file's name.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="InvalidOperationException">There is no Python with the module.</exception>
    public Process Start(string script, params string[] arguments) => StartFile(Path.Combine(AppContext.BaseDirectory, "Peers", script), arguments);

    /// <summary>Starts a script of another folder.</summary>
    /// <param name="path">Its file.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="InvalidOperationException">There is no Python with the module.</exception>
    public Process StartFile(string path, params string[] arguments) => ForeignProgram.Start(Executable ?? throw new InvalidOperationException(WhyUnavailable()), [path, .. arguments]);

    /// <summary>Runs a script to its end.</summary>
    /// <param name="script">Its file's name.</param>
    /// <param name="input">What it reads.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <returns>The lines it wrote.</returns>
    /// <exception cref="InvalidOperationException">It failed, or there is no Python; the message is what it said.</exception>
    /// <exception cref="TimeoutException">It did not end, and was killed.</exception>
    public Task<string[]> RunAsync(string script, string input, params string[] arguments) => ForeignProgram.RunAsync(Start(script, arguments), input);

    private static bool Has(string python, string module)
    {
        try
        {
            using var process = ForeignProgram.Start(python, ["-c", $"import {module}"]);
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
