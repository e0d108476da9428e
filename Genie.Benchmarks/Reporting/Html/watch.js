"use strict";
new EventSource("changes").addEventListener("changed", async () => {
  const answer = await fetch("./");
  if (!answer.ok) return;
  const main = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  const nameOf = summary => summary.id || summary.textContent.split(":")[0];
  const open = [...document.querySelectorAll("details[open] > summary")].map(nameOf);
  const left = [...document.querySelectorAll("fieldset.filter input:not(:checked)")].map(box => box.value);
  document.querySelector("main").replaceWith(main);
  for (const summary of main.querySelectorAll("details > summary")) summary.parentElement.open = open.includes(nameOf(summary));
  for (const box of main.querySelectorAll("fieldset.filter input")) box.checked = !left.includes(box.value);
  enhanceReport();
});
