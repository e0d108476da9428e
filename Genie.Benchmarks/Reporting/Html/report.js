"use strict";
const enhanceReport = () => {
  const valueOf = cell => {
    const text = cell?.dataset.value ?? cell?.textContent.replaceAll(",", "").trim();
    return text && Number.isFinite(Number(text)) ? Number(text) : null;
  };
  const compare = (column, direction) => (a, b) => {
    const [x, y] = [a.cells[column], b.cells[column]];
    const [m, n] = [valueOf(x), valueOf(y)];
    if (m !== null && n !== null) return direction * (m - n);
    if (m !== n) return m === null ? 1 : -1;
    return direction * (x?.textContent ?? "").localeCompare(y?.textContent ?? "");
  };
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const direction = head.ariaSort === "ascending" ? -1 : 1;
        for (const other of heads) other.removeAttribute("aria-sort");
        head.ariaSort = direction > 0 ? "ascending" : "descending";
        const body = table.tBodies[0];
        body.append(...[...body.rows].sort(compare(column, direction)));
      });
    });
  }

  const filter = document.querySelector("fieldset.filter");
  if (!filter) return;
  document.querySelector("style.hidden-systems")?.remove();
  const hidden = document.head.appendChild(document.createElement("style"));
  hidden.className = "hidden-systems";
  filter.hidden = false;
  const apply = () => {
    const left = [...filter.querySelectorAll("input:not(:checked)")];
    hidden.textContent = left.map(box => `[data-system="${CSS.escape(box.value)}"]:not(input) { display: none; }`).join("\n");
  };
  filter.addEventListener("change", apply);
  apply();
};
enhanceReport();
