import { ask, byId, countOf, fillRows, instantOf, make, show, tell } from "/admin/dom.js";
import { call } from "/admin/services.js";

let chosen = null, pages = 1;

const pathOf = name => `deliveries/${encodeURIComponent(name)}/deadLetters`;

const columns = [
  { name: "delivery", of: delivery => delivery.subscription },
  { name: "to", of: delivery => delivery.receiver },
  { name: "waiting", kind: "number", of: delivery => countOf(delivery.waiting) },
  { name: "dead", kind: "number", of: delivery => make("span", { className: delivery.dead ? "failed" : "", textContent: countOf(delivery.dead) }) },
  { name: "next attempt", of: delivery => delivery.nextDue ? `${instantOf(delivery.nextDue)}, after ${delivery.nextReason}` : delivery.waiting ? "now" : "" },
  { name: "do", kind: "actions", actions: delivery => delivery.dead ? [{ text: "dead letters", label: `dead letters of ${delivery.subscription}`, run: open }] : [] },
];

const letterColumns = [
  { name: "position", kind: "number", of: letter => letter.position },
  { name: "event", of: letter => letter.type ? `${letter.type} of ${letter.stream}` : "no longer in the store" },
  { name: "recorded", kind: "time", of: letter => instantOf(letter.recordedAt) },
  { name: "attempts", kind: "number", of: letter => letter.attempts },
  { name: "reason", of: letter => letter.reason },
  { name: "do", kind: "actions", actions: letter => [{ text: "retry", label: `retry ${letter.position}`, run: each => requeue({ positions: [each.position] }) }] },
];

export async function refreshDeliveries() {
  const { deliveries } = await call("GET", "deliveries");
  fillRows("deliveries-rows", deliveries, delivery => delivery.subscription, columns);
  show("deliveries-none", deliveries.length === 0);
  if (chosen) await refreshLetters();
}

async function refreshLetters() {
  const letters = [];
  let answer = { hasMore: true };
  for (let page = 0; page < pages && answer.hasMore; page++) {
    answer = await call("GET", `${pathOf(chosen)}?after_position=${letters.at(-1)?.position ?? 0}`);
    letters.push(...answer.letters);
  }
  byId("letters-title").textContent = `Dead letters of ${chosen}: ${letters.length ? countOf(letters.length) : "none"}${answer.hasMore ? " and more" : ""}`;
  fillRows("letters-rows", letters, letter => letter.position, letterColumns);
  byId("letters-all").disabled = letters.length === 0;
  show("letters-more", answer.hasMore);
}

async function attempt(run) {
  try {
    await run();
    tell("deliveries-error");
  } catch (error) {
    tell("deliveries-error", error);
  }
}

async function open(delivery) {
  chosen = delivery.subscription;
  pages = 1;
  await attempt(refreshLetters);
  show("letters", true);
  byId("letters-title").focus();
}

async function requeue(request) {
  await attempt(async () => {
    const answer = await call("POST", `${pathOf(chosen)}:requeue`, request);
    byId("deliveries-result").textContent = `${countOf(answer.requeued)} tried again; ${countOf(answer.dead)} dead letters are left.`;
    await refreshDeliveries();
  });
}

export function listenForDeliveries() {
  byId("letters-all").addEventListener("click", async () => {
    if (await ask(`Try all dead letters of ${chosen} again?`, "Retry all")) await requeue({ all: true });
  });
  byId("letters-more").addEventListener("click", () => {
    pages++;
    attempt(refreshLetters);
  });
  byId("letters-close").addEventListener("click", () => {
    chosen = null;
    show("letters", false);
  });
}
