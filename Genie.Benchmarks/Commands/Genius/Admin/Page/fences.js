import { byId, countOf, fillRows, instantOf, make, show, tell } from "/admin/dom.js";
import { FenceMap, zoomStep } from "/admin/map.js";
import { call } from "/admin/services.js";

const map = new FenceMap(byId("map"));
let shown = "";

const keyColumns = [
  { name: "key", of: key => key.event.key },
  { name: "last event", of: key => key.event.kind },
  { name: "time", kind: "time", of: key => instantOf(key.event.time) },
  { name: "value", kind: "number", of: key => key.event.value },
  { name: "place", of: key => `${key.event.latitude}, ${key.event.longitude}` },
  { name: "metres", kind: "number", of: key => key.metres ? Math.round(key.metres).toLocaleString("en") : "" },
  { name: "rules", of: key => key.rules.join(", ") },
];

export async function refreshFences() {
  const answer = await call("GET", "fences");
  const text = JSON.stringify(answer);
  if (text === shown) return;
  shown = text;
  const fences = answer.fences.map(fence => ({ name: `${fence.geofence}: ${fence.fence}`, rings: fence.rings.map(ring => ring.coordinates) }));
  byId("fences-count").textContent = `${countOf(fences.length)}${answer.hasMore ? " and more" : ""}`;
  byId("fences-list").replaceChildren(...fences.map(fence => make("li", {}, make("button", { type: "button", textContent: fence.name, disabled: fence.rings.length === 0, title: fence.rings.length ? "" : "Its outline is not known.", onclick: () => map.choose(fence.name) }))));
  map.showFences(fences);
}

export async function refreshKeys() {
  const request = {}, [latitude, longitude] = [byId("keys-latitude").value, byId("keys-longitude").value];
  if (byId("keys-where").value.trim()) request.where = { text: byId("keys-where").value };
  if (latitude !== "" && longitude !== "") request.near = { latitude: Number(latitude), longitude: Number(longitude) };
  const { keys } = await call("POST", "keys:find", request);
  fillRows("keys-rows", keys, key => key.event.key, keyColumns);
  byId("keys-count").textContent = `${countOf(keys.length)}${keys.length === 100 ? ", the first" : ""}`;
  show("keys-none", keys.length === 0);
  map.showPlaces(keys.map(key => ({ name: key.event.key, longitude: key.event.longitude, latitude: key.event.latitude })));
}

export function listenForFences() {
  byId("map-in").addEventListener("click", () => map.zoom(zoomStep));
  byId("map-out").addEventListener("click", () => map.zoom(1 / zoomStep));
  byId("map-all").addEventListener("click", () => map.showAll());
  byId("keys-form").addEventListener("submit", async event => {
    event.preventDefault();
    try {
      await refreshKeys();
      tell("keys-error");
    } catch (error) {
      tell("keys-error", error);
    }
  });
}
