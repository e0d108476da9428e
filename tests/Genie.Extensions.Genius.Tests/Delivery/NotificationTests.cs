using System.Text;
using Genie.Extensions.Genius.Delivery.Push;
using Genie.Extensions.Genius.Delivery.Notifications;
using Genie.Extensions.Genius.Tests.Tools;
using Genie.Testing;

namespace Genie.Extensions.Genius.Tests.Delivery;

public sealed class NotificationTests : IDisposable
{
    private readonly StoreFolder _folder = new();
    private readonly ManualClock _clock = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Events_become_one_email_each_however_often_they_are_tried()
    {
        var sink = new FileEmailSink(Folder, _clock);
        var channel = new EmailChannel(sink, attempt => new EmailMessage("", "genius@example.com", "hall@example.com", $"Play {attempt.Event.Version}", "A play was made.\nGrüße"));
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "1");
        await RunUntilAsync(store, channel, files: 1);
        await channel.DeliverAsync(new DeliveryAttempt("mail_1", (await store.ReadAsync("machine-7"))[0], 2), default);

        var file = Assert.Single(Directory.GetFiles(Folder));
        Assert.Equal("mail_1.eml", Path.GetFileName(file));
        var lines = await File.ReadAllLinesAsync(file);
        Assert.Contains("Subject: Play 1", lines);
        Assert.Contains("Date: Thu, 01 Jan 1970 00:00:00 +0000", lines);
        Assert.Equal("A play was made.\nGrüße", Encoding.UTF8.GetString(Convert.FromBase64String(string.Concat(lines.SkipWhile(line => line.Length > 0)))));
    }

    [Fact]
    public async Task A_long_subject_in_any_language_survives_in_encoded_words()
    {
        var subject = string.Concat(Enumerable.Repeat("Spielstätte – 遊戯場 🎰 ", 8)).Trim();
        await new FileEmailSink(Folder, _clock).SendAsync(new EmailMessage("a", "a@example.com", "b@example.com", subject, ""), default);
        var lines = await File.ReadAllLinesAsync(Path.Combine(Folder, "a.eml"));
        var words = lines.SkipWhile(line => !line.StartsWith("Subject:", StringComparison.Ordinal)).TakeWhile(line => !line.StartsWith("Date:", StringComparison.Ordinal))
            .Select(line => line.Replace("Subject:", "", StringComparison.Ordinal).Trim()).ToArray();
        Assert.All(words, word => Assert.True(word.Length <= 75));
        Assert.Equal(subject, string.Concat(words.Select(word => new UTF8Encoding(false, throwOnInvalidBytes: true).GetString(Convert.FromBase64String(word["=?utf-8?B?".Length..^2])))));
    }

    [Fact]
    public async Task Events_become_text_messages()
    {
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "1");
        await RunUntilAsync(store, new SmsChannel(new FileSmsSink(Folder), attempt => new SmsMessage("", "+12155550123", $"Play {attempt.Event.Version}")), files: 1);
        Assert.Equal("+12155550123\n\nPlay 1\n", await File.ReadAllTextAsync(Path.Combine(Folder, "mail_1.txt")));
    }

    [Fact]
    public async Task A_line_break_in_a_header_is_refused()
    {
        var sink = new FileEmailSink(Folder, _clock);
        await Assert.ThrowsAsync<ArgumentException>(async () => await sink.SendAsync(new EmailMessage("a", "a@example.com", "b@example.com", "Hello\r\nBcc: all@example.com", ""), default));
        await Assert.ThrowsAsync<ArgumentException>(async () => await sink.SendAsync(new EmailMessage("../a", "a@example.com", "b@example.com", "Hello", ""), default));
        Assert.Empty(Directory.GetFiles(Folder));
    }

    [Fact]
    public async Task A_sender_that_throws_is_tried_again()
    {
        await using var store = await _folder.OpenAsync(_clock);
        await store.AppendTextAsync("machine-7", "1");
        await RunUntilAsync(store, new SmsChannel(new Moody(new FileSmsSink(Folder)), _ => new SmsMessage("", "+12155550123", "Hello")), files: 1);
        Assert.Equal([DeliveryEvents.Began, DeliveryEvents.AttemptFailed, DeliveryEvents.Delivered], (await store.ReadAsync("delivery/mail")).Select(each => each.Type));
    }

    private string Folder => Path.Combine(_folder.Path, "out");

    private async Task RunUntilAsync(Genie.EventStore.IEventStore store, IDeliveryChannel channel, int files)
    {
        using var worker = new DeliveryWorker(store, channel, new DeliveryOptions { Subscription = "mail", Clock = _clock, Jitter = () => 0 });
        using var stop = new CancellationTokenSource();
        var running = worker.RunAsync(stop.Token);
        await Until.TrueAsync(() => running.IsFaulted || store.ReadAsync("delivery/mail").GetAwaiter().GetResult().Count(each => each.Type == DeliveryEvents.Delivered) == files);
        await stop.CancelAsync();
        await running;
    }

    private sealed class Moody(ISmsSender sender) : ISmsSender
    {
        private bool _isGood;

        public ValueTask SendAsync(SmsMessage message, CancellationToken cancellationToken)
        {
            if (_isGood) return sender.SendAsync(message, cancellationToken);
            _isGood = true;
            throw new IOException("The modem is asleep.");
        }
    }
}
