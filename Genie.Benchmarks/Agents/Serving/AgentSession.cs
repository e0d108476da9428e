using System.Collections.Concurrent;
using System.Security.Cryptography;
using Genie.Benchmarks.Agents.Identity;
using Genie.Benchmarks.Agents.Links;
using Genie.Benchmarks.Agents.Usage;
using Genie.Benchmarks.Commands;
using Genie.Benchmarks.Commands.Workers;
using Genie.Benchmarks.Load.Control;
using Genie.Benchmarks.Measurement;

namespace Genie.Benchmarks.Agents.Serving;

/// <summary>One controller's use of the agent, as long as its control link says something now and then. What it started ends with it.</summary>
/// <param name="controller">Whose.</param>
/// <param name="filesFolder">Where files of the controller's are kept.</param>
internal sealed class AgentSession(Peer controller, string filesFolder) : IAsyncDisposable
{
    /// <summary>A controller that has said nothing for that long is gone: it asks for the time every second.</summary>
    public static readonly TimeSpan SilenceMax = TimeSpan.FromSeconds(15);

    private const int SecretBytes = 16;
    private const int FloodMillisecondsMax = 5000;
    private static readonly TimeSpan DescribeTimeout = TimeSpan.FromSeconds(5);

    private readonly ConcurrentDictionary<string, ChildProgram> _children = [];
    private readonly ConcurrentBag<Task> _running = [];
    private readonly CancellationTokenSource _ended = new();
    private readonly KeptFiles _files = new(filesFolder);

    /// <summary>Whose it is.</summary>
    public Peer Controller => controller;

    /// <summary>What only its controller knows.</summary>
    public string Secret { get; } = RandomNumberGenerator.GetHexString(SecretBytes * 2);

    /// <summary>Answers until the controller has gone.</summary>
    public async Task RunAsync(LineStream link, CancellationToken cancellationToken)
    {
        await link.SendAsync(new AgentReply { Session = Secret, Machine = MachineReader.Read() }, AgentJsonContext.Default.AgentReply, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            using var silence = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            silence.CancelAfter(SilenceMax);
            if (await link.ReceiveAsync(AgentJsonContext.Default.AgentRequest, silence.Token).ConfigureAwait(false) is not { } request) return;
            var received = ClockReading.Now();
            var reply = await AnswerAsync(link, request, received, silence.Token).ConfigureAwait(false);
            await link.SendAsync(reply, AgentJsonContext.Default.AgentReply, silence.Token).ConfigureAwait(false);
        }
    }

    /// <summary>Starts a process and joins it to the link, until either has ended or the session has.</summary>
    public async Task StartAsync(LineStream link, AgentRequest request)
    {
        var running = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _running.Add(running.Task);
        try
        {
            string[] arguments = request.Role == AgentRole.Client ? [LoadCommand.Name, LoadCommand.ManyOption] : ["worker", "--controlled"];
            _ended.Token.ThrowIfCancellationRequested();
            await using var child = ChildProgram.StartSelf($"{request.Role}".ToLowerInvariant(), arguments);
            _children[request.Process] = child;
            await link.SendAsync(new AgentReply(), AgentJsonContext.Default.AgentReply, _ended.Token).ConfigureAwait(false);
            await StreamPump.RunAsync(link, link, child.Output, child.Input, _ended.Token).ConfigureAwait(false);
        }
        finally
        {
            running.SetResult();
        }
    }

    /// <summary>Ends all that was started; completes when it has.</summary>
    public async ValueTask DisposeAsync()
    {
        await _ended.CancelAsync().ConfigureAwait(false);
        await Task.WhenAll(_running).ConfigureAwait(false);
        _files.Dispose();
        _ended.Dispose();
    }

    private async Task<AgentReply> AnswerAsync(LineStream link, AgentRequest request, ClockReading received, CancellationToken cancellationToken)
    {
        switch (request.Verb)
        {
            case AgentVerb.Clock:
                return new AgentReply { Received = received, Sent = ClockReading.Now() };
            case AgentVerb.Usage:
                return new AgentReply { Usage = UsageMeter.Read() };
            case AgentVerb.Send:
                await ByteFlood.SendAsync(link, TimeSpan.FromMilliseconds(Math.Clamp(request.Milliseconds, 1, FloodMillisecondsMax)), cancellationToken).ConfigureAwait(false);
                return new AgentReply();
            case AgentVerb.Take:
                var (bytes, seconds) = await ByteFlood.TakeAsync(link, cancellationToken).ConfigureAwait(false);
                return new AgentReply { Bytes = bytes, Seconds = seconds };
            case AgentVerb.Keep:
                return await _files.TakeAsync(request, cancellationToken).ConfigureAwait(false);
            case AgentVerb.DescribeEnd:
                return new AgentReply { Ended = await DescribeEndAsync(request.Process).ConfigureAwait(false) };
            default:
                return new AgentReply { Error = $"An agent does not know how to '{request.Verb}'." };
        }
    }

    private async Task<string> DescribeEndAsync(string process)
    {
        if (!_children.TryGetValue(process, out var child)) return "The process was never started.";
        try
        {
            return await child.Ended.WaitAsync(DescribeTimeout).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            return "The process still runs, but its link was cut.";
        }
    }
}
