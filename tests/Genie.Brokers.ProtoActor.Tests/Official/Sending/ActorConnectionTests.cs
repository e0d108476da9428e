using Genie.Brokers.ProtoActor.Official.Sending;
using Proto;

namespace Genie.Brokers.ProtoActor.Tests.Official.Sending;

public sealed class ActorConnectionTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(30);

    [Fact]
    public async Task A_loss_that_the_library_tells_while_it_holds_up_a_send_ends_both()
    {
        var link = new LockingLink();
        await using var connection = new ActorConnection("c", new ConnectionOptions(), new ProtoActorOptions(), link);
        var pending = connection.RequestAsync(new byte[1], default).AsTask();
        var sending = Task.Run(async () => await connection.SendAsync(new byte[1], default));
        await link.LoseDuringSendAsync().WaitAsync(Timeout);
        await sending.WaitAsync(Timeout);
        await Assert.ThrowsAsync<LinkLostException>(() => pending.WaitAsync(Timeout));
    }

    /// <summary>As Proto.Remote does it: sends take a lock, and who lost an endpoint tells of it with that lock in hand.</summary>
    private sealed class LockingLink : IActorLink
    {
        private readonly ActorSystem _system = new();
        private readonly Lock _lock = new();
        private readonly TaskCompletionSource _isSending = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ManualResetEventSlim _mayGoOn = new();
        private Action<BrokerException> _lost = static _ => { };

        public ActorSession? Session { get; private set; }

        public void Attach(Func<ActorSystem, Process> answers, Action<BrokerException> lost)
        {
            _lost = lost;
            var (target, _) = _system.ProcessRegistry.TryAdd("target", new Target(_system, Take));
            Session = ActorSession.Open(_system, target, answers);
        }

        public ValueTask<ActorSession> OpenSessionAsync(CancellationToken cancellationToken) => ValueTask.FromResult(Session!);

        public void OnUndeliverable()
        {
        }

        public Task LoseDuringSendAsync() => Task.Run(async () =>
        {
            await _isSending.Task;
            lock (_lock)
            {
                _mayGoOn.Set();
                _lost(new LinkLostException("protoactor", "it was killed"));
            }
        });

        public async ValueTask DisposeAsync()
        {
            await _system.ShutdownAsync("the test ended");
            _mayGoOn.Dispose();
        }

        private void Take(bool isOneWay)
        {
            if (!isOneWay) return;
            _isSending.TrySetResult();
            _mayGoOn.Wait();
            lock (_lock)
            {
            }
        }
    }

    private sealed class Target(ActorSystem system, Action<bool> take) : Process(system)
    {
        protected override void SendUserMessage(PID pid, object message) => take(MessageEnvelope.UnwrapSender(message) is null);

        protected override void SendSystemMessage(PID pid, Proto.Mailbox.SystemMessage message)
        {
        }
    }
}
