// Enter looks up a text of one line; Shift and Enter begin a new one. Without this script the button does it.
for (const text of document.querySelectorAll("form.box textarea")) {
  text.addEventListener("keydown", (event) => {
    const plain = !event.shiftKey && !event.altKey && !event.isComposing;
    if (event.key === "Enter" && plain && !text.value.includes("\n")) {
      event.preventDefault();
      text.form.requestSubmit();
    }
  });
}
