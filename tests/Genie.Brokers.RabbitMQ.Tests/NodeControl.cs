using System.Diagnostics;
using System.Text;

namespace Genie.Brokers.RabbitMQ.Tests;

/// <summary>Changes settings of a node of our own while it runs, by RabbitMQ's rabbitmqctl.</summary>
internal static class NodeControl
{
    private static readonly string[] Programs = ["/usr/lib/rabbitmq/bin/rabbitmqctl", "/usr/local/opt/rabbitmq/sbin/rabbitmqctl"];

    /// <summary>Has the node evaluate an expression of Erlang.</summary>
    public static async Task EvaluateAsync(int processId, string expression)
    {
        var start = new ProcessStartInfo(Programs.First(File.Exists), ["eval", expression]) { RedirectStandardOutput = true, RedirectStandardError = true };

        // Name, cookie and port mapper are the node's own.
        foreach (var variable in Encoding.UTF8.GetString(await File.ReadAllBytesAsync($"/proc/{processId}/environ")).Split('\0', StringSplitOptions.RemoveEmptyEntries))
        {
            var (name, value) = (variable[..variable.IndexOf('=', StringComparison.Ordinal)], variable[(variable.IndexOf('=', StringComparison.Ordinal) + 1)..]);
            if (name is "HOME" or "ERL_EPMD_PORT" or "ERL_EPMD_ADDRESS" || name.StartsWith("RABBITMQ_", StringComparison.Ordinal)) start.Environment[name] = value;
        }

        // What is the node's alone: its own ports and how it becomes the Erlang machine.
        foreach (var name in new[] { "RABBITMQ_DIST_PORT", "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS" }) start.Environment.Remove(name);
        using var process = Process.Start(start)!;
        using var timeout = new CancellationTokenSource(TimeSpan.FromMinutes(1));
        var (said, errors) = (process.StandardOutput.ReadToEndAsync(timeout.Token), process.StandardError.ReadToEndAsync(timeout.Token));
        await process.WaitForExitAsync(timeout.Token);
        Assert.True(process.ExitCode == 0, $"rabbitmqctl: {await said}{await errors}");
    }
}
