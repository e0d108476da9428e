namespace Genie.Datagrams.Zones.Tests.World;

/// <summary>Halts a server as a suspended machine is: no timer fires and no message is handled; all of it comes when it goes on.</summary>
internal sealed class Pause
{
    private readonly Queue<Action> _missed = new();

    public Pause(TimeProvider time) => Time = new PausedTime(this, time);

    public TimeProvider Time { get; }

    public bool IsHeld { get; private set; }

    public IDatagramHandler Around(IDatagramHandler handler) => new PausedHandler(this, handler);

    public void Hold() => IsHeld = true;

    public void GoOn()
    {
        IsHeld = false;
        while (_missed.TryDequeue(out var action)) action();
    }

    private void Do(Action action)
    {
        if (IsHeld) _missed.Enqueue(action);
        else action();
    }

    private sealed class PausedHandler(Pause pause, IDatagramHandler handler) : IDatagramHandler
    {
        public void OnConnecting(ConnectionRequest request) => handler.OnConnecting(request);

        public void OnConnected(DatagramConnection connection, ReadOnlySpan<byte> handshakeData)
        {
            var copy = handshakeData.ToArray();
            pause.Do(() => handler.OnConnected(connection, copy));
        }

        public void OnMessage(DatagramConnection connection, ReadOnlySpan<byte> message, MessageInfo info)
        {
            var copy = message.ToArray();
            pause.Do(() => handler.OnMessage(connection, copy, info));
        }

        public void OnDisconnected(DatagramConnection connection, DisconnectReason reason, ReadOnlySpan<byte> data)
        {
            var copy = data.ToArray();
            pause.Do(() => handler.OnDisconnected(connection, reason, copy));
        }
    }

    private sealed class PausedTime(Pause pause, TimeProvider time) : TimeProvider
    {
        public override long TimestampFrequency => time.TimestampFrequency;

        public override long GetTimestamp() => time.GetTimestamp();

        public override DateTimeOffset GetUtcNow() => time.GetUtcNow();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            time.CreateTimer(given => pause.Do(() => callback(given)), state, dueTime, period);
    }
}
