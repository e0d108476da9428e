using System.Diagnostics;

namespace Genie.Benchmarks.Tests.Agents;

/// <summary>
/// A machine in the middle, and others on a wire of their own to it, all on this machine: Linux network namespaces. The one in the middle has 10.98.N.1 on the N-th wire, whose other end has 10.98.N.2.
/// </summary>
internal sealed class NetworkNamespaces : IDisposable
{
    private readonly string _prefix = $"genie{Environment.ProcessId}";
    private readonly List<string> _names = [];

    private NetworkNamespaces()
    {
    }

    /// <summary>What runs a program in the middle.</summary>
    public string[] Middle => Exec(0);

    /// <summary>The middle's address on the first wire, which all can reach.</summary>
    public static string MiddleAddress => "10.98.1.1";

    /// <summary>Makes the middle and some others.</summary>
    /// <returns>Them, or null and why they cannot be had here.</returns>
    public static (NetworkNamespaces? Namespaces, string? Lack) Create(int others)
    {
        if (!OperatingSystem.IsLinux()) return (null, "network namespaces are Linux'");
        var namespaces = new NetworkNamespaces();
        try
        {
            for (var number = 0; number <= others; number++)
            {
                if (namespaces.Add(number) is { } lack)
                {
                    namespaces.Dispose();
                    return (null, lack);
                }
            }

            for (var number = 1; number <= others; number++) namespaces.Connect(number);
            return (namespaces, null);
        }
        catch
        {
            namespaces.Dispose();
            throw;
        }
    }

    /// <summary>What runs a program in one of the others, from 1.</summary>
    public string[] Exec(int number) => ["ip", "netns", "exec", _names[number]];

    /// <summary>The address of one of the others.</summary>
    public static string AddressOf(int number) => $"10.98.{number}.2";

    /// <summary>Lets a wire carry no more than so many megabits a second, both ways.</summary>
    /// <returns>Why it cannot; null if it does.</returns>
    public string? Limit(int number, int megabits)
    {
        string[] limit = ["root", "tbf", "rate", $"{megabits}mbit", "burst", "32kb", "latency", "400ms"];
        return Try("ip", ["netns", "exec", _names[number], "tc", "qdisc", "add", "dev", "wire", .. limit])
            ?? Try("ip", ["netns", "exec", _names[0], "tc", "qdisc", "add", "dev", $"wire{number}", .. limit]);
    }

    /// <summary>Cuts a wire: nobody is told.</summary>
    public void Cut(int number) => Run("ip", "-n", _names[0], "link", "set", $"wire{number}", "down");

    public void Dispose()
    {
        foreach (var name in _names) Try("ip", ["netns", "del", name]);
    }

    private string? Add(int number)
    {
        var name = $"{_prefix}-{number}";
        if (Try("ip", ["netns", "add", name]) is { } lack) return $"no network namespaces here: {lack}";
        _names.Add(name);
        Run("ip", "-n", name, "link", "set", "lo", "up");
        return null;
    }

    private void Connect(int number)
    {
        var (middle, other, wire) = (_names[0], _names[number], $"wire{number}");
        Run("ip", "link", "add", wire, "netns", middle, "type", "veth", "peer", "name", "wire", "netns", other);
        Run("ip", "-n", middle, "addr", "add", $"10.98.{number}.1/24", "dev", wire);
        Run("ip", "-n", other, "addr", "add", $"{AddressOf(number)}/24", "dev", "wire");
        Run("ip", "-n", middle, "link", "set", wire, "up");
        Run("ip", "-n", other, "link", "set", "wire", "up");
        Run("ip", "-n", other, "route", "add", "default", "via", $"10.98.{number}.1");
    }

    private static void Run(string program, params string[] arguments)
    {
        if (Try(program, arguments) is { } error) throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {error}");
    }

    private static string? Try(string program, IEnumerable<string> arguments)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
            var error = process.StandardError.ReadToEnd();
            process.WaitForExit();
            return process.ExitCode == 0 ? null : error.Trim();
        }
        catch (System.ComponentModel.Win32Exception missing)
        {
            return missing.Message;
        }
    }
}
