using System.Text.Json.Serialization;
using GameLicenseExample.Features.Bids;
using GameLicenseExample.Features.Kyc;
using GameLicenseExample.Features.Locator;
using GameLicenseExample.Features.Rewards;
using GameLicenseExample.Features.Rooms;
using GameLicenseExample.Features.Signals;
using GameLicenseExample.Features.Wallet;

namespace GameLicenseExample.Features;

/// <summary>How features' events are written.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Posted))]
[JsonSerializable(typeof(AuctionEvent))]
[JsonSerializable(typeof(RoomEvent))]
[JsonSerializable(typeof(ConsentChanged))]
[JsonSerializable(typeof(PlaceReported))]
[JsonSerializable(typeof(Observation))]
[JsonSerializable(typeof(KycEvent))]
[JsonSerializable(typeof(Review))]
[JsonSerializable(typeof(DocumentRequest))]
[JsonSerializable(typeof(RewardFailed))]
internal sealed partial class FeatureJson : JsonSerializerContext;
