// The buttons of what a reader takes away: copy a text, share the address of the page, and before printing open what is
// closed. They are in the page, hidden, and shown where the browser can do it. All words come from the page.

const section = document.getElementById("take");
const status = document.getElementById("took");
const say = (words) => status.replaceChildren(words);

/** The text that an element shows; a seed is shown as JSON writes it, so that nothing in it is lost to the eye. */
const text = (element) => (element.matches(".quoted") ? JSON.parse(element.textContent) : element.textContent);

/** Copies the text of an element; where the browser does not allow that, selects it, so that the reader can. */
async function copy(element) {
  say("");
  try {
    await navigator.clipboard.writeText(text(element));
    say(section.dataset.copied);
  } catch {
    getSelection().selectAllChildren(element);
    say(section.dataset.selected);
  }
}

async function share(url) {
  try {
    await navigator.share({ title: document.title, url });
  } catch {
    // The reader has changed their mind.
  }
}

/** A small button beside a hash, named by what the hash is of. */
function button(hash, number) {
  const made = document.createElement("button");
  const heading = hash.closest("dd")?.previousElementSibling;
  made.type = "button";
  made.className = "copy-hash";
  made.id = `copy-${number}`;
  made.title = section.dataset.copy;
  made.setAttribute("aria-label", section.dataset.copy);
  if (heading?.tagName === "DT") {
    heading.id ||= `copied-${number}`;
    made.setAttribute("aria-labelledby", `${made.id} ${heading.id}`);
  }
  made.addEventListener("click", () => copy(hash));
  hash.after(" ", made);
}

for (const each of document.querySelectorAll("[data-absolute]")) {
  each.replaceChildren(new URL(each.dataset.absolute, location.href).href);
}
for (const each of section.querySelectorAll("button[data-copy]")) {
  each.hidden = false;
  each.addEventListener("click", () => copy(document.getElementById(each.dataset.copy)));
}
if (navigator.share) {
  for (const each of section.querySelectorAll("button[data-share]")) {
    each.hidden = false;
    each.addEventListener("click", () => share(document.getElementById(each.dataset.share).textContent));
  }
}
document.querySelectorAll("code.hash").forEach(button);

const closed = [];
addEventListener("beforeprint", () => {
  closed.push(...document.querySelectorAll("details:not([open])"));
  closed.forEach((each) => { each.open = true; });
});
addEventListener("afterprint", () => {
  closed.splice(0).forEach((each) => { each.open = false; });
});
