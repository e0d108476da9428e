import { colourOf } from "./colours.js";

const number = new Intl.NumberFormat("en");
const byId = id => document.getElementById(id);
const rows = new Map();
let killed = null;

export function showStatus(status) {
  byId("ships").textContent = number.format(status.ships);
  byId("unserved").textContent = number.format(status.unserved);
  byId("sent").textContent = number.format(status.sent);
  byId("pending").textContent = number.format(status.sent - status.confirmed);
  byId("resent").textContent = number.format(status.resent);
  byId("handed").textContent = number.format(status.handedOver);
  showServers(status.servers);
  if (killed && status.takeovers.some(takeover => takeover.server === killed)) [killed, byId("told").textContent] = [null, ""];
  byId("takeovers").replaceChildren(...status.takeovers.slice(-8).reverse().map(takeover => row([takeover.server, seconds(takeover.zonesSeconds), seconds(takeover.shipsSeconds)])));
}

export function showBest(ships) {
  const best = [...ships].filter(ship => ship.kills > 0).sort((a, b) => b.kills - a.kills || a.id - b.id).slice(0, 5);
  byId("best").replaceChildren(...best.map(ship => element("li", `ship ${ship.id}: ${ship.kills}`)));
}

// Rows stay while their servers do: a button that is made anew twice a second cannot be pressed.
function showServers(servers) {
  for (const server of servers) {
    if (!rows.has(server.name)) rows.set(server.name, serverRow(server.name));
    const cells = rows.get(server.name).children;
    rows.get(server.name).className = server.isAlive ? "" : "dead";
    cells[1].textContent = server.isAlive ? server.zones : "killed";
    cells[2].textContent = server.isAlive ? server.clients : "";
    cells[3].firstChild.hidden = !server.isAlive;
  }

  for (const name of rows.keys()) if (!servers.some(server => server.name === name)) rows.delete(name);
  const wanted = servers.map(server => rows.get(server.name));
  const shown = [...byId("servers").children];
  if (wanted.length !== shown.length || wanted.some((one, i) => one !== shown[i])) byId("servers").replaceChildren(...wanted);
}

function serverRow(name) {
  const made = row([name, "", "", ""]);
  const swatch = element("span", "");
  swatch.className = "swatch";
  swatch.style.background = colourOf(name);
  made.firstChild.prepend(swatch);
  const button = element("button", "Kill");
  button.setAttribute("aria-label", `Kill server ${name}`);
  button.addEventListener("click", () => kill(name));
  made.lastChild.append(button);
  return made;
}

async function kill(name) {
  const answer = await fetch(`servers/${encodeURIComponent(name)}/kill`, { method: "POST", headers: { "Genie-Action": "kill" } }).catch(() => null);
  killed = answer?.ok ? name : null;
  byId("told").textContent = answer?.ok ? `Server ${name} was killed; its zones wait for their lease to end.`
    : answer?.status === 409 ? "The last server cannot be killed." : "The game cannot be reached.";
}

function row(texts) {
  const made = document.createElement("tr");
  made.append(...texts.map((text, i) => Object.assign(element("td", text), { className: i > 0 ? "number" : "" })));
  return made;
}

const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });
const seconds = value => value === null ? "not yet" : `${value.toFixed(1)} s`;
