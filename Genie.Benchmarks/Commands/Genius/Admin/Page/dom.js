// What the sections share. All that comes from the server goes into the page as text.
export const byId = id => document.getElementById(id);

export function show(id, isShown) { byId(id).hidden = !isShown; }

export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

// A section's error, or none.
export function tell(id, error) {
  byId(id).textContent = error ? error.message : "";
  show(id, Boolean(error));
}

export function ask(text, yes) {
  const dialog = byId("confirm");
  byId("confirm-text").textContent = text;
  byId("confirm-yes").textContent = yes;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

export function instantOf(text) {
  if (!text) return "";
  const time = new Date(text), isToday = time.toDateString() === new Date().toDateString();
  return isToday ? time.toLocaleTimeString("en-GB") : time.toLocaleString("en-GB", { dateStyle: "short", timeStyle: "medium" });
}

export const countOf = number => Number(number ?? 0).toLocaleString("en");

// Rows by their keys: those that stay are filled anew and stay the same elements, so that the focus stays where it is.
export function fillRows(id, items, keyOf, columns) {
  const body = byId(id), rows = new Map([...body.rows].map(row => [row.dataset.key, row]));
  items.forEach((item, i) => {
    const key = keyOf(item);
    const row = rows.get(key) ?? make("tr");
    rows.delete(key);
    row.dataset.key = key;
    if (body.rows[i] !== row) body.insertBefore(row, body.rows[i] ?? null);
    row.item = item;
    columns.forEach((column, c) => fillCell(row, row.cells[c] ?? row.appendChild(cellOf(column, c)), column));
  });
  for (const row of rows.values()) row.remove();
}

function cellOf(column, i) {
  const cell = make(i === 0 ? "th" : "td", { className: column.kind ?? "" });
  if (i === 0) cell.scope = "row";
  cell.dataset.column = column.name;
  return cell;
}

function fillCell(row, cell, column) {
  if (column.actions) {
    const actions = column.actions(row.item);
    if (cell.dataset.actions === actions.map(each => each.text).join()) return;
    cell.dataset.actions = actions.map(each => each.text).join();
    cell.replaceChildren(...actions.map(each => make("button", { type: "button", textContent: each.text, ariaLabel: each.label, onclick: () => each.run(row.item) })));
    return;
  }

  const content = column.of(row.item);
  if (content instanceof Node) cell.replaceChildren(content);
  else if (cell.textContent !== `${content}`) cell.textContent = content;
}
