using System.ComponentModel;

namespace Genie.Testing;

/// <summary>Debian's Ruby with its gRPC.</summary>
public static class RubyPeer
{
    private static readonly Lazy<string?> Found = new(() => new[] { "/usr/bin/ruby", "ruby" }.FirstOrDefault(HasGrpc));

    /// <summary>A Ruby that has gRPC, or null.</summary>
    public static string? Executable => Found.Value;

    /// <summary>Why tests with it must be skipped, or null; in CI, where it can be installed, an error.</summary>
    public static string? WhyUnavailable() => Executable is null ? ForeignProgram.Missing("no grpc for Ruby: install Debian's ruby-grpc") : null;

    private static bool HasGrpc(string ruby)
    {
        try
        {
            using var process = ForeignProgram.Start(ruby, ["-e", "require 'grpc/health/checker'"]);
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (Win32Exception)
        {
            return false;
        }
    }
}
