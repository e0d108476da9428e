// The services of the server as HTTP with JSON, with the key that the user entered. It is kept for this tab alone.
const keyName = "genius-key";

export class ServiceError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

export function hasKey() { return Boolean(sessionStorage.getItem(keyName)); }

export function useKey(key) {
  if (key) sessionStorage.setItem(keyName, key);
  else sessionStorage.removeItem(keyName);
}

async function send(method, path, body, signal) {
  const headers = {};
  const key = sessionStorage.getItem(keyName);
  if (key) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const answer = await fetch(`/v1/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, cache: "no-store", redirect: "error" });
  if (answer.ok) return answer;
  const text = await answer.text();
  let message = text || `HTTP ${answer.status}`;
  try {
    message = JSON.parse(text).message || message;
  } catch {
    // Not of the services: told as it is.
  }
  throw new ServiceError(answer.status, answer.status === 401 ? "The server wants an API key." : message);
}

export async function call(method, path, body) { return (await send(method, path, body)).json(); }

// Facts as they come, a line each, until the server ends it.
export async function* lines(path, signal) {
  const answer = await send("GET", path, undefined, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const complete = (rest + part.value).split("\n");
    rest = complete.pop();
    for (const line of complete) if (line) yield JSON.parse(line);
  }
}
