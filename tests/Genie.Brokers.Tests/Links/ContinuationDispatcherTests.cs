using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Genie.Brokers.Links;

namespace Genie.Brokers.Tests.Links;

/// <summary>Who runs what waits for an answer: the thread that read it, without holding up the link.</summary>
public sealed class ContinuationDispatcherTests : IDisposable
{
    private static readonly TimeSpan SafetyNet = TimeSpan.FromSeconds(60);
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);

    public ContinuationDispatcherTests() => _listener.Start();

    [Fact]
    public async Task A_lone_answer_is_gone_on_with_by_the_thread_that_read_it()
    {
        await using var session = await OpenAsync();
        using var peer = await _listener.AcceptSocketAsync();
        for (var i = 0; i < 20; i++)
        {
            var asked = ThreadAfterAsync(session.AskAsync());
            await peer.SendAsync(BitConverter.GetBytes(i));
            var (answer, thread) = await asked.WaitAsync(SafetyNet);
            Assert.Equal((i, session.ReaderThread), (answer, thread));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_caller_that_blocks_holds_up_no_other(bool inOneRead)
    {
        await using var session = await OpenAsync();
        using var peer = await _listener.AcceptSocketAsync();
        using var others = new CountdownEvent(7);
        var blocked = Enumerable.Range(0, 4).Select(_ => BlockAfterAsync(session.AskAsync(), others)).ToList();
        var signalling = Enumerable.Range(0, 7).Select(_ => SignalAfterAsync(session.AskAsync(), others)).ToList();
        blocked.Add(BlockAfterAsync(session.AskAsync(), others));

        // The last one blocks too: the thread that reads is left with it.
        var answers = MemoryMarshal.AsBytes<int>(Enumerable.Range(0, 12).ToArray()).ToArray();
        if (inOneRead) await peer.SendAsync(answers);
        else
            for (var i = 0; i < answers.Length; i += sizeof(int)) await peer.SendAsync(answers.AsMemory(i, sizeof(int)));
        await Task.WhenAll(signalling).WaitAsync(SafetyNet);
        await Task.WhenAll(blocked).WaitAsync(SafetyNet);
    }

    public void Dispose() => _listener.Dispose();

    private static async Task<(int Answer, int Thread)> ThreadAfterAsync(ValueTask<int> answer) => (await answer.ConfigureAwait(false), Environment.CurrentManagedThreadId);

    private static async Task BlockAfterAsync(ValueTask<int> answer, CountdownEvent others)
    {
        await answer.ConfigureAwait(false);
        others.Wait(SafetyNet);
    }

    private static async Task SignalAfterAsync(ValueTask<int> answer, CountdownEvent others)
    {
        await answer.ConfigureAwait(false);
        others.Signal();
    }

    private ValueTask<AnswerSession> OpenAsync() => AnswerSession.OpenAsync(new LinkOptions { Broker = "test", Host = "127.0.0.1", Port = ((IPEndPoint)_listener.LocalEndpoint).Port });
}
