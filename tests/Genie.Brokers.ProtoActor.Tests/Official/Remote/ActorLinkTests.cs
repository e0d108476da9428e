using Genie.Brokers.Multiplexing;
using Genie.Brokers.ProtoActor.Official.Messages;
using Genie.Brokers.ProtoActor.Official.Remote;
using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;
using Proto.Remote;

namespace Genie.Brokers.ProtoActor.Tests.Official.Remote;

/// <summary>Another process that takes what it is told and answers when the test says so, as one does whose link is ending.</summary>
public sealed class ActorLinkTests
{
    private const string Address = "elsewhere:1";
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_request_is_told_once_the_other_process_has_answered_however_often_it_must_be_asked()
    {
        await using var scene = new Scene();
        scene.Other.Ignores = 2;
        using var reply = await scene.Connection.RequestAsync(new byte[] { 1, 2 }, default).AsTask().WaitAsync(Timeout);
        Assert.Equal([1, 2], reply.Payload.ToArray());
        Assert.Equal(3, scene.Other.Touches);
    }

    [Fact]
    public async Task After_a_loss_the_other_process_must_answer_anew()
    {
        await using var scene = new Scene();
        (await scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout)).Dispose();
        scene.Lose("another:1");
        (await scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout)).Dispose();
        Assert.Equal(1, scene.Other.Touches);
        scene.Lose(Address);
        (await scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout)).Dispose();
        Assert.Equal(2, scene.Other.Touches);
    }

    [Fact]
    public async Task A_loss_ends_nothing_that_is_sent_after_it()
    {
        await using var scene = new Scene();
        for (var i = 0; i < 300; i++)
        {
            (await scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout)).Dispose();
            scene.Lose(Address);
        }
    }

    [Fact]
    public async Task A_loss_ends_a_request_that_waits_for_the_other_process_and_a_send_too()
    {
        await using var scene = new Scene();
        scene.Other.Ignores = int.MaxValue;
        var request = scene.Connection.RequestAsync(new byte[1], default).AsTask();
        await scene.Other.Touched.WaitAsync(Timeout);
        var send = scene.Connection.SendAsync(new byte[1], default).AsTask();
        scene.Lose(Address);
        await Assert.ThrowsAsync<LinkLostException>(() => request.WaitAsync(Timeout));

        // It may have begun to wait after the loss; then the next one ends it.
        using var timeout = new CancellationTokenSource(Timeout);
        while (!send.IsCompleted)
        {
            scene.Lose(Address);
            await Task.Delay(10, timeout.Token);
        }

        await Assert.ThrowsAsync<LinkLostException>(() => send);
    }

    [Fact]
    public async Task A_message_that_met_nobody_ends_what_is_pending()
    {
        await using var scene = new Scene();
        scene.Other.IsNobody = true;
        await Assert.ThrowsAsync<LinkLostException>(() => scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout));
    }

    [Fact]
    public async Task A_process_that_never_answers_ends_a_request_at_its_time_out()
    {
        await using var scene = new Scene(TimeSpan.FromMilliseconds(50));
        scene.Other.Ignores = int.MaxValue;
        await Assert.ThrowsAsync<RequestTimeoutException>(() => scene.Connection.RequestAsync(new byte[1], default).AsTask().WaitAsync(Timeout));
    }

    private sealed class Scene : IAsyncDisposable
    {
        private readonly ActorSystem _system = new();

        public Scene(TimeSpan? requestTimeout = null)
        {
            Other = new Elsewhere(_system);
            _system.ProcessRegistry.RegisterHostResolver(_ => Other);
            var options = new ConnectionOptions { RequestTimeout = requestTimeout ?? TimeSpan.FromHours(1) };
            Connection = new ActorConnection("c", options, new ProtoActorOptions(), new Link(_system));
        }

        public Elsewhere Other { get; }

        public ActorConnection Connection { get; }

        public void Lose(string address) => _system.EventStream.Publish(new EndpointTerminatedEvent(true, address, null));

        public async ValueTask DisposeAsync()
        {
            await Connection.DisposeAsync();
            await _system.ShutdownAsync("the test ended");
        }
    }

    private sealed class Link(ActorSystem system) : ActorLink(TimeSpan.FromHours(1))
    {
        protected override ValueTask<(ActorSystem System, PID Target)> FindAsync(CancellationToken cancellationToken) =>
            ValueTask.FromResult((system, PID.FromAddress(Address, "target")));

        protected override string LossOf(PID target) => $"{target.Address} was lost";

        protected override ValueTask DisposeCoreAsync() => ValueTask.CompletedTask;
    }

    private sealed class Elsewhere(ActorSystem system) : Process(system)
    {
        private readonly TaskCompletionSource _touched = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public int Ignores { get; set; }

        public bool IsNobody { get; set; }

        public int Touches { get; private set; }

        public Task Touched => _touched.Task;

        protected override void SendUserMessage(PID pid, object message)
        {
            var (content, sender, _) = Proto.MessageEnvelope.Unwrap(message);
            if (content is Touch)
            {
                Touches++;
                _touched.TrySetResult();
                if (Touches > Ignores) System.Root.Send(sender!, new Touched { Who = pid });
            }
            else if (IsNobody)
            {
                System.Root.Send(sender!, new DeadLetterResponse { Target = pid });
            }
            else if (content is ActorRequest { Kind: ActorRequestKind.Request } request)
            {
                System.Root.Send(sender!, new ActorAnswer(request.Correlation, (byte[])[ReplyEnvelope.Success, .. request.Body.Span]));
            }
        }

        protected override void SendSystemMessage(PID pid, Proto.Mailbox.SystemMessage message)
        {
        }
    }
}
