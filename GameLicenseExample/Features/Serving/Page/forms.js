"use strict";
const refreshMilliseconds = 2000, reportMilliseconds = 10000, refused = 409;

function valuesOf(form) {
  const values = {};
  for (const input of form.querySelectorAll("input")) {
    if (input.value !== "" || input.type !== "number") values[input.name] = input.type === "number" ? Number(input.value) : input.value.trim();
  }
  return values;
}

const say = (form, text, isGood) => form.querySelector("output").replaceChildren(mark(text, isGood));

// A request that was not answered is sent again under the same name, so that it takes effect once; what was refused left no trace.
async function post(form, path, values) {
  const sent = JSON.stringify(values);
  if (form.dataset.sent !== sent) Object.assign(form.dataset, { sent, request: crypto.randomUUID() });
  try {
    const response = await ask(path, { request: form.dataset.request, ...values });
    delete form.dataset.sent;
    return response.status === 204 ? null : await response.json();
  } catch (error) {
    if (error.status === refused) delete form.dataset.sent;
    throw error;
  }
}

const wordsOf = answer => answer === null ? "done" : answer.roll !== undefined ? `rolled ${answer.roll}` : answer.digest ? `taken in as ${answer.digest.slice(0, 8)}` : "done";
const placeOf = found => `${found.name}: ${number(Math.round(found.metres))} m`;

async function join(form, values) {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const name = `secret/${values.room}/${values.player}`;
  const kept = sessionStorage.getItem(name) ?? hex(secret);
  sessionStorage.setItem(name, kept);
  const commitment = await commit(values.room, values.player, Uint8Array.from(kept.match(/../g), each => parseInt(each, 16)));
  return wordsOf(await post(form, "/rooms/join", { ...values, commitment }));
}

async function reveal(form, values) {
  const secret = sessionStorage.getItem(`secret/${values.room}/${values.player}`);
  if (!secret) throw new Error("This browser has no secret of that player in that room.");
  return wordsOf(await post(form, "/rooms/reveal", { ...values, secret }));
}

async function locate(form, values) {
  const found = await (await ask("/signals/locate", { [values.network]: values.levelDbm })).json();
  return `${found.latitude.toFixed(5)}, ${found.longitude.toFixed(5)} ± ${distance(found.errorMetres)}${found.status === "steady" ? "" : ", uncertain"}`;
}

async function find(form, values) {
  const found = await read(`${form.dataset.get}?${new URLSearchParams(values)}`);
  return found.length ? found.map(placeOf).join("; ") : "nobody and nothing is known there";
}

const actions = { join, reveal, locate };
for (const form of document.querySelectorAll("main form")) {
  form.append(element("output", ""));
  form.onsubmit = async event => {
    event.preventDefault();
    try {
      const values = valuesOf(form);
      const act = actions[form.id] ?? (form.dataset.get ? find : async () => wordsOf(await post(form, form.dataset.post, values)));
      say(form, await act(form, values), true);
      await refresh();
    } catch (error) {
      say(form, error instanceof TypeError ? "The server does not answer. Press again: it takes effect once." : error.message, false);
    }
  };
}

byId("door").onsubmit = event => {
  event.preventDefault();
  sessionStorage.setItem(keyName, valuesOf(event.target).key);
  refresh().then(refreshReport).catch(showError);
};

for (const button of document.querySelectorAll("[data-download]")) {
  button.onclick = async () => {
    try {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await (await ask(`/report.${button.dataset.download}`)).blob());
      link.download = `plays.${button.dataset.download}`;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      showError(error);
    }
  };
}

setInterval(refresh, refreshMilliseconds);
setInterval(() => refreshReport().catch(showError), reportMilliseconds);
refresh().then(refreshReport).catch(showError);
